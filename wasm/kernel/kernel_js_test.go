package kernel

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"syscall/js"
	"testing"

	"privatepca/core/moment"
)

// memory returns what this program runs in. The worker's script hands it over;
// here it is had from the object that runs Go programs, which js.FuncOf calls.
func memory() js.Value {
	const method = "_makeFuncWrapper"
	class := js.Global().Get("Go").Get("prototype")
	original := class.Get(method)
	defer class.Set(method, original)
	var runner js.Value
	class.Set(method, js.FuncOf(func(this js.Value, _ []js.Value) any {
		runner = this
		return nil
	}))
	js.FuncOf(func(js.Value, []js.Value) any { return nil })
	return runner.Get("_inst").Get("exports").Get("mem")
}

// load returns the kernel, having checked it.
func load(t testing.TB) *Kernels {
	t.Helper()
	k, err := New(memory())
	if err == nil {
		err = k.Check()
	}
	if err != nil {
		t.Fatal(err)
	}
	return k
}

// dimensions are 1 … 600; of those past 60 every 25th, which has all remainders
// by 24, unless slow tests are asked for.
func dimensions() (all []int) {
	slow := os.Getenv("PRIVATEPCA_SLOW") != ""
	for d := 1; d <= 600; d++ {
		if slow || d <= 60 || d%25 == 0 {
			all = append(all, d)
		}
	}
	return all
}

// Every entry of a block at ±8191, which fills lanes to the brim.
func TestExtremes(t *testing.T) {
	k := load(t).Sums
	sign := func(x int) int64 { return int64(1 - 2*(x%2)) }
	for _, d := range dimensions() {
		stride, panels := moment.Stride(d), (d+moment.Tile-1)/moment.Tile
		rows := make([]int16, stride*moment.BlockRows)
		for r := range moment.BlockRows {
			for i := range d {
				rows[r*stride+i] = int16(moment.MaxScale * sign(r/2) * sign(i/5))
			}
		}
		sums := make([]int64, tile*panels*(panels+1)/2)
		k(d, sums, make([]int16, len(rows)), rows)
		at := 0
		for p := range panels {
			for q := p; q < panels; q++ {
				for f := range tile {
					i, j := 3*p+f/3, 3*q+f%3
					want := moment.BlockRows * moment.MaxScale * moment.MaxScale * sign(i/5) * sign(j/5)
					if i >= d || j >= d {
						want = 0
					}
					if sums[at] != want {
						t.Fatalf("d=%d: sum %d,%d is %d, want %d", d, i, j, sums[at], want)
					}
					at++
				}
			}
		}
	}
}

// The same bits as in Go: dense and sparse, in any order, in parts.
func TestSameAsGo(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 5))
	for _, d := range dimensions() {
		plain := moment.NewAccumulator(d, moment.MaxScale)
		calls := 0
		k := load(t).Sums
		counting := func(d int, sums []int64, panels, rows []int16) {
			calls++
			k(d, sums, panels, rows)
		}
		parts := []*moment.Accumulator{
			moment.NewAccumulatorWith(counting, d, moment.MaxScale), moment.NewAccumulatorWith(counting, d, moment.MaxScale),
		}

		records := draw(rng, 2*moment.BlockRows+rng.IntN(moment.BlockRows), d)
		for _, q := range records {
			if err := plain.Add(q); err != nil {
				t.Fatal(err)
			}
		}
		rng.Shuffle(len(records), func(i, j int) { records[i], records[j] = records[j], records[i] })
		for _, q := range records {
			if err := parts[rng.IntN(2)].Add(q); err != nil {
				t.Fatal(err)
			}
		}
		if err := parts[0].Merge(parts[1]); err != nil {
			t.Fatal(err)
		}
		got, want := parts[0].Matrix(), plain.Matrix()
		for i := range d {
			if !slices.Equal(got.Row(i), want.Row(i)) {
				t.Fatalf("d=%d: row %d differs", d, i)
			}
		}
		if calls < 2 {
			t.Errorf("d=%d: the kernel was called %d times, want once a part at least", d, calls)
		}
	}
}

// draw returns records in the ball: one entry at ±s, a few, or all of them.
func draw(rng *rand.Rand, n, d int) [][]int16 {
	records := make([][]int16, n)
	for r := range records {
		q := make([]int16, d)
		switch rng.IntN(4) {
		case 0:
			q[rng.IntN(d)] = int16(moment.MaxScale * (1 - 2*rng.IntN(2)))
		case 1:
			for range 1 + d/20 {
				q[rng.IntN(d)] = int16(rng.IntN(401) - 200)
			}
		default:
			for i := range q {
				q[i] = int16(rng.IntN(601) - 300)
			}
		}
		records[r] = q
	}
	return records
}

// Memory that grows is another buffer, not another memory.
func TestMemoryThatGrows(t *testing.T) {
	k := load(t)
	m := memory()
	before := m.Get("buffer").Get("byteLength").Int()
	ballast := make([]byte, 64<<20)
	for i := 0; i < len(ballast); i += 4096 {
		ballast[i] = 1
	}
	if after := m.Get("buffer").Get("byteLength").Int(); after <= before {
		t.Fatalf("memory did not grow: %d, then %d bytes", before, after)
	}
	if err := k.Sums.Check(); err != nil {
		t.Error(err)
	}
}

// A kernel that differs from Go's is dropped, the others stay.
func TestCheckDropsWhatDiffers(t *testing.T) {
	k := load(t)
	k.Sums = func(int, []int64, []int16, []int16) {}
	if err := k.Check(); !errors.Is(err, moment.ErrKernel) {
		t.Errorf("a kernel that does nothing: %v", err)
	}
	if k.Sums != nil || k.Rows == nil || k.Vectors == nil {
		t.Error("another kernel was dropped")
	}
}

func TestWithoutSIMD(t *testing.T) {
	if _, err := New(js.Undefined()); err == nil {
		t.Error("a kernel without memory")
	}
	class := js.Global().Get("WebAssembly")
	module := class.Get("Module")
	defer class.Set("Module", module)
	class.Set("Module", js.Global().Get("Function").New("throw new WebAssembly.CompileError('SIMD unsupported')"))
	if k, err := New(memory()); err == nil || k != nil {
		t.Error("a kernel in a browser that refuses to compile it")
	}
}

func BenchmarkAdd(b *testing.B) {
	for _, shape := range []struct{ d, nonzero int }{{116, 116}, {150, 150}, {513, 513}, {513, 40}} {
		d := shape.d
		rng := rand.New(rand.NewPCG(4, 4))
		records := make([][]int16, 1024)
		for r := range records {
			records[r] = make([]int16, d)
			for _, i := range rng.Perm(d)[:shape.nonzero] {
				records[r][i] = int16(1 + rng.IntN(300))
			}
		}
		run := func(b *testing.B, k moment.Kernel) {
			a := moment.NewAccumulatorWith(k, d, moment.MaxScale)
			for i := range b.N {
				if err := a.Add(records[i%len(records)]); err != nil {
					b.Fatal(err)
				}
			}
			b.ReportMetric(float64(b.N)*float64(d*(d+1)/2)/b.Elapsed().Seconds()/1e9, "GMAC/s")
		}
		name := fmt.Sprintf("d=%d/nonzero=%d", d, shape.nonzero)
		b.Run(name+"/go", func(b *testing.B) { run(b, nil) })
		b.Run(name+"/simd", func(b *testing.B) {
			k := load(b).Sums
			b.ResetTimer()
			run(b, k)
		})
	}
}
