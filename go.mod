module privatepca

go 1.26

toolchain go1.26.8

require (
	github.com/andybalholm/brotli v1.2.8
	github.com/hack-pad/go-indexeddb v0.3.2
	github.com/maxence-charriere/go-app/v9 v9.8.0
	gonum.org/v1/gonum v0.17.0
)

require (
	github.com/google/uuid v1.3.0 // indirect
	github.com/hack-pad/safejs v0.1.0 // indirect
)
