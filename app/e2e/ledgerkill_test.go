package e2e

import (
	"encoding/json"
	"fmt"
	"testing"
	"time"

	"privatepca/app/e2e/at"
)

// The worker as it is served, driven without the page: many runs a minute, each ended at
// a random moment. In `runs` stands what each was seen to do.
const bench = `(async () => {
  const program = await (await fetch('/web/worker.wasm')).arrayBuffer();
  const spawn = () => new Promise(ok => {
    const w = new Worker('/web/worker.js');
    const b = { w, id: 0, seen: [], end: () => w.terminate() };
    b.ask = (type, body, file) => new Promise(done => {
      const id = ++b.id;
      b.answer = e => { if (e.id === id && e.type !== 'progress') done(e); };
      w.postMessage({ envelope: JSON.stringify({ id, type, body }), file });
    });
    w.onmessage = ({ data }) => {
      const e = JSON.parse(data);
      if (e.type === 'hello') return ok(b);
      if (e.id === b.releasing && (e.type === 'release' || e.type === 'progress')) b.seen.push(e.type === 'release' ? 'released' : e.body.phase);
      b.answer?.(e);
    };
    w.postMessage({ program, start: true });
  });
  const rows = ['a,b'];
  for (let i = 0; i < 300; i++) rows.push(i % 10 + ',' + i % 7);
  const file = name => new File([rows.join('\n') + '\n' + name], name + '.csv');
  const schema = { fields: ['a', 'b'].map(name => ({ name, type: 'number', constraints: { minimum: 0, maximum: 10 } })) };
  const ready = async name => {
    const b = await spawn();
    await b.ask('open', {}, file(name));
    await b.ask('prepare', { schema });
    return b;
  };
  const release = (name, epsilon, cap, more) => ({ mechanism: 'laplace', k: 1, epsilon, delta: 0, relation: 'replace-one', budget: { population: name, cap, ...more } });
  const start = (b, body) => { b.releasing = b.id + 1; return b.ask('release', body); };
  const after = ms => new Promise(ok => setTimeout(ok, ms));
  const population = async name => {
    const b = await spawn();
    const e = await b.ask('ledger', {});
    b.end();
    return e.body.populations.find(p => p.names?.includes(name)) ?? { spent: 0, entries: [] };
  };
  self.bench = { ready, release, start, after, population, spawn };
  return true;
})()`

// kills ends n workers, each at a random moment of its release, and returns what each was
// seen to do and what the ledger says in the end. What is spent is looked at in between,
// by the next worker: it must not fall.
const kills = `(async (n, name) => {
  const { ready, release, start, after, population } = self.bench;
  const out = { drawn: 0, released: 0, fell: 0, worst: '' };
  let before = 0, span = 120;
  for (let i = 0; i < n || !out.drawn && i < 10 * n; i++) { // until one got past its debit
    const b = await ready(name);
    const now = (await b.ask('balance', { release: release(name, 1, 1e6) })).body.spent;
    if (now < before || now < out.drawn) { out.fell++; out.worst = 'spent ' + now + ' after ' + before + ', drawn ' + out.drawn; }
    before = now;
    start(b, release(name, 1, 1e6));
    await after(Math.random() * span);
    b.end();
    if (b.seen.length) out.drawn++;
    if (b.seen.includes('released')) out.released++;
    // About half of the runs should get past the debit.
    span *= b.seen.length ? .8 : 1.25;
  }
  const p = await population(name);
  out.spent = p.spent;
  out.spendings = p.entries.filter(e => e.kind === 'spend').length;
  out.documents = p.entries.filter(e => e.document).length;
  return out;
})`

type killed struct {
	Drawn, Released, Fell, Spendings, Documents int
	Spent                                       float64
	Worst                                       string
}

func (p *person) kill(n int, name string) killed {
	p.t.Helper()
	return ask[killed](p, fmt.Sprintf("(%s)(%d, %q)", kills, n, name))
}

// wrong says what the ledger has lost.
func (k killed) wrong() string {
	switch {
	case k.Fell > 0:
		return "spending fell: " + k.Worst
	case k.Spendings < k.Drawn || k.Spent < float64(k.Drawn):
		return fmt.Sprintf("%d releases were drawn, %d spendings of ε = %g in all", k.Drawn, k.Spendings, k.Spent)
	case k.Documents < k.Released:
		return fmt.Sprintf("%d were released, %d documents kept", k.Released, k.Documents)
	}
	return ""
}

func TestLedgerSurvivesKills(t *testing.T) {
	t.Parallel()
	feature(t, "The ledger survives a tab that is closed at any moment")
	n, limit := 12, 90*time.Second
	if thorough() {
		n, limit = 500, 20*time.Minute // the ledger's page lists 500 entries, by which they are counted
	}
	p := sit(t, server, limit)
	p.must(p.Eval(p.ctx, bench, nil))
	k := p.kill(n, "killed")
	t.Logf("%d kills: %+v", n, k)
	if w := k.wrong(); w != "" {
		t.Error(w)
	}
	if k.Spendings == 0 || k.Drawn == 0 {
		t.Error("no run got as far as its debit: nothing was tried")
	}
}

// A worker that does not debit must be caught by the same check.
func TestMutantWithoutTheDebitIsCaught(t *testing.T) {
	long(t, "builds a worker with a fault")
	t.Parallel()
	s := mutant(t, "worker.wasm", noDebit)
	p := sit(t, s, 60*time.Second)
	p.must(p.Eval(p.ctx, bench, nil))
	k := p.kill(6, "mutant")
	if k.wrong() == "" {
		t.Errorf("a worker without the debit went unnoticed: %+v", k)
	}
}

// Workers of several tabs race for a budget that three of their releases fit into.
func TestLedgerRaces(t *testing.T) {
	t.Parallel()
	feature(t, "Two tabs spend from one ledger")
	p := sit(t, server, 60*time.Second)
	p.must(p.Eval(p.ctx, bench, nil))
	answers := ask[[]string](p, `(async () => {
	  const { ready, release, start } = self.bench;
	  const workers = await Promise.all([1, 2, 3, 4, 5].map(() => ready('raced')));
	  const answers = await Promise.all(workers.map(b => start(b, release('raced', 1, 3))));
	  workers.forEach(b => b.end());
	  return answers.map(e => e.type + (e.body.code ?? '') + (['release', 'budget'].includes(e.body.code ?? e.type) ? '' : ': ' + e.body.message));
	})()`)
	released := 0
	for _, a := range answers {
		if a == "release" {
			released++
		} else if a != "errorbudget" {
			t.Errorf("a race was answered by %s", a)
		}
	}
	spent := ask[float64](p, `self.bench.population('raced').then(p => p.spent)`)
	if released != 3 || spent != 3 {
		t.Errorf("%d of five were released, ε = %g spent; want 3 and 3", released, spent)
	}
}

// Where the browser keeps nothing, nothing is released without consent; with it, the
// count goes on in the page, and refuses what passes the cap.
func TestLedgerBlocked(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	p.must(p.EvalWorkers(p.ctx, `Object.defineProperty(self, 'indexedDB', { value: undefined });
	  IDBDatabase.prototype.transaction = () => { throw new DOMException('closed', 'InvalidStateError') }; 1`))
	j := sampleJob("1", "gaussian")
	p.toBudget(j)
	p.says(at.Review(p).Budget(), "The ledger cannot be kept", "no storage")
	p.picture("ledger-7-blocked")
	at.Review(p).Press()
	p.never(300*time.Millisecond, "released without consent", func() bool {
		return !at.Review(p).Rests()
	})
	at.Review(p).Consent()
	p.must(p.Release(p.ctx))
	p.goPrivacy()
	j.Epsilon = "1.9"
	p.again(j)
	at.Review(p).IsRefused() // what is blocked stands there before the ledger has answered
	p.says(at.Review(p).Budget(), "Refused", "the limit of this population is 2")
}

// A full disk is met when the release is asked for: it ends before its first draw.
func TestLedgerFullQuota(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	p.must(p.Eval(p.ctx, bench, nil))
	p.must(p.Quota(p.ctx, p.url, 1))
	got := ask[json.RawMessage](p, `(async () => {
	  const { ready, release, start, population } = self.bench;
	  const b = await ready('full');
	  const e = await start(b, release('full', 1, 3));
	  b.end();
	  return { type: e.type, code: e.body.code, message: e.body.message, seen: b.seen };
	})()`)
	var e struct {
		Type, Code, Message string
		Seen                []string
	}
	if err := json.Unmarshal(got, &e); err != nil {
		t.Fatal(err)
	}
	if e.Type != "error" || e.Code != "blocked" || len(e.Seen) > 0 {
		t.Errorf("with a full quota: %+v", e)
	}
	t.Logf("%+v", e)
	p.must(p.Quota(p.ctx, p.url, -1))
	if spent := ask[float64](p, `self.bench.population('full').then(p => p.spent)`); spent != 0 {
		t.Errorf("ε = %g spent by a release that was not debited", spent)
	}
}

// A clock set back changes nothing but what is shown.
func TestLedgerWithTheClockSetBack(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	j := sampleJob("1", "laplace")
	p.toBudget(j)
	p.must(p.Release(p.ctx))
	p.must(p.EvalWorkers(p.ctx, `Date.prototype.getTime = () => 1e9; Date.now = () => 1e9`))
	p.goPrivacy()
	p.again(j)
	p.must(p.Release(p.ctx))
	p.goPrivacy()
	j.Epsilon = "1.5"
	p.again(j)
	p.says(at.Review(p).Budget(), "Refused")
	l := at.Ledger(p).Visit()
	p.says(l.Population("two-directions"), "1970")
	if n := l.Spendings(); n != 2 {
		t.Errorf("%d spendings, want 2", n)
	}
}
