package session

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"testing"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/method"
	"privatepca/core/noise/noisetest"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/wasm/protocol"
)

// memory is a File held in memory.
type memory struct {
	name string
	data []byte
	size int64 // 0: as long as data
}

func (m *memory) Name() string { return m.name }

func (m *memory) Size() int64 {
	if m.size > 0 {
		return m.size
	}
	return int64(len(m.data))
}

func (m *memory) ReadAt(p []byte, off int64) (int, error) {
	return bytes.NewReader(m.data).ReadAt(p, off)
}

// page drives a session as the page does, and keeps all that it was sent.
type page struct {
	t    *testing.T
	s    *Session
	id   int
	sent []protocol.Envelope
}

func newPage(t *testing.T, seed uint64) *page {
	p := &page{t: t}
	now := func() time.Time { return time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC) }
	p.s = New(&pca.Machine{Random: noisetest.New(seed)}, ledger.New(ledger.NewMemory(), now), release.Software{Version: "test"}, now, func(e protocol.Envelope) { p.sent = append(p.sent, e) })
	return p
}

// ask sends one request and returns its last answer.
func (p *page) ask(kind string, body any, f File) protocol.Envelope {
	p.t.Helper()
	p.id++
	raw, err := json.Marshal(body)
	if err != nil {
		p.t.Fatal(err)
	}
	request, err := json.Marshal(protocol.Envelope{ID: p.id, Type: kind, Body: raw})
	if err != nil {
		p.t.Fatal(err)
	}
	p.s.Handle(request, f)
	last := p.sent[len(p.sent)-1]
	if last.ID != p.id {
		p.t.Fatalf("request %d was answered under id %d", p.id, last.ID)
	}
	return last
}

// must asks and returns the answer.
func must[Body, Answer any](p *page, r protocol.Request[Body, Answer], body Body, f File) Answer {
	p.t.Helper()
	var a Answer
	p.decode(r.Name, body, f, r.Name, &a)
	return a
}

// refused asks and returns the error that answers.
func (p *page) refused(name string, body any, f File) protocol.Error {
	p.t.Helper()
	var e protocol.Error
	p.decode(name, body, f, protocol.TypeError, &e)
	return e
}

// decode asks and decodes an answer of the expected type.
func (p *page) decode(name string, body any, f File, want string, into any) {
	p.t.Helper()
	e := p.ask(name, body, f)
	if e.Type != want {
		p.t.Fatalf("%s was answered by %s: %s", name, e.Type, e.Body)
	}
	if err := json.Unmarshal(e.Body, into); err != nil {
		p.t.Fatal(err)
	}
}

const small = "a,b,c,name\n1,2,x,zebra\n3,4,y,heron\n5,,x,otter\n"

var smallSchema = json.RawMessage(`{"fields":[
 {"name":"a","type":"number","constraints":{"minimum":0,"maximum":10}},
 {"name":"b","type":"number","constraints":{"minimum":0,"maximum":10}},
 {"name":"c","type":"string","constraints":{"enum":["x","y"]}}]}`)

func ask(mechanism string, k int) protocol.Release {
	return protocol.Release{
		Choices: plan.Choices{Mechanism: mechanism, K: k, Epsilon: 1, Delta: 1e-6, Relation: "replace-one"},
		Budget:  &protocol.Budget{Population: "people", Cap: 1e6, Delta: 1e-3},
	}
}

func prepareSmall(t *testing.T) *page {
	p := newPage(t, 1)
	must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "small.csv", data: []byte(small)})
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
	return p
}

// edition is what the page shows of an answer.
func (p *page) edition(out protocol.Released) release.Edition {
	p.t.Helper()
	e, err := release.Open([]byte(out.Document), func() {})
	if err != nil {
		p.t.Fatal(err)
	}
	shown := e.Restored([]byte(out.Decisions))
	if out.Decisions != "" && out.Decisions != string(shown.Decisions().Encode()) {
		p.t.Errorf("decisions %s are not of the document", out.Decisions)
	}
	return shown
}

// sameFromLedger checks that the ledger gives a release as the worker that made it.
func (p *page) sameFromLedger(out protocol.Released) {
	p.t.Helper()
	if entry := must(p, protocol.EntryRequest, protocol.GetEntry{ID: out.Entry}, nil); entry != out {
		p.t.Errorf("from the ledger:\n%+v\nfrom the release:\n%+v", entry, out)
	}
}

func TestWholeJob(t *testing.T) {
	p := newPage(t, 1)
	p.s.software.Go = "go1.2.3"
	p.s.Hello()
	if p.sent[0].Type != protocol.TypeHello || !bytes.Contains(p.sent[0].Body, fmt.Appendf(nil, `"version":%d`, protocol.Version)) {
		t.Errorf("the first message is %s %s", p.sent[0].Type, p.sent[0].Body)
	}
	o := must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "small.csv", data: []byte(small)})
	if strings.Join(o.Columns, "|") != "a|b|c|name" || o.Size != int64(len(small)) || o.Delimiter != "," || o.Compressed {
		t.Errorf("opened %+v", o)
	}
	r := must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
	if r.Records != 3 || strings.Join(r.Features, "|") != "a|b|c=x|c=y" || len(r.Irregularities) != 1 || r.Irregularities[0].Count != 1 || r.Irregularities[0].FirstLine != 4 {
		t.Errorf("prepared %+v", r)
	}
	for _, mechanism := range method.Names() {
		request := ask(mechanism, 2)
		if mechanism == "sulq" {
			if e := p.ask(protocol.ReleaseRequest.Name, request, nil); e.Type == protocol.TypeError {
				if !bytes.Contains(e.Body, []byte(`"refused"`)) || !bytes.Contains(e.Body, []byte("complex")) {
					t.Errorf("sulq: %s", e.Body)
				}
				continue
			}
		}
		out := must(p, protocol.ReleaseRequest, request, nil)
		e := p.edition(out)
		d := e.Document()
		if d.Privacy.Mechanism != mechanism || d.NumComponents != 2 || d.NumFeatures != 4 || (d.N != 3) != (mechanism == "random") || d.Created != "2026-01-02" || d.Software != (release.Software{Version: "test", Go: "go1.2.3"}) {
			t.Errorf("document %+v", d)
		}
		wantK, gives := 2, method.Named(mechanism).Gives
		if gives == method.WholeMatrix {
			wantK = 3
		}
		if e.MaxK() != wantK {
			t.Errorf("%s: k up to %d, want %d", mechanism, e.MaxK(), wantK)
		}
		if mechanism != "random" {
			p.sameFromLedger(out)
		}
		if one, err := e.Keep(1); (err == nil) != (gives != method.OneSubspace) || err == nil && one.Document().Components[0][0] != d.Components[0][0] {
			t.Errorf("%s: k = 1: %v", mechanism, err)
		}
	}
	phases := map[string]bool{}
	for _, e := range p.sent {
		if e.Type == protocol.TypeProgress {
			var pr protocol.Progress
			if err := json.Unmarshal(e.Body, &pr); err != nil || pr.Done > pr.Total {
				t.Errorf("progress %s: %v", e.Body, err)
			}
			phases[pr.Phase] = true
		}
	}
	for _, want := range []string{protocol.PhaseRead, protocol.PhaseNoise, protocol.PhaseVectors, protocol.PhaseWrite} {
		if !phases[want] {
			t.Errorf("no progress of phase %q", want)
		}
	}
}

// A document says nothing of the file's name, and nothing the page is sent holds
// a cell: every cell here is a word of its own.
func TestNoCellLeaves(t *testing.T) {
	const planted = "qzxplanted"
	data := "a,b,c,name\n1," + planted + "1," + planted + "2," + planted + "3\n" + planted + "4,77.12345678901234,\"" + planted + "5\ny\",z," + planted + "6\n"
	p := newPage(t, 1)
	must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "secret-name.csv", data: []byte(data)})
	must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
	out := must(p, protocol.ReleaseRequest, ask("gaussian", 2), nil)
	if strings.Contains(out.Document, "secret-name") {
		t.Error("the document holds the file's name")
	}
	p.refused(protocol.PrepareRequest.Name, protocol.Prepare{Schema: json.RawMessage(`{"fields":[{"name":"other","type":"number","constraints":{"minimum":0,"maximum":1}},{"name":"a","type":"number","constraints":{"minimum":0,"maximum":1}}]}`)}, nil)
	p.refused(protocol.OpenRequest.Name, protocol.Open{}, &memory{name: "x", data: []byte("h,\"" + planted)})
	for _, e := range p.sent {
		if text := string(e.Body); strings.Contains(text, planted) || strings.Contains(text, "77.12345678901234") {
			t.Errorf("%s holds a cell: %s", e.Type, text)
		}
	}
}

func TestBadRequests(t *testing.T) {
	fresh := newPage(t, 1)
	for _, c := range []struct {
		kind string
		body any
		code string
	}{
		{"dance", nil, protocol.CodeRequest},
		{protocol.OpenRequest.Name, protocol.Open{}, protocol.CodeRequest},
		{protocol.PrepareRequest.Name, protocol.Prepare{Schema: smallSchema}, protocol.CodeRequest},
		{protocol.ReleaseRequest.Name, ask("gaussian", 1), protocol.CodeRequest},
		{protocol.EntryRequest.Name, protocol.GetEntry{ID: "none"}, protocol.CodeRequest},
		{protocol.DescribeRequest.Name, protocol.Describe{ID: "none", Decisions: "{}"}, protocol.CodeRequest},
		{protocol.DescribeRequest.Name, protocol.Describe{ID: "none", Decisions: "no"}, protocol.CodeRequest},
		{protocol.ReleaseRequest.Name, []int{1}, protocol.CodeRequest},
	} {
		if e := fresh.refused(c.kind, c.body, nil); e.Code != c.code || e.Message == "" {
			t.Errorf("%s on a fresh worker: %+v", c.kind, e)
		}
	}
	fresh.s.Handle([]byte("{"), nil)
	if last := fresh.sent[len(fresh.sent)-1]; last.Type != protocol.TypeError {
		t.Errorf("half an envelope: %+v", last)
	}

	p := prepareSmall(t)
	for want, change := range map[string]func(*protocol.Release){
		"k = 0":              func(r *protocol.Release) { r.K = 0 },
		"k = 4 of d = 4":     func(r *protocol.Release) { r.K = 4 },
		"ε must be positive": func(r *protocol.Release) { r.Epsilon = 0 },
		"δ must be below 1":  func(r *protocol.Release) { r.Delta = 1 },
		"δ > 0":              func(r *protocol.Release) { r.Delta = 0 },
		"neighbour relation": func(r *protocol.Release) { r.Relation = "friends" },
		"is not one of":      func(r *protocol.Release) { r.Mechanism = "wishart" },
	} {
		r := ask("gaussian", 1)
		change(&r)
		if e := p.refused(protocol.ReleaseRequest.Name, r, nil); e.Code != protocol.CodeRequest || !strings.Contains(e.Message, want) {
			t.Errorf("%+v: want %q", e, want)
		}
	}
	// After all these refusals the work still stands.
	must(p, protocol.ReleaseRequest, ask("gaussian", 1), nil)
}

func TestBadFiles(t *testing.T) {
	var many strings.Builder
	for i := range 10_000 {
		fmt.Fprintf(&many, "c%d,", i)
	}
	for _, c := range []struct {
		name, data string
		code       string
		want       string
		line       int64
	}{
		{"empty", "", protocol.CodeFile, "empty", 0},
		{"header only", "a,b,c\n", protocol.CodeRecords, "no records", 0},
		{"one column", "a\n1\n", protocol.CodeSchema, "lacks", 0},
		{"binary", "\x00\x01\x02\x03\xff\xfe", protocol.CodeFile, "", 0},
		{"truncated gzip", "\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\xff", protocol.CodeFile, "", 0},
		{"open quote", "a,b,c\n1,2,\"x\n3,4,y\n", protocol.CodeRecords, "quote", 2},
		{"10,000 columns, none of them the schema's", many.String() + "\n1\n", protocol.CodeSchema, "lacks", 0},
	} {
		p := newPage(t, 1)
		e := p.ask(protocol.OpenRequest.Name, protocol.Open{}, &memory{name: c.name, data: []byte(c.data)})
		if e.Type == protocol.OpenRequest.Name {
			e = p.ask(protocol.PrepareRequest.Name, protocol.Prepare{Schema: smallSchema}, nil)
		}
		var got protocol.Error
		if err := json.Unmarshal(e.Body, &got); err != nil {
			t.Fatal(err)
		}
		if e.Type != protocol.TypeError || got.Code != c.code || !strings.Contains(got.Message, c.want) || c.line > 0 && got.Line != c.line {
			t.Errorf("%s: %s %+v, want code %s, %q, line %d", c.name, e.Type, got, c.code, c.want, c.line)
		}
		// The same page goes on with a good file.
		must(p, protocol.OpenRequest, protocol.Open{}, &memory{name: "small.csv", data: []byte(small)})
		must(p, protocol.PrepareRequest, protocol.Prepare{Schema: smallSchema}, nil)
	}
}

// A file that is shorter than it was, or cannot be read any more.
func TestChangedFile(t *testing.T) {
	p := newPage(t, 1)
	f := &memory{name: "small.csv", data: []byte(small)}
	must(p, protocol.OpenRequest, protocol.Open{}, f)
	f.size, f.data = int64(len(small)), []byte(small)[:20]
	if e := p.refused(protocol.PrepareRequest.Name, protocol.Prepare{Schema: smallSchema}, nil); e.Code != protocol.CodeFile || !strings.Contains(e.Message, "changed or vanished") {
		t.Errorf("a shrunken file: %+v", e)
	}
	f.data = nil
	if e := p.refused(protocol.OpenRequest.Name, protocol.Open{}, f); !strings.Contains(e.Message, "changed or vanished") {
		t.Errorf("a vanished file: %+v", e)
	}
}

type panicking struct{ *memory }

func (panicking) ReadAt([]byte, int64) (int, error) { panic("cell 4711") }

// A defect is answered, without what it said.
func TestPanicIsAnswered(t *testing.T) {
	p := newPage(t, 1)
	e := p.refused(protocol.OpenRequest.Name, protocol.Open{}, panicking{&memory{data: []byte(small)}})
	if e.Code != protocol.CodeInternal || strings.Contains(e.Message, "4711") {
		t.Errorf("%+v", e)
	}
}

// A watched file keeps up to where it was read.
type watched struct {
	*memory
	to []int64
}

func (c *watched) ReadAt(p []byte, off int64) (int, error) {
	c.to = append(c.to, off+int64(len(p)))
	return c.memory.ReadAt(p, off)
}

// A file that is replaced gives all the bytes that it is asked for, with the error beside them.
type replaced struct {
	*memory
	now bool
}

func (r *replaced) ReadAt(p []byte, off int64) (int, error) {
	n, err := r.memory.ReadAt(p, off)
	if r.now {
		err = pca.ErrChanged
	}
	return n, err
}

// That a file has changed shows with bytes that are all there: no sum comes of them.
func TestChangeBesideAllBytesIsRefused(t *testing.T) {
	p := newPage(t, 1)
	f := &replaced{memory: &memory{data: []byte(small)}}
	p.ask(protocol.OpenRequest.Name, protocol.Open{}, f)
	f.now = true
	if e := p.refused(protocol.PrepareRequest.Name, protocol.Prepare{Schema: smallSchema}, nil); e.Code != protocol.CodeFile || !strings.Contains(e.Message, "changed or vanished") {
		t.Errorf("a replaced file: %+v", e)
	}
}

func TestStreamReadsWhatTheFileHolds(t *testing.T) {
	for _, c := range []struct{ size, chunks int }{{5, 1}, {smallChunk, 1}, {smallChunk + 1, 2}, {2*smallChunk + 3, 3}, {100 * largeChunk, 100}} {
		data := bytes.Repeat([]byte("0123456789abcdef"), c.size/16+1)[:c.size]
		f := &watched{memory: &memory{data: data}}
		got, err := io.ReadAll(newStream(f))
		if err != nil || !bytes.Equal(got, data) {
			t.Errorf("%d bytes of %d, %v", len(got), len(data), err)
		}
		if len(f.to) != c.chunks || f.to[len(f.to)-1] != int64(c.size) {
			t.Errorf("%d bytes: read up to %v", c.size, f.to)
		}
	}
}

// A stream that fails gives no byte beside its error; a chunk and what lies beside it fail alike.
func TestAStreamThatFailsGivesNothing(t *testing.T) {
	for _, room := range []int{1, smallChunk, 2 * smallChunk} {
		s := newStream(&unreadable{memory{data: make([]byte, 2*smallChunk)}})
		for range 2 {
			if n, err := s.Read(make([]byte, room)); n != 0 || err != pca.ErrChanged {
				t.Errorf("%d bytes of room: %d bytes and %v", room, n, err)
			}
		}
	}
}

// unreadable is a file that vanished.
type unreadable struct{ memory }

func (*unreadable) ReadAt(p []byte, _ int64) (int, error) { return len(p), pca.ErrChanged }

// How far a reading is can be told of text alone: what a workbook holds is another size than the workbook.
func TestSizeOfASource(t *testing.T) {
	if got := (source{File: &memory{data: make([]byte, 7)}}).Size(); got != 7 {
		t.Errorf("7 bytes of text are %d", got)
	}
	if got := (source{File: &workbook{}}).Size(); got != 0 {
		t.Errorf("a workbook's text has %d bytes", got)
	}
}

// A document and the first message state the digest that the worker was started with. One that a request states counts for nothing.
func TestDigestOfTheWorker(t *testing.T) {
	p := prepareSmall(t)
	if got := p.released(ask("laplace", 1)).Software.WorkerSHA256; got != "" {
		t.Errorf("no digest: %q", got)
	}
	digest := strings.Repeat("0123456789abcdef", 4)
	p.s.software.WorkerSHA256 = digest
	if got := p.released(ask("laplace", 1)).Software.WorkerSHA256; got != digest {
		t.Errorf("%q, want %q", got, digest)
	}
	p.s.Hello()
	var hello protocol.Hello
	if err := json.Unmarshal(p.sent[len(p.sent)-1].Body, &hello); err != nil || hello.SHA256 != digest {
		t.Errorf("the first message says %+v, %v", hello, err)
	}
	var request map[string]any
	text, err := json.Marshal(ask("laplace", 1))
	if err != nil || json.Unmarshal(text, &request) != nil {
		t.Fatal(err)
	}
	request["worker_sha256"] = strings.Repeat("0f", 32)
	if text, err = json.Marshal(request); err != nil {
		t.Fatal(err)
	}
	var out protocol.Released
	answer := p.ask(protocol.ReleaseRequest.Name, json.RawMessage(text), nil)
	if json.Unmarshal(answer.Body, &out) != nil || !strings.Contains(out.Document, digest) {
		t.Errorf("a request that states another digest: %s", answer.Body)
	}
}

// A file of one byte is not empty: what it lacks is records.
func TestFileOfOneByte(t *testing.T) {
	p := newPage(t, 1)
	empty := p.refused(protocol.OpenRequest.Name, protocol.Open{}, &memory{name: "a.csv"})
	if e := p.refused(protocol.OpenRequest.Name, protocol.Open{}, &memory{name: "a.csv", data: []byte("a")}); e.Message == empty.Message || empty.Found != "0 bytes" {
		t.Errorf("%+v, and of nothing %+v", e, empty)
	}
}

// What is no message is answered under no request's number, whatever was asked before; so is the greeting.
func TestAnswersToNoRequest(t *testing.T) {
	p := newPage(t, 1)
	p.id = 6
	p.refused("no such request", nil, nil)
	for name, say := range map[string]func(){"no message": func() { p.s.Handle([]byte("{"), nil) }, "the greeting": p.s.Hello} {
		p.refused("no such request", nil, nil)
		say()
		if last := p.sent[len(p.sent)-1]; last.ID != 0 {
			t.Errorf("%s has the number %d", name, last.ID)
		}
	}
}
