package e2e

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/momentfile"
	"privatepca/core/passes"
	"privatepca/core/schema"
	"privatepca/core/schema/papertest"
)

// tellsDigest has the worker end its reading with an error that tells the digest of the exact sum, which no page is told.
var tellsDigest = mutation{
	path: "core/pca/table.go", after: "	t.summed, t.summary = true, *summary\n",
	plants: "	if t.matrix != nil {\n		return nil, fault.New(fault.CodeFile, \"The sum has the digest \"+t.matrix.Digest()+\".\")\n	}\n",
}

// Eight times kddcup10, 3.95 million rows: one worker and two have the sum of the command, bit for bit.
func TestThePagesSumIsTheCommands(t *testing.T) {
	long(t, "reads 600 MB")
	s := papertest.Schema(t, "kddcup10")
	s.NormRule, s.NormBound = schema.Clip, 3.79
	text := papertest.Text(t, "kddcup10")
	end := bytes.IndexByte(text, '\n') + 1
	j := drive.Job{Data: file(t, "kddcup8.csv", string(text[:end])), Schema: file(t, "schema.json", string(s.Encode()))}
	out, err := os.OpenFile(j.Data, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	for range 8 {
		if _, err := out.Write(text[end:]); err != nil {
			t.Fatal(err)
		}
	}
	want := strings.TrimSpace(shellOf(t, filepath.Dir(j.Data))(binary, "sum", "-schema", j.Schema, "-digest", "-progress", "none", j.Data))
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(want) {
		t.Fatalf("the command's digest is %q", want)
	}
	telling := mutant(t, "worker.wasm", tellsDigest)
	for _, workers := range []int{1, 2} {
		p := sit(t, telling, 5*time.Minute, cores(workers))
		start := time.Now()
		at.Start(p).Open(j)
		at.Columns(p).Answer(j)
		at.Columns(p).Onward()
		p.until(`document.querySelector('#error')`)
		e := p.refusal(p.Alert(p.ctx))
		if e.Code != "file" || !strings.Contains(e.Text, want) {
			t.Errorf("%d workers: the page says %v, the command %s", workers, e, want)
		}
		t.Logf("%d workers: %s in %s", workers, want, fmt.Sprint(time.Since(start).Round(time.Second)))
	}
}

// tellsPasses has the worker end its reading with an error that tells the start of the digests of three passes of the norm rule mean: over the rows that
// its readers have kept, and over a file that is read again.
var tellsPasses = mutation{
	path: "core/pca/table.go", after: "	t.summed, t.summary = true, *summary\n",
	plants: `	if t.schema.NormRule == schema.Mean {
		centre, weights, said := make([]float64, t.schema.D()), make([]float64, t.schema.D()), ""
		for i := range weights {
			weights[i] = 1.5
		}
		for range 2 {
			said += map[bool]string{true: " kept:", false: " read:"}[t.Kept()]
			for _, p := range []passes.Pass{passes.First(), {Number: passes.Lengths, Centre: centre, Weights: weights, Longest: 6}, {Number: passes.Moment, Centre: centre, Weights: weights, Radius: 1.25}} {
				sum, _, err := (passOver{table: t, pass: p, room: max(0, t.machine.rowsMemory()), phase: plan.PhaseRead, progress: progressOrNone(progress)}).sum(ctx)
				if err != nil {
					return nil, err
				}
				said += " " + sum.Digest()[:16]
			}
			t.Forget()
		}
		return nil, fault.New(fault.CodeFile, "The passes are"+said+".")
	}
`,
}

// Under the norm rule mean one worker and two sum the three passes to the command's integers, bit for bit: over rows that each has kept, and over a file
// that is read again.
func TestThePagesPassesAreTheCommands(t *testing.T) {
	t.Parallel()
	rng := rand.New(rand.NewPCG(4, 4))
	var text strings.Builder
	text.WriteString("alpha,beta,gamma\n")
	for i := range 200_000 { // large enough to be shared
		fmt.Fprintf(&text, "%.3f,%c,%d\n", rng.NormFloat64(), 'p'+rune(rng.IntN(4)), i%1200)
	}
	s := schema.New(
		schema.Field{Name: "alpha", Kind: schema.Number, Minimum: -4, Maximum: 4}, schema.Field{Name: "beta", Kind: schema.Category, Enum: []string{"p", "q", "r"}},
		schema.Field{Name: "gamma", Kind: schema.Number, Minimum: 0, Maximum: 1000})
	s.NormRule, s.Scaling = schema.Mean, schema.Affine
	j := drive.Job{Norm: "mean", Data: file(t, "table.csv", text.String()), Schema: file(t, "table.schema.json", string(s.Encode()))}
	weights := []float64{1.5, 1.5, 1.5, 1.5, 1.5}
	want := ""
	for _, p := range []passes.Pass{
		passes.First(), {Number: passes.Lengths, Centre: make([]float64, 5), Weights: weights, Longest: 6}, {Number: passes.Moment, Centre: make([]float64, 5), Weights: weights, Radius: 1.25},
	} {
		how := []string{"-schema", j.Schema}
		if p.Number != passes.Sums {
			text, err := momentfile.EncodePass(s, p)
			if err != nil {
				t.Fatal(err)
			}
			how = []string{"-pass", file(t, fmt.Sprintf("pass-%d.json", p.Number), string(text))}
		}
		said := shellOf(t, filepath.Dir(j.Data))(binary, append(append([]string{"sum"}, how...), "-digest", "-progress", "none", j.Data)...)
		digest := regexp.MustCompile(`(?m)^[0-9a-f]{64}$`).FindString(said)
		if digest == "" {
			t.Fatalf("the command gives no digest: %s", said)
		}
		want += " " + digest[:16]
	}
	telling := mutant(t, "worker.wasm", tellsPasses)
	for _, workers := range []int{1, 2} {
		p := sit(t, telling, 90*time.Second, cores(workers))
		if said := p.try(j); !strings.Contains(said, "The passes are kept:"+want+" read:"+want+".") {
			t.Errorf("%d workers: the page says %s, the command%s", workers, said, want)
		}
	}
}
