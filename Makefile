# Private PCA: every task of the project. `make help` lists them.

GO   ?= go
PORT ?= 8000

VERSION  := $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
LDFLAGS  := -s -w
WASM_ENV := GOOS=js GOARCH=wasm

# What a headless run takes (make demo).
OUT       ?= out/demo
K         ?= 2
EPSILON   ?= 1
DELTA     ?= 1e-6
MECHANISM ?= gaussian

.DEFAULT_GOAL := help
.PHONY: help run build test test-all demo clean chromium FORCE

help: ## list the tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

run: build ## build, serve on this machine and print the address (PORT=8000)
	@bin/serve -addr 127.0.0.1:$(PORT)

build: bin/serve web/app.wasm web/worker.wasm web/worker.js ## build the server, the page and the worker

bin/serve: FORCE
	$(GO) build -trimpath -ldflags '$(LDFLAGS)' -o $@ .

web/app.wasm: FORCE
	$(WASM_ENV) $(GO) build -trimpath -ldflags '$(LDFLAGS)' -o $@ .

web/worker.wasm: FORCE
	$(WASM_ENV) $(GO) build -trimpath -ldflags '$(LDFLAGS) -X main.version=$(VERSION)' -o $@ ./wasm

web/worker.js: wasm/worker.js $(shell $(GO) env GOROOT)/lib/wasm/wasm_exec.js
	cat $(shell $(GO) env GOROOT)/lib/wasm/wasm_exec.js wasm/worker.js > $@

FORCE:
