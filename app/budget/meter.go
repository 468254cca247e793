//go:build !js

package budget

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"sync"
	"time"
)

// bounds are those of the histogram of reservations, in seconds.
var bounds = [...]float64{.002, .005, .01, .02, .05, .1, .5, 2}

// A meter counts what the service did, and nothing about who asked.
type meter struct {
	mu       sync.Mutex
	events   map[string]int
	failures int // of the ledger
	unlogged int // writes of the audit log that failed
	within   [len(bounds) + 1]int
	seconds  float64
}

func (m *meter) count(event string) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.events == nil {
		m.events = map[string]int{}
	}
	m.events[event]++
}

func (m *meter) broken() {
	m.mu.Lock()
	m.failures++
	m.mu.Unlock()
}

func (m *meter) deaf() {
	m.mu.Lock()
	m.unlogged++
	m.mu.Unlock()
}

// took takes the duration of a reservation.
func (m *meter) took(d time.Duration) {
	m.mu.Lock()
	defer m.mu.Unlock()
	at, _ := slices.BinarySearch(bounds[:], d.Seconds())
	m.within[at]++
	m.seconds += d.Seconds()
}

// Measure writes the service's metrics in Prometheus' text format.
func (s *Service) Measure(w io.Writer) {
	m := &s.meter
	m.mu.Lock()
	events, failures, unlogged, within, seconds := maps.Clone(m.events), m.failures, m.unlogged, m.within, m.seconds
	m.mu.Unlock()
	fmt.Fprint(w, "# HELP privatepca_budget_events_total What the budget service did.\n# TYPE privatepca_budget_events_total counter\n")
	for _, name := range []string{"reserved", "repeated", "settled", "refused", "limited"} {
		fmt.Fprintf(w, "privatepca_budget_events_total{event=%q} %d\n", name, events[name])
	}
	fmt.Fprintf(w, "# HELP privatepca_budget_ledger_failures_total Updates of the ledger that failed; nothing was spent by them.\n# TYPE privatepca_budget_ledger_failures_total counter\nprivatepca_budget_ledger_failures_total %d\n", failures)
	fmt.Fprintf(w, "# HELP privatepca_budget_audit_failures_total Writes of the audit log that failed.\n# TYPE privatepca_budget_audit_failures_total counter\nprivatepca_budget_audit_failures_total %d\n", unlogged)
	fmt.Fprint(w, "# HELP privatepca_budget_reserve_seconds How long reservations took.\n# TYPE privatepca_budget_reserve_seconds histogram\n")
	total := 0
	for i, n := range within {
		if total += n; i < len(bounds) {
			fmt.Fprintf(w, "privatepca_budget_reserve_seconds_bucket{le=\"%g\"} %d\n", bounds[i], total)
		}
	}
	fmt.Fprintf(w, "privatepca_budget_reserve_seconds_bucket{le=\"+Inf\"} %d\nprivatepca_budget_reserve_seconds_sum %g\nprivatepca_budget_reserve_seconds_count %d\n", total, seconds, total)
}

// Healthy says why the ledger cannot be used, or nil.
func (s *Service) Healthy() error { return s.do(&job{plan: nothing}) }
