package main

import (
	"fmt"
	"strings"
)

// growth: how time grows with n, d, k and workers.
func (b *bench) growth() error {
	curve := func(name string, ms float64) {
		b.add(Row{Name: "growth: " + name, Ours: ms, Unit: "ms"})
	}
	// n: the whole reading, of blocks of the same lines, at 20 columns.
	const columns = 20
	names := make([]string, columns)
	fields := make([]string, columns)
	for i := range names {
		names[i] = fmt.Sprintf("c%d", i)
		fields[i] = fmt.Sprintf(`{"name":"c%d","type":"number","constraints":{"minimum":0,"maximum":100}}`, i)
	}
	var lines strings.Builder
	for i := range 1000 {
		for j := range columns {
			if j > 0 {
				lines.WriteByte(',')
			}
			fmt.Fprint(&lines, (i*7+j*13)%100)
		}
		lines.WriteByte('\n')
	}
	schema := `{"fields":[` + strings.Join(fields, ",") + `]}`
	for _, n := range []int{10_000, 100_000, 1_000_000, 10_000_000} {
		j, err := b.write(strings.Join(names, ",")+"\n"+strings.Repeat(lines.String(), n/1000), schema)
		if err != nil {
			return err
		}
		reading, _, err := b.visit(j)
		if err != nil {
			return err
		}
		curve(fmt.Sprintf("file to second moment, n = %d, d = %d", n, columns), reading)
		if n != 1_000_000 {
			continue
		}
		for _, workers := range []int{1, 2, 4} {
			reading, _, err := b.visit(j, cores(workers))
			if err != nil {
				return err
			}
			curve(fmt.Sprintf("file to second moment, n = %d, d = %d, %d workers", n, columns, workers), reading)
		}
	}
	for _, d := range []int{10, 50, 116, 250, 513, 1000, 2000} {
		n := max(500, 100_000_000/(d*d))
		m, err := b.lab.best(b.ctx, 2, "moment/ours", parameters{"n": n, "d": d})
		if err != nil {
			return err
		}
		curve(fmt.Sprintf("second moment of 10,000 records, d = %d", d), m.MS*1e4/float64(n))
		if m, err = b.lab.best(b.ctx, 2, "top/ours", parameters{"d": d, "k": min(8, d)}); err != nil {
			return err
		}
		curve(fmt.Sprintf("first %d eigenvectors, d = %d", min(8, d), d), m.MS)
		if m, err = b.lab.best(b.ctx, 1, "all/ours", parameters{"d": d}); err != nil {
			return err
		}
		curve(fmt.Sprintf("all eigenvectors, d = %d", d), m.MS)
	}
	for _, k := range []int{1, 2, 4, 8, 16, 32, 64} {
		m, err := b.lab.best(b.ctx, 2, "top/ours", parameters{"d": 513, "k": k})
		if err != nil {
			return err
		}
		curve(fmt.Sprintf("first %d eigenvectors, d = 513", k), m.MS)
	}
	return nil
}
