# A group's change is always reviewed; no configuration of the system's own switches that off (SPEC 4, switched by).
protocol bazinga
runs change
> reviewed
runs change on_demand
> reviewed
