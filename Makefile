# Private PCA: every task of the project. `make help` lists them.

GO   ?= go
PORT ?= 8000
PORTAL ?= $(shell expr $(PORT) + 1)

# Effort of brotli, 5 or 11: the last sixth of the size takes half a minute.
QUALITY ?= 5

VERSION   := $(shell git describe --tags --always --dirty 2>/dev/null || echo development)
# Versions of the page are ordered by the time of the commit that they were built from, in UTC.
MADE      := $(shell TZ=UTC git log -1 --date=format-local:%Y-%m-%dT%H:%M:%SZ --format=%cd 2>/dev/null)
LDFLAGS   := -s -w

# What is built and what is tested is then compiled once. Neither where the source lies nor
# git's state gets into a program, but VERSION: the same source gives the same bytes.
export GOFLAGS := $(strip $(GOFLAGS) -trimpath -buildvcs=false)
WASM      := GOOS=js GOARCH=wasm

# Inlining makes the worker a tenth larger, compressed; only what runs hot is worth it.
INLINED := encoding/binary internal/byteorder math math/bits strconv internal/strconv compress/flate runtime internal/runtime/... \
  $(addprefix privatepca/core/,dataset moment eigen noise internal/bingham internal/nuclear subspace forecast shrink scaling finding)
SMALL   := -gcflags=all=-l $(patsubst %,-gcflags=%=,$(INLINED))
# So it makes the page, by a twelfth. What go-app does for each element it draws is inlined there, too.
DRAWN   := github.com/maxence-charriere/go-app/v9/... syscall/js encoding/json reflect internal/reflectlite strings bytes unicode/utf8
WASM_EXEC := $(shell $(GO) env GOROOT)/lib/wasm/wasm_exec.js

# Modules of their own, that no program reaches: the laboratory and the browser's tests.
LAB = $(GO) -C core/lab
E2E = $(GO) -C app/e2e
TASK = $(GO) run ./app/task
# Apache Beam's 65 modules are fetched by the tasks that name it alone.
BEAM = $(GO) -C app/beam

# Packages by where their tests run.
WORKER = ./core/schema ./core/dataset ./core/moment ./core/scaling ./core/finding ./core/eigen ./core/noise ./core/privacy ./core/subspace ./core/release ./core/ledger ./wasm/...
PAGE   = ./app/page ./app/view ./app/browser ./app/client ./app/frame ./app/goapp
RACE   = ./app/task ./core/parallel ./core/passes ./core/convert/columnar ./app/page/... ./app/pages/... ./app/run ./app/view ./app/state/... ./app/browser ./app/client ./app/command ./app/server ./core/internal/nuclear ./core/ledger/... ./core/pca ./core/report ./wasm/... # those with goroutines, and what runs on them
RACE_LAB = ./audit ./mutate
RACE_BEAM = . ./engine ./engines

.DEFAULT_GOAL := help
.PHONY: help setup test-race test-chromium test-firefox run build site lint findings vulnerabilities house test test-browsers test-beam test-survey test-loaders test-all beam engines fuzz interrupts mutate verify-build demo audit paper evidence bench release verify-release clean govulncheck FORCE

setup: ## install what the tests use (Chromium, Firefox, WebKitGTK, a C compiler), where it is missing and this user may
	@$(TASK) setup

help: ## list the tasks
	@grep -hE '^[a-z-]+:.*## ' $(MAKEFILE_LIST) | sed -E 's/^([a-z-]+):.*## /\1\t/' | expand -t 12

run: build ## build, serve on this machine, with an example portal that embeds it, and print the addresses (PORT=8000, EMBED_HOSTS=, DATA_ORIGINS=)
	@bin/privatepca serve -addr 127.0.0.1:$(PORT) -example localhost:$(PORTAL) -embed-hosts '$(EMBED_HOSTS)' -data-origins '$(DATA_ORIGINS)'

build: bin/privatepca bin/publish web/app.wasm web/worker.wasm web/convert.wasm web/worker.js ## build the command, which serves, the page and the worker (QUALITY=11: best compressed)
	@bin/publish -quality $(QUALITY) -made '$(MADE)'

site: ## write a static site for any host of files, under any path, into out/site (EMBED_HOSTS=, DATA_ORIGINS=)
	@$(MAKE) --no-print-directory build QUALITY=11
	bin/publish -quality 11 -made '$(MADE)' -site out/site -embed-hosts '$(EMBED_HOSTS)' -data-origins '$(DATA_ORIGINS)'

bin/privatepca: FORCE
	CGO_ENABLED=0 $(GO) build -ldflags '$(LDFLAGS) -X privatepca/app/command.version=$(VERSION)' -o $@ .

bin/publish: FORCE
	$(GO) build -o $@ ./app/server/publish

# The page is linked with a copy of go-app that lacks its server (app/task/pagemodule.go).
bin/page.mod: go.mod go.sum app/goapp/client.go.txt app/task/pagemodule.go
	@mkdir -p bin && $(TASK) page-module

web/app.wasm: bin/page.mod FORCE
	$(WASM) $(GO) build -modfile bin/page.mod $(SMALL) $(patsubst %,-gcflags=%=,$(DRAWN)) -ldflags '$(LDFLAGS)' -o $@ .

web/worker.wasm: FORCE
	$(WASM) $(GO) build $(SMALL) -ldflags '$(LDFLAGS) -X main.version=$(VERSION)' -o $@ ./wasm

# What reads other formats is fetched for such a file alone; what of it runs hot is inlined.
CONVERTS := -gcflags=all=-l $(patsubst %,-gcflags=%=,$(INLINED) io bufio bytes unicode/utf8 hash/crc32 $(addprefix github.com/,klauspost/compress/... pierrec/lz4/... parquet-go/...) privatepca/core/convert/... privatepca/core/markup)

web/convert.wasm: FORCE
	$(WASM) $(GO) build $(CONVERTS) -ldflags '$(LDFLAGS)' -o $@ ./wasm/convert

web/worker.js: wasm/worker.js $(WASM_EXEC)
	cat $(WASM_EXEC) wasm/worker.js > $@

bin/wasmtest bin/demo bin/bench: bin/%: FORCE
	$(E2E) build -o '$(CURDIR)/$@' ./$*

# No release has it: who builds it gets its bill of materials beside it.
bin/beam: FORCE
	CGO_ENABLED=0 $(BEAM) build -ldflags '$(LDFLAGS)' -o '$(CURDIR)/$@' .
	@$(GO) run ./app/command/sbom $@ > $@.cdx.json

bin/audit bin/experiment: bin/%: FORCE
	$(LAB) build -o '$(CURDIR)/$@' ./$*/cmd

# Tests of the browser wait much: more of them at a time than there are cores. Those whose time ran out, and only those, run again by themselves.
AGAIN  = $(E2E) run ./again
BROWSE = PRIVATEPCA_BUILT=$$(cat bin/privatepca web/*.wasm web/*.js web/*.css web/*.html | sha256sum) $(AGAIN) $(GO) test -vet=off -parallel 4 -timeout 60m ./...

# The same test bodies in other engines. There one window of a browser has the focus at a time, so one test
# of it runs at a time; engines run beside each other, each with a screen of its own. What needs no focus runs
# beside the rest.
AGAIN_IN   = PRIVATEPCA_BROWSER=$(1) $(AGAIN) '$(CURDIR)/bin/e2e.test' -test.parallel 1 -test.timeout 120m
IN_FIREFOX = TestTheWholeJobOnTheSample|TestLedgerInThePages|TestFrameFromAFileToTheHost
MEASURED   = TestAFileIsNeverMixed|TestMemoryOfATab
UNFOCUSED  = TestWorkerIsSealedInAnyEngine|TestWithoutANetwork

bin/e2e.test: FORCE
	$(E2E) test -vet=off -c -o '$(CURDIR)/$@' .

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

GOVULNCHECK := v1.9.0

bin/govulncheck-$(GOVULNCHECK):
	GOBIN='$(CURDIR)/bin' $(GO) install golang.org/x/vuln/cmd/govulncheck@$(GOVULNCHECK) && mv bin/govulncheck $@

govulncheck: bin/govulncheck-$(GOVULNCHECK)

vulnerabilities: ## known faults in dependencies that a program reaches, by govulncheck and its database of the day (kept in bin/vulndb)
	@GOVULNCHECK_PROGRAM=bin/govulncheck-$(GOVULNCHECK) $(TASK) vulnerabilities

HOUSE = Import|Page|Shipped|WorkerIsSmall|Knot|Layers|Race|Methods|GoApp|Exported|Variables|Epsilon|Stranger

house: ## the rules of the house (ARCHITECTURE.md), and the figures that they are measured by
	@export PRIVATEPCA_HOUSE=1; said=$$($(GO) test -count=1 -v -run '$(HOUSE)' ./app/command && \
	  $(GO) test -count=1 -v -run 'TestOnlyTheTableNamesMechanisms|TestTenthMechanism' ./core/method && \
	  $(GO) test -count=1 -run 'TestFalseDocumentsAreNotWritten|ExampleNewPlan' ./core/pca); code=$$?; \
	echo "$$said" | grep -v -E '^ *(=== RUN|--- PASS|PASS$$)'; exit $$code
	@$(GO) mod tidy -diff && $(LAB) mod tidy -diff && $(E2E) mod tidy -diff && echo "go mod tidy has nothing to change in any module"

test: setup lint build bin/wasmtest bin/e2e.test ## lint, and all tests that end within minutes: native, in a browser, end to end
	@if $(TASK) has gcc; then $(MAKE) --no-print-directory test-race; fi
	$(GO) test -vet=off ./...
	$(LAB) test -vet=off ./...
	@if $(TASK) has chromium; then $(MAKE) --no-print-directory test-chromium; fi
	@if $(TASK) has firefox; then $(MAKE) --no-print-directory test-firefox; fi

test-race:
	$(GO) test -vet=off -race -short $(RACE)
	$(LAB) test -vet=off -race -short $(RACE_LAB)

test-chromium:
	$(WASM) $(GO) test -vet=off -short -exec '$(CURDIR)/bin/wasmtest' $(WORKER)
	$(WASM) $(GO) test -vet=off -short -exec '$(CURDIR)/bin/wasmtest -window' $(PAGE)
	$(BROWSE)

test-firefox:
	@($(call AGAIN_IN,firefox) -test.run '^($(UNFOCUSED))$$') & beside=$$!; ($(call AGAIN_IN,firefox) -test.run '^($(IN_FIREFOX))$$'); code=$$?; \
	wait $$beside && exit $$code

test-browsers: setup build bin/e2e.test ## the end-to-end tests in Firefox and WebKitGTK, and the rows of docs/browsers.md in Chromium, too; writes that table (three quarters of an hour; twice that on a slow machine)
	@$(TASK) browsers

test-beam: $(LINTERS) build bin/beam ## lint and test what sums tables by Apache Beam, and open its document in the page (fetches Beam; a minute)
	$(BEAM) vet ./... && cd app/beam && ../../bin/staticcheck-$(STATICCHECK) ./... && $(GO) mod tidy -diff
	$(BEAM) test -vet=off ./...
	$(BEAM) test -vet=off -race -short -skip '^TestJobEndsWithItsDriver$$' $(RACE_BEAM) # that one has 15 s by the clock
	$(E2E) test -vet=off -run '^TestDocumentsOfOtherPrograms$$' -v .

test-all: test test-beam ## the same, then long statistics and slow proofs, and in Firefox and WebKitGTK what is measured there (an hour and a half)
	@failed=; export PRIVATEPCA_SLOW=1; set -x; \
	$(GO) test -timeout 60m ./... || failed="$$failed native"; \
	$(LAB) test -timeout 60m ./... || failed="$$failed laboratory"; \
	$(BEAM) test -timeout 60m ./... || failed="$$failed Beam"; \
	$(BROWSE) || failed="$$failed Chromium"; \
	for engine in firefox webkit; do \
	  (cd app/e2e && PRIVATEPCA_BROWSER=$$engine ../../bin/e2e.test -test.parallel 1 -test.timeout 60m -test.run '^($(MEASURED))$$') || failed="$$failed $$engine"; \
	done; set +x; \
	[ -z "$$failed" ] || { echo "failed in:$$failed" >&2; exit 1; }

test-survey: ## compare 42 data files of SPSS and Stata, of 40,000 rows, in five encodings, with what pyreadstat reads (installs it by pip, in bin/survey alone; a minute)
	@test -x bin/survey/bin/python || { python3 -m venv bin/survey && bin/survey/bin/python -m pip install -q pyreadstat==1.2.8 pandas==3.1.1 numpy==2.4.6; }
	PRIVATEPCA_SLOW=1 PRIVATEPCA_PYTHON='$(CURDIR)/bin/survey/bin/python' $(GO) test ./core/convert -run '^TestSurveyFilesWrittenNow$$' -v -count=1 -timeout 30m

test-loaders: ## run release.py in NumPy, pandas, polars and scikit-learn (installs them by pip, in bin/loaders alone), and release.R where R is, with factoextra and broom where they are
	@test -x bin/loaders/bin/python || { python3 -m venv bin/loaders && bin/loaders/bin/python -m pip install -q numpy==2.4.6 pandas==3.1.1 polars==2.1.0 scikit-learn==1.9.1; }
	PATH='$(CURDIR)/bin/loaders/bin':"$$PATH" $(GO) test ./core/release ./core/relation -run Loader -v -count=1

# make fuzz MINUTES=60 ONLY=Decode PARALLEL=2: every target in turn, each for the same share of the time
MINUTES ?= 60

fuzz: ## fuzz every parser and the protocol, each target in turn, by coverage and by changes of what that kept (MINUTES=60 in all, ONLY=, PARALLEL=, STAGE=covered or mutated, SEED=)
	@$(LAB) run ./fuzz -root '$(CURDIR)' -time '$(MINUTES)m' -only '$(ONLY)' -parallel '$(or $(PARALLEL),0)' -stage '$(STAGE)' $(if $(SEED),-seed '$(SEED)')

interrupts: ## end 1,000 runs of the command at random moments, and print whether code, last line, ledger and folder agree
	@PRIVATEPCA_SLOW=1 $(GO) test ./app/command -run '^TestInterrupts$$' -v -count=1 -timeout 30m

# make mutate PKG=./core/moment COUNT=50 SEED=1 ONLY='kernel.go'
mutate: ## change one operator or number at a time, and list what the tests do not notice (PKG=, COUNT=, SEED=, ONLY=)
	@$(LAB) run ./mutate -root '$(CURDIR)' -only '$(ONLY)' -count '$(or $(COUNT),0)' -seed '$(or $(SEED),1)' $(PKG)

# make beam DATA='glob' SCHEMA=file NORM=3.79
beam: bin/beam ## the digest of the exact sum, by an Apache Beam pipeline on this machine (DATA=, SCHEMA=, NORM=, BEAM_FLAGS=)
	@bin/beam $(BEAM_FLAGS) sum -schema '$(SCHEMA)' $(if $(NORM),-norm $(NORM)) -digest '$(DATA)'

# make engines ONLY=flink-cluster RULES=clip,mean
engines: bin/privatepca bin/beam ## sums and releases on Flink and Spark on this machine, with killed workers, compared with the command; docs/scale.md has its table (Java 17, Maven and pip fetch 0.9 GB once; ONLY=, RULES=, DATA=)
	CGO_ENABLED=0 $(BEAM) build -ldflags '$(LDFLAGS)' -o '$(CURDIR)/bin/try-engines' ./engines
	bin/try-engines $(if $(ONLY),-only '$(ONLY)') $(if $(RULES),-rules '$(RULES)') $(if $(DATA),-data '$(DATA)')

# make demo DATA=file SCHEMA=file K=4 EPSILON=1 DELTA=1e-6 MECHANISM=gaussian NORM=3.79 \
#   RELATION=replace-one ROWS_PER_PERSON=1 OUT=dir
DEMO = $(if $(DATA),-data '$(DATA)') $(if $(SCHEMA),-schema '$(SCHEMA)') $(if $(K),-k $(K)) \
  $(if $(EPSILON),-epsilon $(EPSILON)) $(if $(DELTA),-delta $(DELTA)) $(if $(MECHANISM),-mechanism $(MECHANISM)) \
  $(if $(NORM),-norm $(NORM)) $(if $(RELATION),-relation $(RELATION)) \
  $(if $(ROWS_PER_PERSON),-rows-per-person $(ROWS_PER_PERSON)) -out '$(or $(OUT),out/demo)'

demo: setup build bin/demo ## the whole job in a headless browser, with pictures (DATA=, SCHEMA=, K=, EPSILON=, … OUT=)
	bin/demo -server bin/privatepca $(DEMO)

audit: ## a black-box privacy audit of every mechanism, and the mutants it must kill
	$(LAB) run ./audit/cmd

# make paper DATA=folder ONLY=table1,size QUICK=1
PAPER_DATA = $(or $(DATA),$(wildcard ../shared/data))

paper: bin/experiment ## docs/paper: the paper's tables and figures beside ours (DATA=, ONLY=, QUICK=1 for ten minutes); it can be stopped and goes on
	bin/experiment -data '$(PAPER_DATA)' $(if $(QUICK),-quick) $(if $(ONLY),-only '$(ONLY)')

# make evidence ONLY=null,coverage QUICK=1
evidence: bin/experiment ## what is found in tables of known truth (docs/findings.md), and the part of docs/paper beyond the paper; fails where a demand is missed (ONLY=, QUICK=1 for a few minutes, DATA=)
	bin/experiment -data '$(PAPER_DATA)' $(if $(QUICK),-quick) -only '$(or $(ONLY),$(if $(QUICK),findings,beyond,findings))'

bench: setup bin/bench ## time what is fast, and what else does the same, in one run (needs npm; ONLY=moment,csv)
	@$(MAKE) --no-print-directory build QUALITY=11
	bin/bench -out '$(or $(OUT),out/bench)' -only '$(ONLY)'

# The toolchain that go.mod names; Go fetches it where another one is installed.
TOOLCHAIN := $(shell sed -n 's/^toolchain //p' go.mod)

# make release VERSION=v1.2 TARGETS=linux/amd64
TARGETS ?= linux/amd64 linux/arm64 darwin/amd64 darwin/arm64 windows/amd64 windows/arm64
RELEASE ?= out/release
STATED = TOOLCHAIN='$(TOOLCHAIN)' TARGETS='$(TARGETS)' RELEASE='$(RELEASE)' VERSION='$(VERSION)' MADE='$(MADE)' LDFLAGS='$(LDFLAGS)' SHA256='$(SHA256)'

release: ## programs for every system, the page, completions, manual page, bill of materials, checksums: out/release (VERSION=, TARGETS=, RELEASE=)
	@$(STATED) $(TASK) release

verify-release: ## build the release again from a copy of the source, and compare its checksums (VERSION=, TARGETS=, RELEASE=)
	@$(STATED) $(TASK) verify-release

# SHA256 and VERSION as a release's document states them
verify-build: ## say whether a worker's hash comes out of this source, built anew in a copy of it (SHA256=, VERSION=)
	@$(STATED) $(TASK) verify-build

clean: ## remove what was built
	rm -rf bin out web/.packed web/app.wasm web/worker.wasm web/convert.wasm web/worker.js web/made.txt

FORCE:
