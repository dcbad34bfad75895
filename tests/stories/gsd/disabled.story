# `enabled: false` runs nothing by itself; on demand it does (SPEC 4, switched off).
protocol gsd mode=off
runs change
> not reviewed
runs execution
> not reviewed
runs change on_demand
> reviewed
