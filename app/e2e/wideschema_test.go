package e2e

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/core/schema"
)

// A file of ten thousand columns with its schema, in both standards: the page's
// thread is never busy for 50 ms at a time.
func TestAWideSchemaIsReadInSlices(t *testing.T) {
	alone(t)
	onlyChromium(t, "tasks are seen by its tracing")
	b, err := drive.Launch() // of its own, so that its thread is this job's
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	names := make([]string, 10_000)
	s := schema.New()
	for i := range names {
		names[i] = fmt.Sprintf("column_%05d", i)
		f := schema.Field{Name: names[i], Kind: schema.Number, Minimum: 0, Maximum: float64(i + 1)}
		if i%5 == 0 {
			f = schema.Field{Name: names[i], Kind: schema.Category, Enum: []string{"low", "middle", "high"}}
		}
		s.Fields = append(s.Fields, f)
	}
	s.BoundsFrom = schema.FromSchema
	table := file(t, "wide.csv", strings.Join(names, ",")+"\n")
	p := sitIn(t, b, server, 60*time.Second)
	p.quiet()
	for _, c := range []struct {
		standard string
		text     []byte
	}{{"Frictionless", s.Encode()}, {"CSVW", s.EncodeCSVW("wide.csv")}} {
		p.part(c.standard, func(t *testing.T) {
			longest := p.undisturbed(50*time.Millisecond, func() []drive.Task {
				tasks := p.traced(b, func() {
					at.Start(p).Open(drive.Job{Data: table, Schema: file(t, "schema.json", string(c.text))})
					p.until(`document.querySelector('#feature-count').innerText === '14,000 features'`)
				})
				p.click(`nav a[href="/"]`)
				p.until(`document.querySelector('#file-input')`)
				return tasks
			})
			t.Logf("%s, %d KB: longest task %v", c.standard, len(c.text)>>10, longest)
		})
	}
}
