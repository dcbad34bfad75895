# `never` and `on_request` run nothing by themselves; on demand they do (SPEC 4, switched off).
protocol yolo mode=on_request
runs plan
> not reviewed
runs plan on_demand
> reviewed
protocol yolo mode=off
runs plan
> not reviewed
runs plan on_demand
> reviewed
