# Each document is reviewed by itself, the execution of a task on request (SPEC 4, switched by).
protocol ralph
runs artifact
> reviewed
runs task
> not reviewed
runs task on_demand
> reviewed
