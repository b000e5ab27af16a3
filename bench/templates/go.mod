module tplbench

go 1.19
