# Configuration alone switches its reviews, and a review on demand works in every mode (SPEC 4, switched off).
protocol countersign mode=off
runs task
> not reviewed
runs change
> not reviewed
runs task on_demand
> reviewed
protocol countersign
runs task
> reviewed
runs plan
> reviewed
