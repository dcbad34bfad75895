# Unreadable: one clarification, then a fresh review; at the tier's fifth pass the next tier reviews nothing away (SPEC 4).
protocol bazinga max_passes=2
open change AUTH
> -> review by reviewer, tech_lead, reason first; review_task
review
| Looks like code.
> pass 1: asked: No verdict could be read from the answer. Send the whole review again as one JSON object, with one word in its field `status`.
> -> review by reviewer, tech_lead, reason clarify; record_findings
review
| Looks like code to me.
> pass 1: unclear [unparsed]
> -> review by reviewer, tech_lead, reason fresh; review_task
status
> why: the last review of AUTH used up its pass without an answer that counts; a fresh one is due
review
| Hm.
> pass 2: asked: No verdict could be read from the answer. Send the whole review again as one JSON object, with one word in its field `status`.
> -> review by reviewer, tech_lead, reason clarify; record_findings
review
| Hm, hm.
> pass 2: unclear [unparsed]
> -> review by reviewer, tech_lead, reason fresh; review_task
status
> why: the last review of AUTH used up its pass without an answer that counts; a fresh one is due
