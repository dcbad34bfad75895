# On, a task is reviewed by itself; a change is the on-demand review of the system (SPEC 4, 4.1).
protocol megazord
runs task
> reviewed
runs change on_demand
> reviewed
protocol megazord mode=manual
runs task
> reviewed
