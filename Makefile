recall := .build/release/recall
# For a first look: the tool in release where it was built, else without optimisation of its Swift (decision 0057).
looked-at := $(if $(wildcard $(recall)),$(recall),.build/debug/recall)
installed := .build/installed/release/recall
bench := Benchmarks/.build/release/recall-bench

PREFIX ?= /usr/local
export DESTDIR

.PHONY: help demo test setup build build-tests install uninstall model format lint reference docs check-arm clean-demo \
	bench bench-peers bench-scale bench-build torture

help:
	@echo "make demo       installs what is missing, builds for a first look, imports the sample archive, searches it"
	@echo "make install    builds in release, and installs the tool, its manual page and completions below PREFIX"
	@echo "                ($(PREFIX)); make uninstall removes them"
	@echo "make test       builds the tests too, and runs the laws and all tests"
	@echo "make setup      installs what is missing, builds, installs the model"
	@echo "make build      builds the tool in release;  make build-tests builds the tests too"
	@echo "make format     formats the sources;  make lint checks the laws"
	@echo "make check-arm  runs the kernels of this machine and, under an emulator, those of Arm against the plain ones"
	@echo "make reference  writes docs/command-line.md anew from the tool's help"
	@echo "make docs       builds the documentation of RecallKit with DocC, into .build/docs"
	@echo "make torture    ends, starves, floods and breaks the tool at its writes (an hour). See docs/reliability.md"
	@echo "make bench      measures Recall here (MAILBOX=PATH for the lengths of a mailbox);  make bench-peers"
	@echo "                compares its encoder with ONNX Runtime, OpenVINO and PyTorch;  make bench-scale imports"
	@echo "                and searches generated mail (COUNT=100000). See docs/performance.md"

demo:
	@Scripts/install-dependencies
	@Scripts/build $(if $(wildcard $(recall)),,--quick)
	@Scripts/install-model $(looked-at)
	@Scripts/demo $(looked-at)

# The tests come last, so that the runner's closing lines are the last ones.
test: build-tests lint
	@Scripts/install-model $(recall)
	@Scripts/command-reference --check $(recall)
	@Scripts/install-dependencies --tests
	@Scripts/check-api $(recall)
	@Scripts/check-mcp $(recall)
	@Scripts/check-import-memory $(recall)
	@Scripts/check-statements $(recall)
	@Scripts/check-browser $(recall)
	@RECALL_EXECUTABLE="$(CURDIR)/$(recall)" Scripts/test

setup: build
	@Scripts/install-model $(recall)

build:
	@Scripts/install-dependencies
	@Scripts/build

build-tests:
	@Scripts/install-dependencies
	@Scripts/build --tests

# Under sudo nothing is built that is there.
install:
	@if [ -z "$${SUDO_USER:-}" ] || [ ! -x $(installed) ]; then Scripts/install-dependencies && Scripts/build --installed; fi
	@Scripts/install $(installed) "$(PREFIX)"

uninstall:
	@Scripts/install --remove "$(PREFIX)"

lint:
	@Scripts/check-laws

format:
	@swift format -i --parallel --recursive Sources Tests Package.swift Benchmarks/Sources Benchmarks/Package.swift

reference: build
	@Scripts/command-reference $(recall)

docs: build
	@Scripts/build-docs

check-arm:
	@Scripts/check-arm

# Never part of make test. OPTIONS are handed on to the first: make torture OPTIONS="--points 0"
torture: build-tests
	@Scripts/install-model $(recall)
	@Scripts/torture $(recall) $(OPTIONS)
	@python3 Benchmarks/damage/flips.py $(recall) --count 300 --repair 10
	@python3 Benchmarks/damage/memory.py $(recall)
	@RECALL_EXECUTABLE="$(CURDIR)/$(recall)" Scripts/test --filter HostileParserTests

clean-demo:
	@rm -rf .build/demo-library

# Never part of make test. OPTIONS are handed on: make bench OPTIONS=--json
bench: setup bench-build
	@$(bench) all --recall $(recall) $(OPTIONS) $(MAILBOX)

bench-peers: setup bench-build
	@Scripts/bench-peers $(bench) $(OPTIONS)

# The mail is generated. COUNT=1000000 is another amount.
bench-scale: setup
	@python3 Benchmarks/million/scale.py $(recall) --count $(or $(COUNT),100000)

bench-build:
	@swift build -c release --package-path Benchmarks --product recall-bench
