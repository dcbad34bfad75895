# Switched off no review runs by itself; on demand it does in every mode (SPEC 4, switched off).
protocol megazord mode=off
runs task
> not reviewed
runs task on_demand
> reviewed
