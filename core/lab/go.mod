module privatepca/core/lab

go 1.26.0

toolchain go1.26.8

require (
	github.com/google/differential-privacy/go/v3 v3.0.0
	gonum.org/v1/gonum v0.17.0
	privatepca v0.0.0
)

require (
	github.com/golang/glog v1.2.0 // indirect
	golang.org/x/text v0.44.0 // indirect
)

replace privatepca => ../..
