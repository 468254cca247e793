package main

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"

	"privatepca/app/e2e/drive"
	"privatepca/core/method"
)

// rules: the whole job on a file of 100 MB by the recommended rule, which takes three readings, beside sign, which takes two. Both sides take turns: what else
// the machine does then meets both.
func (b *bench) rules() error {
	const columns, lines, times = 50, 2000, 350
	rng := rand.New(rand.NewPCG(1, 1)) // any numbers do
	header, block, schema := numbers(columns, lines, func() int { return 10 + rng.IntN(90) })
	j := drive.Job{Data: filepath.Join(b.folder, "rules.csv"), Schema: filepath.Join(b.folder, "rules.schema.json"), Epsilon: "1", Delta: "1e-6", K: "4", Mechanism: method.Default}
	if err := errors.Join(os.WriteFile(j.Schema, schema, 0o666),
		os.WriteFile(j.Data, append(append(header, bytes.Repeat(block, times)...), '\n'), 0o666)); err != nil {
		return err
	}
	defer os.Remove(j.Data)
	best := map[string]float64{"mean": math.Inf(1), "sign": math.Inf(1)}
	for range 3 {
		for _, rule := range []string{"mean", "sign"} {
			j.Norm = rule
			reading, releasing, err := b.visit(j)
			if err != nil {
				return fmt.Errorf("%s: %w", rule, err)
			}
			best[rule] = min(best[rule], reading+releasing)
		}
	}
	b.faster(fmt.Sprintf("whole job by the rule mean, CSV of 105 MB, %d × %d, beside sign", lines*times, columns), best["mean"], best["sign"], "≥ 0.67", "best of three, both sides in turn")
	return nil
}

// numbers is a table of cells from 0 to 100: its header, its rows, each behind a line end, and its schema.
func numbers(columns, rows int, cell func() int) (header, body, described []byte) {
	var h, b, s bytes.Buffer
	s.WriteString(`{"fields":[`)
	for j := range columns {
		fmt.Fprintf(&h, "%sc%d", comma(j), j)
		fmt.Fprintf(&s, `%s{"name":"c%d","type":"number","constraints":{"minimum":0,"maximum":100}}`, comma(j), j)
	}
	s.WriteString("]}")
	for range rows {
		b.WriteByte('\n')
		for j := range columns {
			fmt.Fprintf(&b, "%s%d", comma(j), cell())
		}
	}
	return h.Bytes(), b.Bytes(), s.Bytes()
}

func comma(j int) string {
	if j == 0 {
		return ""
	}
	return ","
}
