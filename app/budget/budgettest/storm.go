//go:build !js

// Package budgettest tries a budget service as fifty visitors at once do, while its process is killed.
package budgettest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"privatepca/app/budget"
	"privatepca/app/lend"
	"privatepca/core/ledger"
	"privatepca/core/pca"
	"privatepca/core/privacy"
	"privatepca/core/receipt"
	"privatepca/core/release"
	"privatepca/core/schema"
)

// What the service's process is told by its environment.
const (
	ledgerOf  = "PRIVATEPCA_BUDGETTEST_LEDGER"
	keyOf     = "PRIVATEPCA_BUDGETTEST_KEY"
	addressOf = "PRIVATEPCA_BUDGETTEST_ADDRESS"
)

// Main is TestMain of a package whose test binary is the service, too: open opens the log of a ledger's name.
func Main(m *testing.M, open func(name string) (budget.Log, error)) {
	name := os.Getenv(ledgerOf)
	if name == "" {
		os.Exit(m.Run())
	}
	fail := func(err error) {
		if err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
	key, err := receipt.Open(os.Getenv(keyOf))
	fail(err)
	log, err := open(name)
	fail(err)
	s, err := budget.New(budget.Options{Log: log, Key: key})
	fail(err)
	listener, err := net.Listen("tcp", os.Getenv(addressOf))
	fail(err)
	fail(http.Serve(listener, s))
}

// A Storm is what is tried.
type Storm struct {
	Ledger   string               // its name, for Main
	Store    ledger.Store         // the same, to open the budget and to look at what was written
	Pure     string               // a mechanism without δ
	Visitors int                  // at once
	Asks     int                  // reservations of all of them
	Kills    int                  // of the service's process, by SIGKILL
	P95      time.Duration        // the most that 95 of 100 answered reservations may take; 0: it is told alone
	Log      func(string, ...any) // tells figures
}

// Two kinds of release: together they pass ε = 2 after some 8,000.
var costs = []float64{.0002, .0003}

// people is the budget's name.
const people = "Everyday Life 2024"

// Run runs the storm. Whatever is killed when: what was lent stays within ε = 2, each answered reservation is in the ledger once, nothing else is, and the
// document of each verifies.
func (s Storm) Run(t *testing.T) {
	account := ledger.Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Accounting: privacy.Plain}
	if err := ledger.Begin(ledger.New(s.Store, time.Now), people, account, 2); err != nil {
		t.Fatal(err)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	address := free.Addr().String()
	free.Close()
	keyFile := t.TempDir() + "/key"
	key, err := receipt.Open(keyFile)
	if err != nil {
		t.Fatal(err)
	}
	start := func() *exec.Cmd {
		c := exec.Command(os.Args[0])
		c.Env = append(os.Environ(), ledgerOf+"="+s.Ledger, keyOf+"="+keyFile, addressOf+"="+address)
		c.Stderr = os.Stderr
		if err := c.Start(); err != nil {
			t.Error(err)
		}
		return c
	}
	var released []*release.Document
	for _, epsilon := range costs {
		released = append(released, document(t, s.Pure, epsilon))
	}

	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: s.Visitors}, Timeout: 10 * time.Second}
	var mu sync.Mutex
	var took []time.Duration
	given := map[string]release.Receipt{} // settled ones, by id
	refused := map[string]bool{}
	var asked atomic.Int64
	service := start()
	done := make(chan struct{})
	killed := make(chan int)
	go func() {
		n := 0
		for ; n < s.Kills; n++ { // spread over the asks
			for asked.Load() < int64(s.Asks*(n+1)/(s.Kills+1)) {
				select {
				case <-done:
					service.Process.Kill()
					service.Wait()
					killed <- n
					return
				case <-time.After(time.Millisecond):
				}
			}
			service.Process.Kill()
			service.Wait()
			service = start()
		}
		<-done
		service.Process.Kill()
		service.Wait()
		killed <- n
	}()
	var wait sync.WaitGroup
	for v := range s.Visitors {
		wait.Go(func() {
			random := rand.New(rand.NewPCG(44, uint64(v))) // which cost, and no noise
			for i := range s.Asks / s.Visitors {
				asked.Add(1)
				kind := random.IntN(len(costs))
				d := released[kind]
				in := lend.Reserve{
					Budget: people, ID: fmt.Sprintf("%016x%016x", v+1, i+1), Mechanism: d.Privacy.Mechanism, Epsilon: d.Privacy.Epsilon, Delta: d.Privacy.Delta, Rho: d.Privacy.Rho, Mu: d.Privacy.Mu,
					Claim: d.Privacy.Claim, Relation: d.Privacy.Relation, RowsPerPerson: d.Privacy.RowsPerPerson,
				}
				began := time.Now()
				var out lend.Receipted
				ok, tries := say(t, client, "http://"+address+lend.ReservePath, in, &out)
				if tries == 1 {
					mu.Lock()
					took = append(took, time.Since(began))
					mu.Unlock()
				}
				if !ok {
					mu.Lock()
					refused[in.ID] = true
					mu.Unlock()
					continue
				}
				digest, err := release.Digest(d)
				if err != nil {
					t.Error(err)
					return
				}
				if ok, _ := say(t, client, "http://"+address+lend.SettlePath, lend.Settle{ID: in.ID, Document: digest}, &out); !ok {
					t.Errorf("reservation %s is not settled", in.ID)
					return
				}
				mu.Lock()
				given[in.ID] = out.Receipt
				mu.Unlock()
			}
		})
	}
	wait.Wait()
	close(done)
	if n := <-killed; n != s.Kills {
		t.Errorf("the service was killed %d times, not %d", n, s.Kills)
	}

	// What is in the ledger is what was answered.
	entries, err := s.Store.Read()
	if err != nil {
		t.Fatal(err)
	}
	spent := map[string]float64{}
	settled := map[string]string{}
	for _, text := range entries {
		var e ledger.Entry
		if err := json.Unmarshal([]byte(text), &e); err != nil {
			t.Fatal(err)
		}
		switch e.Kind {
		case ledger.Spend:
			if _, twice := spent[e.ID]; twice {
				t.Errorf("reservation %s is in the ledger twice", e.ID)
			}
			spent[e.ID] = e.Charge.Epsilon
		case ledger.Settled:
			if _, twice := settled[e.Of]; twice {
				t.Errorf("reservation %s is settled twice", e.Of)
			}
			settled[e.Of] = e.Document
		}
	}
	total := 0.0
	for id, epsilon := range spent {
		total += epsilon
		if _, answered := given[id]; !answered {
			t.Errorf("reservation %s was spent, and nobody has it", id)
		}
	}
	populations, err := ledger.New(s.Store, time.Now).Populations()
	if err != nil || len(populations) != 1 {
		t.Fatalf("%d budgets, %v", len(populations), err)
	}
	sum, err := populations[0].Spent()
	if err != nil || sum.Epsilon > 2 || total > 2*(1+1e-9) {
		t.Errorf("ε = %v is spent, %v plainly, %v", sum.Epsilon, total, err)
	}
	if len(given)+len(refused) != s.Asks/s.Visitors*s.Visitors {
		t.Errorf("%d reservations were answered and %d refused", len(given), len(refused))
	}
	if left := 2 - total; left >= costs[len(costs)-1] && len(refused) > 0 {
		t.Errorf("%d were refused, and ε = %v is left", len(refused), left)
	}
	numbers := map[int]bool{}
	for id, r := range given {
		if _, in := spent[id]; !in {
			t.Errorf("reservation %s is lost", id)
		}
		if numbers[r.Number] {
			t.Errorf("number %d was given twice", r.Number)
		}
		numbers[r.Number] = true
		d := *released[slices.IndexFunc(costs, func(c float64) bool { return c == r.Epsilon })]
		d.Receipt = &r
		if settled[id] != r.Document || !receipt.Check(&r, key.Public()).Holds {
			t.Errorf("the receipt of %s does not verify", id)
		}
		for _, c := range release.Verify(&d, nil) {
			if strings.Contains(c.What, "receipt") && !c.Holds {
				t.Errorf("the document of %s: %s", id, c.Detail)
			}
		}
	}
	if len(took) == 0 {
		t.Fatal("no reservation was answered at the first try")
	}
	slices.Sort(took)
	p50, p95 := took[len(took)/2], took[len(took)*95/100]
	s.Log("%d visitors, %d reservations: %d lent (ε = %.4f of 2), %d refused, %d kills; answered at the first try %d: median %v, p95 %v, longest %v",
		s.Visitors, s.Asks, len(given), total, len(refused), s.Kills, len(took), p50.Round(10*time.Microsecond), p95.Round(10*time.Microsecond), took[len(took)-1].Round(time.Millisecond))
	if s.P95 > 0 && p95 > s.P95 {
		t.Errorf("95 of 100 reservations took up to %v; %v is the most", p95, s.P95)
	}
}

// say asks until it is answered. It reports whether what was asked for was done, and by which try.
func say(t *testing.T, client *http.Client, url string, in, out any) (ok bool, tries int) {
	body, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	for tries = 1; tries < 3000; tries++ {
		answer, err := client.Post(url, "application/json", bytes.NewReader(body))
		if err != nil { // the service was killed: the same again
			time.Sleep(10 * time.Millisecond)
			continue
		}
		text, err := io.ReadAll(answer.Body)
		answer.Body.Close()
		if err != nil || answer.StatusCode == http.StatusServiceUnavailable {
			time.Sleep(10 * time.Millisecond)
			continue
		}
		if answer.StatusCode == http.StatusConflict {
			return false, tries
		}
		if answer.StatusCode != http.StatusOK || json.Unmarshal(text, out) != nil {
			t.Errorf("%s answers %d: %s", url, answer.StatusCode, text)
			return false, tries
		}
		return true, tries
	}
	t.Errorf("%s does not answer", url)
	return false, tries
}

// document draws a release of that pure ε from a table that was made up.
func document(t *testing.T, mechanism string, epsilon float64) *release.Document {
	t.Helper()
	s, err := schema.Parse([]byte(`{"fields":[{"name":"a","type":"number","constraints":{"minimum":0,"maximum":10}},{"name":"b","type":"number","constraints":{"minimum":0,"maximum":10}}]}`))
	if err != nil {
		t.Fatal(err)
	}
	p, err := pca.NewPlan(s, pca.Choices{Mechanism: mechanism, K: 1, Epsilon: epsilon, Relation: privacy.ReplaceOne})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "table.csv")
	if err := os.WriteFile(file, []byte("a,b\n1,2\n3,4\n5,9\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	result, err := p.Run(context.Background(), pca.Open(pca.OSFile(file), s, nil), pca.Run{Debit: func() (release.Account, error) { return release.Account{}, nil }, Software: release.Software{Version: "test"}})
	if err != nil {
		t.Fatal(err)
	}
	text, err := result.Encode(1)
	if err != nil {
		t.Fatal(err)
	}
	d, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	return d
}
