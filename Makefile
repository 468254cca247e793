# Private PCA: every task of the project. `make help` lists them.

GO   ?= go
PORT ?= 8000
PORTAL ?= $(shell expr $(PORT) + 1)

# Effort of brotli, 5 or 11; 11 takes half a minute.
QUALITY ?= 5

VERSION   := $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
# Versions of the page are ordered by the time of the commit that they were built from, in UTC.
MADE      := $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null)
LDFLAGS   := -s -w
WASM_EXEC := $(shell $(GO) env GOROOT)/lib/wasm/wasm_exec.js

# What is built and tested is then compiled once. Of git's state VERSION alone gets into a program.
export GOFLAGS := $(strip $(GOFLAGS) -trimpath -buildvcs=false)
# What app/task reads.
export VERSION MADE LDFLAGS TOOLCHAIN TARGETS RELEASE SHA256 WORKER PAGE RACE RACE_LAB RACE_BEAM RACE_POSTGRES

# Modules of their own, that no program reaches: the laboratory and the browser's tests.
LAB = $(GO) -C core/lab
E2E = $(GO) -C app/e2e
TASK = $(GO) run ./app/task
# Apache Beam's 65 modules are fetched by the tasks that name it alone.
BEAM = $(GO) -C app/beam
POSTGRES = $(GO) -C app/postgres

# Packages by where their tests run.
WORKER = ./core/schema ./core/dataset ./core/moment ./core/scaling ./core/finding ./core/eigen ./core/noise ./core/privacy ./core/subspace ./core/release ./core/ledger ./wasm/...
PAGE   = ./app/page ./app/browser ./app/client ./app/frame ./app/goapp
RACE   = ./app/task ./core/parallel ./core/passes ./core/convert/columnar ./app/page/... ./app/pages/... ./app/run ./app/job ./app/browser ./app/client ./app/budget/... ./app/command ./app/server ./core/internal/nuclear ./core/ledger/... ./core/pca ./core/report ./wasm/... # those with goroutines, and what runs on them
RACE_LAB = ./audit ./mutate
RACE_BEAM = . ./engine ./engines
RACE_POSTGRES = .

.DEFAULT_GOAL := help
.PHONY: help setup run build site lint vulnerabilities house test test-browsers test-beam test-budgets element test-survey test-loaders test-all beam engines fuzz interrupts mutate verify-build demo shots audit paper evidence bench release verify-release every clean FORCE

setup: ## install what the tests use (Chromium, Firefox, WebKitGTK, a C compiler), where it is missing and this user may
	@$(TASK) setup

help: ## list the tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

run: build ## build, serve on this machine, with a portal that embeds it (PORT=8000, EMBED_HOSTS=, DATA_ORIGINS=)
	@bin/privatepca serve -addr 127.0.0.1:$(PORT) -example localhost:$(PORTAL) -embed-hosts '$(EMBED_HOSTS)' -data-origins '$(DATA_ORIGINS)'

build: bin/privatepca bin/publish web/app.wasm web/worker.wasm web/convert.wasm web/worker.js ## build the command, which serves, the page and the worker (QUALITY=11: best compressed)
	@bin/publish -quality $(QUALITY) -made '$(MADE)'

site: ## write a static site for any host of files, under any path, into out/site (EMBED_HOSTS=, DATA_ORIGINS=)
	@$(MAKE) --no-print-directory build QUALITY=11
	bin/publish -quality 11 -made '$(MADE)' -site out/site -embed-hosts '$(EMBED_HOSTS)' -data-origins '$(DATA_ORIGINS)'

element: bin/publish ## the custom element as a package that npm takes, in out/element, and pages of React and Vue with it (npm fetches what they use)
	@$(TASK) element

bin/privatepca: FORCE
	CGO_ENABLED=0 $(GO) build -ldflags '$(LDFLAGS) -X privatepca/app/command.version=$(VERSION)' -o $@ .

bin/publish: FORCE
	$(GO) build -o $@ ./app/server/publish

# The page is linked with a copy of go-app that lacks its server (app/task/pagemodule.go).
bin/page.mod: go.mod go.sum app/goapp/*.txt app/task/pagemodule.go
	@mkdir -p bin && $(TASK) page-module

web/app.wasm: bin/page.mod FORCE
	@$(TASK) link page

web/worker.wasm: FORCE
	@$(TASK) link worker

web/convert.wasm: FORCE
	@$(TASK) link convert

web/worker.js: wasm/worker.js $(WASM_EXEC)
	cat $(WASM_EXEC) wasm/worker.js > $@

bin/wasmtest bin/demo bin/shots bin/bench: bin/%: FORCE
	$(E2E) build -o '$(CURDIR)/$@' ./$*

# No release has these: who builds one gets its bill of materials beside it.
bin/beam: MODULE = $(BEAM)
bin/privatepca-postgres: MODULE = $(POSTGRES)
bin/beam bin/privatepca-postgres: FORCE
	CGO_ENABLED=0 $(MODULE) build -ldflags '$(LDFLAGS) -X privatepca/app/command.version=$(VERSION)' -o '$(CURDIR)/$@' .
	@$(GO) run ./app/command/sbom $@ > $@.cdx.json

bin/audit bin/experiment: bin/%: FORCE
	$(LAB) build -o '$(CURDIR)/$@' ./$*/cmd

bin/e2e.test: FORCE
	$(E2E) test -vet=off -c -o '$(CURDIR)/$@' .

lint: ## gofumpt, go vet, staticcheck and go mod tidy find nothing in any module
	@$(TASK) lint

vulnerabilities: ## known faults in dependencies that a program reaches, by govulncheck and its database of the day (kept in bin/vulndb)
	@$(TASK) vulnerabilities

house: ## the rules of the house (ARCHITECTURE.md), and the figures that they are measured by
	@$(TASK) house

test: setup lint build bin/wasmtest bin/e2e.test ## lint, and all tests that end within minutes: native, in a browser, end to end
	@$(TASK) test

test-%: # a part of them: test-race, test-native, test-chromium, test-firefox
	@$(TASK) test $*

test-browsers: setup build bin/e2e.test ## the end-to-end tests in Firefox and WebKitGTK, and the rows of docs/browsers.md in Chromium, too; writes that table (three quarters of an hour)
	@$(TASK) browsers

test-beam: build bin/beam ## lint and test what sums tables by Apache Beam, and open its document in the page (fetches Beam; a minute)
	@$(TASK) test beam

test-budgets: bin/privatepca-postgres ## fifty visitors at once and killed services, on the file ledger and on PostgreSQL (fetches pgx; alone on the machine half a minute)
	@$(TASK) test budgets

test-all: test test-beam test-budgets ## the same, then long statistics and slow proofs, and in Firefox and WebKitGTK what is measured there (an hour and a half)
	@$(TASK) test all

test-survey: ## compare 42 data files of SPSS and Stata with what pyreadstat reads (by pip, in bin/survey; a minute), and 22 of haven’s, where R has it
	@$(TASK) survey

test-loaders: ## run release.py in NumPy, pandas, polars and scikit-learn (by pip, in bin/loaders), and release.R where R is, with factoextra, broom, lavaan and psych where they are
	@$(TASK) loaders

MINUTES ?= 60

fuzz: ## fuzz every parser and the protocol, each target in turn, by coverage and by changes of what that kept (MINUTES=60 in all, ONLY=, PARALLEL=, STAGE=covered or mutated, SEED=)
	@$(LAB) run ./fuzz -root '$(CURDIR)' -time '$(MINUTES)m' -only '$(ONLY)' -parallel '$(or $(PARALLEL),0)' -stage '$(STAGE)' $(if $(SEED),-seed '$(SEED)')

interrupts: ## end 1,000 runs of the command at random moments, and print whether code, last line, ledger and folder agree
	@PRIVATEPCA_SLOW=1 $(GO) test ./app/command -run '^TestInterrupts$$' -v -count=1 -timeout 30m

mutate: ## change one operator or number at a time, and list what the tests do not notice; core/lab/mutate/sampled.txt has them (PKG=, COUNT=, SEED=, SHORT=, ONLY=)
	@$(LAB) run ./mutate -root '$(CURDIR)' -only '$(ONLY)' -count '$(or $(COUNT),0)' -seed '$(or $(SEED),1)' $(if $(SHORT),-short) -table '$(CURDIR)/core/lab/mutate/sampled.txt' $(PKG)

# make beam DATA='glob' SCHEMA=file NORM=3.79
beam: bin/beam ## the digest of the exact sum, by an Apache Beam pipeline on this machine (DATA=, SCHEMA=, NORM=, BEAM_FLAGS=)
	@bin/beam $(BEAM_FLAGS) sum -schema '$(SCHEMA)' $(if $(NORM),-norm $(NORM)) -digest '$(DATA)'

# make engines ONLY=flink-cluster RULES=clip,mean
engines: bin/privatepca bin/beam ## sums and releases on Flink and Spark on this machine, with killed workers, compared with the command; docs/scale.md has its table (Java 17, Maven and pip fetch 0.9 GB once; ONLY=, RULES=, DATA=)
	@$(TASK) engines

# make demo DATA=file SCHEMA=file K=4 EPSILON=1 DELTA=1e-6 MECHANISM=gaussian NORM=3.79 RELATION=replace-one ROWS_PER_PERSON=1 OUT=dir
demo: setup build bin/demo ## the whole job in a headless browser, with pictures (DATA=, SCHEMA=, K=, EPSILON=, … OUT=)
	@$(TASK) demo

shots: setup build bin/shots ## pictures of all drawn screens from the pages, beside the drawings (ONLY=, OUT=, MOCK=)
	bin/shots -mock '$(or $(MOCK),$(wildcard ../shared/mock3))' -only '$(ONLY)' -out '$(or $(OUT),out/shots)'

audit: ## a black-box privacy audit of every mechanism, and the mutants it must kill
	$(LAB) run ./audit/cmd

PAPER_DATA = $(or $(DATA),$(wildcard ../shared/data))

paper: bin/experiment ## docs/paper: the paper's tables and figures beside ours (DATA=, ONLY=, QUICK=1 for ten minutes); it can be stopped and goes on
	bin/experiment -data '$(PAPER_DATA)' $(if $(QUICK),-quick) $(if $(ONLY),-only '$(ONLY)')

evidence: bin/experiment ## what is found in tables of known truth (docs/findings.md), and the part of docs/paper beyond the paper; fails where a demand is missed (ONLY=, QUICK=1 for a few minutes, DATA=)
	bin/experiment -data '$(PAPER_DATA)' $(if $(QUICK),-quick) -only '$(or $(ONLY),$(if $(QUICK),findings,beyond,findings))'

bench: setup bin/bench ## time what is fast, and what else does the same, in one run (needs npm; ONLY=moment,csv)
	@$(MAKE) --no-print-directory build QUALITY=11
	bin/bench -out '$(or $(OUT),out/bench)' -only '$(ONLY)'

# The toolchain that go.mod names; Go fetches it where another one is installed.
TOOLCHAIN := $(shell sed -n 's/^toolchain //p' go.mod)

TARGETS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
RELEASE ?= out/release

release: ## programs for every system, the page, completions, manual page, bill of materials, checksums: out/release (VERSION=, TARGETS=, RELEASE=)
	@$(TASK) release

verify-release: ## build the release again from a copy of the source, and compare its checksums (VERSION=, TARGETS=, RELEASE=)
	@$(TASK) verify-release

# SHA256 and VERSION as a release's document states them
verify-build: ## say whether a worker's hash comes out of this source, built anew in a copy of it (SHA256=, VERSION=)
	@$(TASK) verify-build

every: ## run every task in a fresh clone, and print how each ended (hours; ONLY=)
	@$(TASK) every

clean: ## remove what was built
	rm -rf bin out web/.packed web/app.wasm web/worker.wasm web/convert.wasm web/worker.js web/made.txt

FORCE:
