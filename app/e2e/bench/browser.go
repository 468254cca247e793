package main

import (
	"fmt"
	"math"
)

// moment: the exact second moment, rows in, matrix out.
func (b *bench) moment() error {
	for _, size := range []parameters{{"n": 60000, "d": 116}, {"n": 6000, "d": 513}} {
		ours, err := b.lab.best(b.ctx, 5, "moment/ours", size)
		if err != nil {
			return err
		}
		for _, other := range []struct{ task, name, goal string }{
			{"moment/ml-matrix", "npm ml-matrix XᵀX", "≥ 35"},
			{"moment/tiles", "tuned JavaScript loops", "≥ 8"},
		} {
			peer, err := b.lab.best(b.ctx, 2, other.task, size)
			if err != nil {
				return err
			}
			if peer.Entry != ours.Entry || peer.Trace != ours.Trace {
				return fmt.Errorf("%s has another sum", other.name)
			}
			b.faster(fmt.Sprintf("second moment, %d × %d, against %s", size["n"], size["d"], other.name), ours.MS, peer.MS, other.goal,
				fmt.Sprintf("%.3g GMAC/s", gmacs(size["n"], size["d"], ours.MS)))
		}
	}
	return nil
}

// gmacs is 10⁹ multiply-adds a second for n records of d features.
func gmacs(n, d int, ms float64) float64 {
	return float64(n) * float64(d) * float64(d+1) / 2 / ms / 1e6
}

// eigen: the first eigenvectors, and all of them.
func (b *bench) eigen() error {
	for _, size := range []struct {
		d    int
		goal string
	}{{513, "≥ 30"}, {1000, "≥ 80"}} {
		p := parameters{"d": size.d, "k": 8}
		top, err := b.lab.best(b.ctx, 5, "top/ours", p)
		if err != nil {
			return err
		}
		all, err := b.lab.best(b.ctx, 2, "all/ours", p)
		if err != nil {
			return err
		}
		peer, err := b.lab.best(b.ctx, 2, "evd/ml-matrix", p)
		if err != nil {
			return err
		}
		for _, pair := range [][2]float64{{top.First, peer.First}, {top.Last, peer.Last}, {all.First, peer.First}} {
			if math.Abs(pair[0]-pair[1]) > 1e-9*math.Abs(pair[1]) {
				return fmt.Errorf("d = %d: eigenvalue %g, the other side has %g", size.d, pair[0], pair[1])
			}
		}
		b.faster(fmt.Sprintf("first 8 eigenvectors, d = %d, against npm ml-matrix EVD", size.d), top.MS, peer.MS, size.goal, "")
		b.faster(fmt.Sprintf("all eigenvectors, d = %d, against npm ml-matrix EVD", size.d), all.MS, peer.MS, map[int]string{1000: "≤ 3,000 ms"}[size.d], "")
	}
	return nil
}

// csv: bytes of text to encoded records.
func (b *bench) csv() error {
	size := parameters{"n": 50000, "d": 116}
	ours, err := b.lab.best(b.ctx, 3, "encode/ours", size)
	if err != nil {
		return err
	}
	peer, err := b.lab.best(b.ctx, 3, "encode/papaparse", size)
	if err != nil {
		return err
	}
	if ours.Records != size["n"] || peer.Records != size["n"] {
		return fmt.Errorf("%d and %d records", ours.Records, peer.Records)
	}
	b.add(Row{
		Name: "CSV to encoded records, 50,000 × 116, against npm papaparse + Number", Unit: "MB/s",
		Ours: ours.Bytes / ours.MS / 1e3, Peer: peer.Bytes / peer.MS / 1e3, Ratio: peer.MS / ours.MS, Goal: "≥ 4",
		Note: "ours also clamps, scales, clips and quantises",
	})
	return nil
}
