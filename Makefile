# Private PCA: every task of the project. `make help` lists them.

GO   ?= go
PORT ?= 8000
PORTAL ?= $(shell expr $(PORT) + 1)

# Effort of brotli, 5 or 11: the last sixth of the size takes half a minute.
QUALITY ?= 5

VERSION   := $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
LDFLAGS   := -s -w

# What is built and what is tested is then compiled once. Neither where the source lies nor
# git's state gets into a program, but VERSION: the same source gives the same bytes.
export GOFLAGS := $(strip $(GOFLAGS) -trimpath -buildvcs=false)
WASM      := GOOS=js GOARCH=wasm

# Inlining makes the worker a tenth larger, compressed; only what runs hot is worth it.
INLINED := encoding/binary internal/byteorder math math/bits strconv internal/strconv compress/flate runtime internal/runtime/... \
  $(addprefix privatepca/core/,dataset moment eigen noise internal/bingham internal/nuclear subspace forecast)
SMALL   := -gcflags=all=-l $(patsubst %,-gcflags=%=,$(INLINED))
WASM_EXEC := $(shell $(GO) env GOROOT)/lib/wasm/wasm_exec.js

# Modules of their own, that no program reaches: the laboratory and the browser's tests.
LAB = $(GO) -C core/lab
E2E = $(GO) -C app/e2e

# Packages by where their tests run.
WORKER = ./core/schema ./core/dataset ./core/moment ./core/eigen ./core/noise ./core/privacy ./core/subspace ./core/release ./core/ledger ./wasm/...
PAGE   = ./app/page ./app/view ./app/browser ./app/client ./app/frame ./app/goapp
RACE   = ./app/page ./app/view ./app/state ./app/client ./app/command ./app/server ./core/internal/nuclear ./core/ledger/... ./core/report ./wasm/... # those with goroutines, and what runs on them
RACE_LAB = ./audit

.DEFAULT_GOAL := help
.PHONY: help run build site lint findings house test test-all verify-build demo audit paper bench clean tools FORCE

help: ## list the tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

run: build ## build, serve on this machine, with an example portal that embeds it, and print the addresses (PORT=8000, EMBED_HOSTS=, DATA_ORIGINS=)
	@bin/privatepca serve -addr 127.0.0.1:$(PORT) -example localhost:$(PORTAL) -embed-hosts '$(EMBED_HOSTS)' -data-origins '$(DATA_ORIGINS)'

build: bin/privatepca bin/publish web/app.wasm web/worker.wasm web/worker.js ## build the command, which serves, the page and the worker (QUALITY=11: best compressed)
	@bin/publish -quality $(QUALITY)

site: ## write a static site for any host of files, under any path, into out/site (EMBED_HOSTS=, DATA_ORIGINS=)
	@$(MAKE) --no-print-directory build QUALITY=11
	bin/publish -quality 11 -site out/site -embed-hosts '$(EMBED_HOSTS)' -data-origins '$(DATA_ORIGINS)'

bin/privatepca: FORCE
	CGO_ENABLED=0 $(GO) build -ldflags '$(LDFLAGS) -X privatepca/app/command.version=$(VERSION)' -o $@ .

bin/publish: FORCE
	$(GO) build -o $@ ./app/server/publish

web/app.wasm: FORCE
	$(WASM) $(GO) build -ldflags '$(LDFLAGS)' -o $@ .

web/worker.wasm: FORCE
	$(WASM) $(GO) build $(SMALL) -ldflags '$(LDFLAGS) -X main.version=$(VERSION)' -o $@ ./wasm

web/worker.js: wasm/worker.js $(WASM_EXEC)
	cat $(WASM_EXEC) wasm/worker.js > $@

bin/wasmtest bin/demo bin/bench: bin/%: FORCE
	$(E2E) build -o '$(CURDIR)/$@' ./$*

bin/audit bin/experiment: bin/%: FORCE
	$(LAB) build -o '$(CURDIR)/$@' ./$*/cmd

# Tests of the browser wait much: more of them at a time than there are cores.
BROWSE = $(E2E) test -vet=off -parallel 4 -timeout 60m ./...

# Pinned, as go.mod pins what is linked. Go fetches and checks them like any module.
GOFUMPT     := v0.9.2
STATICCHECK := v0.7.0
LINTERS     := bin/gofumpt-$(GOFUMPT) bin/staticcheck-$(STATICCHECK)

bin/gofumpt-$(GOFUMPT):
	GOBIN='$(CURDIR)/bin' $(GO) install mvdan.cc/gofumpt@$(GOFUMPT) && mv bin/gofumpt $@

bin/staticcheck-$(STATICCHECK):
	GOBIN='$(CURDIR)/bin' $(GO) install honnef.co/go/tools/cmd/staticcheck@$(STATICCHECK) && mv bin/staticcheck $@

lint: ## gofumpt, go vet, staticcheck and go mod tidy find nothing in any module
	$(GO) vet ./... && $(LAB) vet ./... && $(E2E) vet ./...
	$(WASM) $(GO) vet ./... && $(WASM) $(E2E) vet ./bench/lab
	@if $(MAKE) --no-print-directory $(LINTERS); then $(MAKE) --no-print-directory findings; \
	elif $(GO) list -m -versions mvdan.cc/gofumpt >/dev/null 2>&1; then exit 1; \
	else echo "NOT LINTED: the Go module proxy is out of reach, and with it gofumpt and staticcheck." >&2; fi

findings: $(LINTERS)
	@files=$$(bin/gofumpt-$(GOFUMPT) -l .); [ -z "$$files" ] || { echo "not formatted by gofumpt:" $$files >&2; exit 1; }
	bin/staticcheck-$(STATICCHECK) ./... && $(WASM) bin/staticcheck-$(STATICCHECK) ./...
	cd core/lab && ../../bin/staticcheck-$(STATICCHECK) ./...
	cd app/e2e && ../../bin/staticcheck-$(STATICCHECK) ./... && $(WASM) ../../bin/staticcheck-$(STATICCHECK) ./bench/lab
	$(GO) mod tidy -diff && $(LAB) mod tidy -diff && $(E2E) mod tidy -diff

HOUSE = Import|Page|Shipped|WorkerIsSmall|Knot|Layers|Race|Methods|GoApp|Exported|Variables|Epsilon|Stranger

house: ## the rules of the house (ARCHITECTURE.md), and the figures that they are measured by
	@export PRIVATEPCA_HOUSE=1; said=$$($(GO) test -count=1 -v -run '$(HOUSE)' ./app/command && \
	  $(GO) test -count=1 -v -run 'TestOnlyTheTableNamesMechanisms|TestTenthMechanism' ./core/method && \
	  $(GO) test -count=1 -run 'TestFalseDocumentsAreNotWritten|ExampleNewPlan' ./core/pca); code=$$?; \
	echo "$$said" | grep -v -E '^ *(=== RUN|--- PASS|PASS$$)'; exit $$code
	@$(GO) mod tidy -diff && $(LAB) mod tidy -diff && $(E2E) mod tidy -diff && echo "go mod tidy has nothing to change in any module"

test: tools lint build bin/wasmtest ## lint, and all tests that end within minutes: native, in a browser, end to end
	$(GO) test -vet=off -race -short $(RACE)
	$(LAB) test -vet=off -race -short $(RACE_LAB)
	$(GO) test -vet=off ./...
	$(LAB) test -vet=off ./...
	$(WASM) $(GO) test -vet=off -short -exec '$(CURDIR)/bin/wasmtest' $(WORKER)
	$(WASM) $(GO) test -vet=off -short -exec '$(CURDIR)/bin/wasmtest -window' $(PAGE)
	$(BROWSE)

test-all: test ## the same, then long statistics and slow proofs (an hour)
	PRIVATEPCA_SLOW=1 $(GO) test -timeout 60m ./...
	PRIVATEPCA_SLOW=1 $(LAB) test -timeout 60m ./...
	PRIVATEPCA_SLOW=1 $(BROWSE)

# make demo DATA=file SCHEMA=file K=4 EPSILON=1 DELTA=1e-6 MECHANISM=gaussian NORM=3.79 \
#   RELATION=replace-one ROWS_PER_PERSON=1 OUT=dir
DEMO = $(if $(DATA),-data '$(DATA)') $(if $(SCHEMA),-schema '$(SCHEMA)') $(if $(K),-k $(K)) \
  $(if $(EPSILON),-epsilon $(EPSILON)) $(if $(DELTA),-delta $(DELTA)) $(if $(MECHANISM),-mechanism $(MECHANISM)) \
  $(if $(NORM),-norm $(NORM)) $(if $(RELATION),-relation $(RELATION)) \
  $(if $(ROWS_PER_PERSON),-rows-per-person $(ROWS_PER_PERSON)) -out '$(or $(OUT),out/demo)'

demo: tools build bin/demo ## the whole job in a headless browser, with pictures (DATA=, SCHEMA=, K=, EPSILON=, … OUT=)
	bin/demo -server bin/privatepca $(DEMO)

audit: ## a black-box privacy audit of every mechanism, and the mutants it must kill
	$(GO) run ./core/lab/audit/cmd

# make paper DATA=folder ONLY=table1,size QUICK=1
PAPER_DATA = $(or $(DATA),$(wildcard ../shared/data))

paper: bin/experiment ## docs/paper: the paper's tables and figures beside ours (DATA=, ONLY=, QUICK=1 for ten minutes); it can be stopped and goes on
	bin/experiment -data '$(PAPER_DATA)' $(if $(QUICK),-quick) $(if $(ONLY),-only '$(ONLY)')

bench: tools bin/bench ## time what is fast, and what else does the same, in one run (needs npm; ONLY=moment,csv)
	@$(MAKE) --no-print-directory build QUALITY=11
	bin/bench -out '$(or $(OUT),out/bench)' -only '$(ONLY)'

# The toolchain that go.mod names; Go fetches it where another one is installed.
TOOLCHAIN := $(shell sed -n 's/^toolchain //p' go.mod)

# make verify-build SHA256=worker_sha256 VERSION=version, both as a release's document states them
verify-build: SHA256 ?= $(shell sha256sum web/worker.wasm 2>/dev/null | cut -d' ' -f1)
verify-build: ## say whether a worker's hash comes out of this source, built anew in a copy of it (SHA256=, VERSION=)
	@copy=$$(mktemp -d) && trap 'rm -rf "$$copy"' EXIT && \
	git ls-files -z --cached --others --exclude-standard | tar -c --null --ignore-failed-read -T - 2>/dev/null | tar -x -C "$$copy" && \
	GOTOOLCHAIN=$(TOOLCHAIN) GOFLAGS= GOEXPERIMENT= GOWASM= $(MAKE) -s -C "$$copy" VERSION='$(VERSION)' bin/publish web/worker.wasm && \
	"$$copy/bin/publish" -quality 0 -web "$$copy/web" && \
	built=$$(sha256sum "$$copy/web/worker.wasm" | cut -d' ' -f1) && \
	echo "This source, version $(VERSION), built with $(TOOLCHAIN), is the worker $$built." && \
	if [ -z '$(SHA256)' ]; then echo "Compare it with a document's worker_sha256: make verify-build SHA256=…" >&2; exit 2; \
	elif [ "$$built" = "$$(echo '$(SHA256)' | tr A-F a-f)" ]; then echo "It is the worker that was asked about."; \
	else echo "It is not the worker $(SHA256). Check out the version that the document states, and call make verify-build SHA256=… again." >&2; exit 1; fi

clean: ## remove what was built
	rm -rf bin out web/.packed web/app.wasm web/worker.wasm web/worker.js

# Tests want a C compiler (for -race) and Chromium; both come from the system's packages.
tools:
	@missing=; \
	command -v gcc >/dev/null || missing="$$missing gcc libc6-dev"; \
	[ -x "$${CHROMIUM:-/usr/bin/chromium}" ] || missing="$$missing chromium"; \
	[ -z "$$missing" ] && exit 0; \
	as=; [ "$$(id -u)" = 0 ] || as="sudo -n"; \
	if command -v apt-get >/dev/null && $$as true 2>/dev/null; then \
	  echo "Installing$$missing"; \
	  $$as apt-get update -qq && $$as env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq $$missing >/dev/null; \
	else \
	  echo "Missing:$$missing. Install them, as in: sudo apt-get install$$missing" >&2; \
	  echo "(or name a Chromium or Chrome in the variable CHROMIUM), then call make again." >&2; \
	  exit 1; \
	fi

FORCE:
