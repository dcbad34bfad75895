mod dialects;
