package session

import (
	"encoding/json"
	"strconv"
	"time"

	"privatepca/core/ledger"
	"privatepca/core/method"
	"privatepca/core/pca"
	"privatepca/core/plan"
	"privatepca/core/release"
	"privatepca/core/schema"
	"privatepca/wasm/protocol"
)

// Rehearse does a whole job on a made-up file, in a ledger of its own, and forgets it all. A
// browser compiles a program badly at first and well what it then sees run: a file that is
// read half a second later takes half as long. Between its steps it asks whether it is
// still to go on. It reports whether it came to a release. hash makes the ledger's hashers.
func Rehearse(m *pca.Machine, hash func(key []byte) ledger.Hasher, on func() bool) bool {
	done := ""
	store := ledger.NewMemory()
	store.Hash = hash
	s := New(m, ledger.New(store, time.Now), release.Software{}, time.Now, func(e protocol.Envelope) { done = e.Type })
	stage := newStage()
	for i, step := range []struct {
		kind string
		body any
	}{
		{protocol.OpenRequest.Name, nil},
		{protocol.PrepareRequest.Name, protocol.Prepare{Schema: stage.schema}},
		{protocol.ReleaseRequest.Name, protocol.Release{
			Choices: plan.Choices{Mechanism: method.Default, K: 2, Epsilon: 1, Delta: 1e-6, Relation: "replace-one"},
			Budget:  &protocol.Budget{Population: "nobody", Delta: 1e-6, Cap: 1},
		}},
	} {
		if !on() {
			return false
		}
		s.Handle(inJSON(protocol.Envelope{ID: i + 1, Type: step.kind, Body: inJSON(step.body)}), stage)
	}
	return done == protocol.ReleaseRequest.Name
}

func inJSON(v any) []byte {
	text, err := json.Marshal(v)
	if err != nil {
		panic("session: a rehearsal's request cannot be encoded")
	}
	return text
}

// A stage is the made-up file: the same rows again and again.
type stage struct {
	schema []byte
	header []byte
	rows   []byte
}

const (
	stageColumns = 60
	stageSize    = 4 << 20 // bytes
)

var _ File = (*stage)(nil)

func newStage() *stage {
	f := &stage{}
	var fields []schema.Field
	for i := range stageColumns {
		name := "x" + strconv.Itoa(i)
		fields = append(fields, schema.Field{Name: name, Kind: schema.Number, Minimum: -100, Maximum: 100})
		f.header = append(append(f.header, name...), separator(i))
	}
	for r := range 64 {
		for i := range stageColumns {
			f.rows = strconv.AppendFloat(f.rows, float64((r*37+i*101)%20001-10000)/100, 'f', i%4, 64)
			f.rows = append(f.rows, separator(i))
		}
	}
	f.schema = schema.New(fields...).Encode()
	return f
}

func separator(column int) byte {
	if column == stageColumns-1 {
		return '\n'
	}
	return ','
}

func (f *stage) Name() string { return "" }
func (f *stage) Size() int64  { return int64(len(f.header) + stageSize/len(f.rows)*len(f.rows)) }

// ReadAt fills p, whose end is not behind the file's.
func (f *stage) ReadAt(p []byte, off int64) (int, error) {
	n := 0
	if off < int64(len(f.header)) {
		n = copy(p, f.header[off:])
	}
	for n < len(p) {
		n += copy(p[n:], f.rows[(off+int64(n)-int64(len(f.header)))%int64(len(f.rows)):])
	}
	return n, nil
}
