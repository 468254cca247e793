package plan

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"privatepca/core/schema"
)

// FuzzConfig reads whatever bytes as a configuration: what is taken is written as it was read, and deciding it ends in a plan or a refusal.
func FuzzConfig(f *testing.F) {
	s := schema.New(schema.Field{Name: "a", Kind: schema.Number, Minimum: 0, Maximum: 1}, schema.Field{Name: "b", Kind: schema.Category, Enum: []string{"x", "y"}})
	for _, c := range []Choices{
		{Mechanism: "gaussian", K: 1, Epsilon: 1, Delta: 1e-6, Relation: "replace-one"},
		{Mechanism: "ppca", Epsilon: 1, Relation: "add-remove", CoreShare: .1, Cap: 9, Steps: &Steps{ChooseK: &ChooseK{Share: .1, Target: .8, Max: 2}}},
		{Mechanism: "laplace", K: 2, Epsilon: 2, Relation: "replace-one", Steps: &Steps{Centre: &Centre{Share: .1}, NormBound: &NormBound{Share: .1, Quantile: .9}}},
	} {
		f.Add((&Config{Schema: s.Encode(), Choices: c}).Encode())
	}
	f.Add([]byte("{}"))
	f.Fuzz(func(t *testing.T, text []byte) {
		c, err := ReadConfig(text)
		if err != nil {
			return
		}
		again, err := ReadConfig(c.Encode())
		if err != nil || !bytes.Equal(again.Encode(), c.Encode()) {
			t.Fatalf("%q: written again it is %q, %v", text, c.Encode(), err)
		}
		sch, err := schema.Parse(c.Schema)
		if err != nil {
			sch = s
		}
		if sch.D() > 200 {
			return
		}
		p, err := New(sch, c.Choices)
		if (p == nil) != (err != nil) {
			t.Fatalf("%q: %v, %v", text, p, err)
		}
	})
}

// A configuration may come from anybody: its limits are reached, in words and at once.
func TestConfigLimits(t *testing.T) {
	start := time.Now()
	for what, text := range map[string][]byte{
		"too large": bytes.Repeat([]byte(" "), schema.MaxSize+1),
		"too deep":  []byte(`{"format":"privatepca/config","schema":` + strings.Repeat("[", 5_000_000)),
	} {
		if _, err := ReadConfig(text); err == nil || !strings.Contains(err.Error(), "too large, or its values are nested too deep") {
			t.Errorf("%s: %v", what, err)
		}
	}
	if took := time.Since(start); took > 30*time.Second {
		t.Errorf("it took %s", took)
	}
}
