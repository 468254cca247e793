//go:build js && wasm

// Command lab is the project's side of the comparisons in the browser: what the shipped
// worker runs, called by lab.js on the inputs that the other side gets. Times are in
// milliseconds; what is compared is returned beside them, so that both sides can be held to
// the same answer.
package main

import (
	"bytes"
	"syscall/js"
	"time"

	"privatepca/core/dataset"
	"privatepca/core/eigen"
	"privatepca/core/moment"
	"privatepca/core/schema"
	"privatepca/wasm/kernel"
)

func main() {
	l := lab{loadKernels()}
	ours := js.Global().Get("Object").New()
	ours.Set("moment", js.FuncOf(l.secondMoment))
	ours.Set("top", js.FuncOf(l.top))
	ours.Set("all", js.FuncOf(l.all))
	ours.Set("encode", js.FuncOf(l.encode))
	js.Global().Set("ours", ours)
	js.Global().Call("labIsReady")
	select {}
}

// A lab runs what the shipped worker runs, with its inner loops.
type lab struct{ kernels *kernel.Kernels }

func (l lab) solver() eigen.Solver { return eigen.Solver{Kernel: l.kernels.Vectors} }

func since(start time.Time) float64 { return float64(time.Since(start).Nanoseconds()) / 1e6 }

// secondMoment(rows Int16Array, n, d): rows in, matrix out.
func (l lab) secondMoment(_ js.Value, args []js.Value) any {
	n, d := args[1].Int(), args[2].Int()
	raw := make([]byte, 2*n*d)
	js.CopyBytesToGo(raw, js.Global().Get("Uint8Array").New(args[0].Get("buffer")))
	rows := make([]int16, n*d)
	for i := range rows {
		rows[i] = int16(raw[2*i]) | int16(raw[2*i+1])<<8
	}
	start := time.Now()
	sums := moment.NewAccumulatorWith(l.kernels.Sums, d, schema.Scale)
	for i := range n {
		if err := sums.Add(rows[i*d : (i+1)*d]); err != nil {
			panic(err)
		}
	}
	m := sums.Matrix()
	return map[string]any{"ms": since(start), "entry": float64(m.At(0, d-1)), "trace": float64(m.At(d/2, d/2))}
}

func symmetric(v js.Value, d int) *eigen.Symmetric {
	a := eigen.New(d)
	for i := range d {
		for j := range i + 1 {
			a.Set(i, j, v.Index(i*d+j).Float())
		}
	}
	return a
}

// top(matrix Float64Array, d, k): the leading eigenvectors.
func (l lab) top(_ js.Value, args []js.Value) any {
	d := args[1].Int()
	a := symmetric(args[0], d)
	start := time.Now()
	values, _ := l.solver().Top(a, args[2].Int())
	return map[string]any{"ms": since(start), "first": values[0], "last": values[len(values)-1]}
}

// all(matrix Float64Array, d): every eigenvector.
func (l lab) all(_ js.Value, args []js.Value) any {
	d := args[1].Int()
	a := symmetric(args[0], d)
	start := time.Now()
	values, _ := l.solver().All(a)
	return map[string]any{"ms": since(start), "first": values[0]}
}

// encode(text Uint8Array, schema): bytes to integer vectors.
func (l lab) encode(_ js.Value, args []js.Value) any {
	text := make([]byte, args[0].Length())
	js.CopyBytesToGo(text, args[0])
	s, err := schema.Parse([]byte(args[1].String()))
	if err != nil {
		panic(err)
	}
	start := time.Now()
	records := 0
	_, err = dataset.Reading{Kernel: l.kernels.Rows}.Read(bytes.NewReader(text), s, func([]int16) error { records++; return nil })
	if err != nil {
		panic(err)
	}
	return map[string]any{"ms": since(start), "records": records}
}

// loadKernels returns the inner loops that the shipped worker takes.
func loadKernels() *kernel.Kernels {
	k, err := kernel.New(js.Global().Get("memory"))
	if err != nil {
		panic(err)
	}
	if err := k.Check(); err != nil {
		panic(err)
	}
	return k
}
