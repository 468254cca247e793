package disk

import (
	"bufio"
	"bytes"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"strconv"
	"testing"
	"time"

	"privatepca/core/ledger"
)

// Other processes: this test binary again, which does what its environment says.

func TestMain(m *testing.M) {
	if path := os.Getenv("LEDGER_DISK_PATH"); path != "" {
		var s ledger.Store = New(path)
		switch os.Getenv("LEDGER_DISK_MUTANT") {
		case "no lock":
			s = unlocked{New(path)}
		case "late":
			s = late{New(path)}
		}
		most, _ := strconv.ParseFloat(os.Getenv("LEDGER_DISK_CAP"), 64)
		asked, _ := strconv.Atoi(os.Getenv("LEDGER_DISK_TIMES"))
		for range asked {
			if spend(s, most, unit) == nil {
				os.Stdout.Write([]byte{'.'}) // stands for a draw
			}
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// unit is the ε that the processes ask for, again and again.
const unit = .125

// process starts one. Its output has a byte for each draw.
func process(t *testing.T, path, mutant string, most float64, times int) (*exec.Cmd, io.Reader) {
	t.Helper()
	c := exec.Command(os.Args[0])
	c.Env = append(os.Environ(), "LEDGER_DISK_PATH="+path, "LEDGER_DISK_MUTANT="+mutant,
		"LEDGER_DISK_CAP="+strconv.FormatFloat(most, 'g', -1, 64), "LEDGER_DISK_TIMES="+strconv.Itoa(times))
	out, err := c.StdoutPipe()
	must(t, err)
	must(t, c.Start())
	return c, out
}

// unlocked is a mutant: it checks and appends in two steps.
type unlocked struct{ *Store }

func (s unlocked) Update(f func([]string) ([]string, error)) error {
	old, err := s.Read()
	if err != nil {
		return err
	}
	out, err := f(old)
	if err != nil {
		return err
	}
	time.Sleep(2 * time.Millisecond)
	return s.Store.Update(func([]string) ([]string, error) { return out, nil })
}

// late is a mutant: it returns before the entries are in the file.
type late struct{ *Store }

func (s late) Update(f func([]string) ([]string, error)) error {
	old, err := s.Read()
	if err != nil {
		return err
	}
	out, err := f(old)
	if err != nil {
		return err
	}
	go func() {
		time.Sleep(time.Millisecond)
		s.Store.Update(func([]string) ([]string, error) { return out, nil })
	}()
	return nil
}

// race has processes spend from one file, and returns their draws and what the file says.
func race(t *testing.T, mutant string) (drawn int, total float64) {
	t.Helper()
	path, s := fresh(t)
	var all []*exec.Cmd
	var outs []io.Reader
	for range 4 {
		c, out := process(t, path, mutant, 1, 10)
		all, outs = append(all, c), append(outs, out)
	}
	for i, c := range all {
		text, err := io.ReadAll(outs[i])
		must(t, err)
		must(t, c.Wait())
		drawn += bytes.Count(text, []byte{'.'})
	}
	return drawn, spent(t, s)
}

// Processes that ask 40 times for a budget of 8 releases draw 8 times.
func TestProcessesNeverOverspend(t *testing.T) {
	if drawn, total := race(t, ""); drawn != 8 || total != 1 {
		t.Errorf("%d draws, ε = %v spent of 1; want 8 draws and 1", drawn, total)
	}
	// Processes that a busy machine runs after each other do not race: the mutant has more than one try.
	for try := range 50 {
		drawn, _ := race(t, "no lock")
		if drawn > 8 {
			break
		}
		if try == 49 {
			t.Errorf("without one atomic step there were %d draws, 50 times: this test could not see more", drawn)
		}
	}
}

// kill ends processes at random moments, and returns how often the file said that less was
// spent than had been drawn, and how many were drawn.
func kill(t *testing.T, mutant string, rounds int) (short, drawn int) {
	t.Helper()
	path, s := fresh(t)
	for range rounds {
		c, out := process(t, path, mutant, 1e6, 1e6)
		r := bufio.NewReader(out)
		if _, err := r.ReadByte(); err != nil {
			t.Fatal("no draw: ", err)
		}
		time.Sleep(time.Duration(rand.Int64N(int64(15 * time.Millisecond))))
		must(t, c.Process.Kill())
		rest, err := io.ReadAll(r)
		must(t, err)
		c.Wait()
		drawn += 1 + len(rest)
		if spent(t, s) < unit*float64(drawn) {
			short++
		}
	}
	return short, drawn
}

// However a process ends, what it drew is spent.
func TestKilledProcesses(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 12
	}
	short, drawn := kill(t, "", rounds)
	if short > 0 {
		t.Errorf("%d times of %d the ledger said less than was drawn", short, rounds)
	}
	for try := range 20 { // until a kill falls between draw and debit
		if short, _ := kill(t, "late", 12); short > 0 {
			break
		}
		if try == 19 {
			t.Error("a debit that returns before it is written was not noticed: this test could not see it")
		}
	}
	t.Logf("%d draws of %d processes", drawn, rounds)
}
