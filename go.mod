module privatepca

go 1.26.0

toolchain go1.26.8

require (
	github.com/andybalholm/brotli v1.3.0
	github.com/hack-pad/go-indexeddb v0.3.2
	github.com/klauspost/compress v1.20.4
	github.com/maxence-charriere/go-app/v9 v9.8.0
	github.com/parquet-go/parquet-go v0.32.0
	github.com/pierrec/lz4/v4 v4.1.33
	go.yaml.in/yaml/v3 v3.0.6
	golang.org/x/text v0.44.0
	gonum.org/v1/gonum v0.17.0
)

require (
	github.com/google/uuid v1.6.0 // indirect
	github.com/hack-pad/safejs v0.1.0 // indirect
	github.com/parquet-go/bitpack v1.0.0 // indirect
	github.com/parquet-go/jsonlite v1.0.0 // indirect
	github.com/twpayne/go-geom v1.6.1 // indirect
	golang.org/x/sys v0.50.0 // indirect
	google.golang.org/protobuf v1.36.12 // indirect
)
