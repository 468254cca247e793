package e2e

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
)

// A trial tries the ways out of a worker at one site, in any engine. No driver but Chromium's
// reaches into a worker, so the ways stand at the end of its own script, under its policy and
// behind its list, and begin when it is handed a file. The file's name says which of them.
//
// A worker tells the page which ways it has begun and ended, by the one channel that a sealed
// worker has. Without these marks a list that nobody tried would pass for one that was refused.
type trial struct {
	tokens  []string // of the ways, in their order
	workers [][]int  // what each worker tries, by the ways' places in the list
	script  string

	begun map[int]bool
	ended map[int]string // and how: "done", "over" for one that took too long, or the error
}

// newTrial writes the script. A way that is to be tried apart has a worker to itself. The others are tried
// together, and last: where they succeed they give the ledger a version that no later page opens.
func newTrial(t *testing.T, e *outside, site string, ways []wayOut, apart func(wayOut) bool) *trial {
	t.Helper()
	r := &trial{begun: map[int]bool{}, ended: map[int]string{}}
	var scripts []string
	r.tokens, scripts = scriptsOf(t, e, site, ways)
	var together []int
	for i, w := range ways {
		if apart(w) {
			r.workers = append(r.workers, []int{i})
		} else {
			together = append(together, i)
		}
	}
	if len(together) > 0 {
		r.workers = append(r.workers, together)
	}
	workers, err := json.Marshal(r.workers)
	if err != nil {
		t.Fatal(err)
	}
	r.script = `
{
  const ways = [` + strings.Join(scripts, "\n") + `];
  const workers = ` + string(workers) + `;
  // The page's client takes no notice: no request has this number.
  const tell = (way, said) => postMessage(JSON.stringify({ id: -1, way, said }));
  const attempt = async (way) => {
    tell(way, '');
    const over = new Promise((r) => setTimeout(r, 2500, 'over'));
    tell(way, await Promise.race([(async () => ways[way]())().then(() => 'done', String), over]));
  };
  addEventListener('message', ({ data }) => { if (data.file) workers[parseInt(data.file.name)].forEach(attempt); });
}
`
	return r
}

// stops holds for a way that keeps a worker from going on with others.
func stops(w wayOut) bool { return w.alone }

// mayStop holds, too, for one that makes a worker: a worker of Firefox that does now and then stands still for ever.
func mayStop(w wayOut) bool { return w.alone || strings.Contains(w.script, "new Worker(") }

// hearMarks has the page keep the marks that it reads, of workers that it or a frame in it has started.
const hearMarks = `(() => {
  window.marks = [];
  for (const w of [window, ...Array.from({ length: window.length }, (_, i) => window[i])]) {
    const data = Object.getOwnPropertyDescriptor(w.MessageEvent.prototype, 'data');
    Object.defineProperty(w.MessageEvent.prototype, 'data', { ...data, get() {
      const text = data.get.call(this);
      if (typeof text === 'string' && text.startsWith('{"id":-1,')) marks.push(JSON.parse(text));
      return text;
    } });
  }
})()`

// wait waits until a worker has ended all its ways, or for so long.
func (r *trial) wait(p *person, worker int, limit time.Duration) {
	p.t.Helper()
	drive.Within(p.ctx, limit, func() bool {
		for _, mark := range ask[[]struct {
			Way  int
			Said string
		}](p, "marks") {
			r.begun[mark.Way] = true
			if mark.Said != "" {
				r.ended[mark.Way] = mark.Said
			}
		}
		return !slices.ContainsFunc(r.workers[worker], func(way int) bool { return r.ended[way] == "" })
	})
}

// inBare tries the ways in workers of a page without rules.
func (r *trial) inBare(p *person) {
	p.t.Helper()
	script, err := json.Marshal(r.script)
	p.must(err)
	p.must(p.Eval(p.ctx, hearMarks, nil))
	for n := range r.workers {
		p.must(p.Eval(p.ctx, fmt.Sprintf(`(() => {
		  const w = new Worker(URL.createObjectURL(new Blob([%s], { type: 'text/javascript' })));
		  (window.kept ??= []).push(w);
		  w.onmessage = (e) => e.data;
		  w.postMessage({ file: { name: '%d' } });
		})()`, script, n), nil))
		r.wait(p, n, 6*time.Second)
	}
}

// inOurs tries them in those of our page, each in the worker of a page of its own, with a file open; one that is not sealed
// may stand still before it has opened it.
func (r *trial) inOurs(p *person, sealed bool) {
	p.t.Helper()
	for n := range r.workers {
		if n > 0 { // by way of an empty page: one that waits for its worker takes files, too, and would be taken for the next
			p.later()
		}
		p.must(p.Eval(p.ctx, hearMarks, nil))
		job := small(p.t)
		job.Data = file(p.t, fmt.Sprintf("%d.csv", n), smallTable)
		if sealed {
			at.Start(p).Open(job)
		} else {
			at.Start(p).Give(job.Data)
		}
		r.wait(p, n, 20*time.Second)
	}
}

// neither lists the ways that were not begun, and those that were not ended.
func (r *trial) neither(ways []wayOut) (begun, ended []string) {
	for i, w := range ways {
		if !r.begun[i] {
			begun = append(begun, w.name)
		}
		if r.ended[i] == "" {
			ended = append(ended, w.name)
		}
	}
	return begun, ended
}

// wrong says which ways became something else than they must: in a sealed worker all are refused; in one that is
// not, what connects is, by the policy, and what stores is not. What the control does not show may be refused anywhere. Of what stores a
// few may take too long: a worker that stands still keeps what it has opened.
func (r *trial) wrong(control, became map[string]string, sealed bool) (wrong []string) {
	late := 0
	for i, w := range waysOutOfWorker {
		open := became[w.name] != "refused"
		remains := !sealed && (w.look != "" || w.pastPolicy[engine] != "")
		if !open && remains && r.ended[i] == "over" && late < 3 {
			late++
			continue
		}
		if open && !remains || !open && remains && control[w.name] != "refused" {
			wrong = append(wrong, fmt.Sprintf("%s: %s (%s)", w.name, became[w.name], r.ended[i]))
		}
	}
	return wrong
}
