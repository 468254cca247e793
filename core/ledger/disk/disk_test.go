package disk

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"privatepca/core/fault"
	"privatepca/core/ledger"
	"privatepca/core/privacy"
)

var pure = ledger.Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1}

// spend debits ε from a population with a cap.
func spend(s ledger.Store, most, epsilon float64) error {
	_, err := ledger.New(s, time.Now).Debit(ledger.Request{
		Population: "people", Fingerprint: "f", Account: pure, Cap: most,
		Charge: ledger.Charge{Mechanism: "laplace", Epsilon: epsilon, Rho: privacy.PureRho(epsilon), Claim: privacy.Exact},
	}, false)
	return err
}

// spent is what the file says.
func spent(t *testing.T, s ledger.Store) float64 {
	t.Helper()
	list, err := ledger.New(s, time.Now).Populations()
	must(t, err)
	if len(list) == 0 {
		return 0
	}
	total, err := list[0].Spent()
	must(t, err)
	return total.Epsilon
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// unavailable checks that an error is a fault in words.
func unavailable(t *testing.T, err error, want string) {
	t.Helper()
	var u *ledger.Unavailable
	if !errors.As(err, &u) || !strings.Contains(u.Why, want) {
		t.Errorf("%v, want an unavailable ledger that says %q", err, want)
	}
	if f := fault.Of(err); f.Code != fault.CodeBlocked || !strings.Contains(f.Message, want) {
		t.Errorf("the fault is %+v, want one that says %q", f, want)
	}
}

func fresh(t *testing.T) (path string, s *Store) {
	path = filepath.Join(t.TempDir(), "ledger")
	return path, New(path)
}

func TestKeepsEntries(t *testing.T) {
	path, s := fresh(t)
	if entries, err := s.Read(); err != nil || entries != nil {
		t.Fatal(entries, err)
	}
	if _, err := os.Stat(path); err == nil {
		t.Error("reading made a file")
	}
	for i := range 30 {
		must(t, s.Update(func(old []string) ([]string, error) {
			if len(old) != 2*i {
				t.Errorf("update %d: %d entries before it", i, len(old))
			}
			return []string{fmt.Sprint(i), fmt.Sprintf(`{"b":%d}`, i)}, nil
		}))
	}
	if err := s.Update(func([]string) ([]string, error) { return []string{"1"}, ledger.ErrUnknown }); err != ledger.ErrUnknown {
		t.Error("an update that was refused ended with", err)
	}
	again := New(path)
	got, err := again.Read()
	if err != nil || len(got) != 60 || got[0] != "0" || got[59] != `{"b":29}` {
		t.Fatal(got, err)
	}
	key, err := s.Key()
	must(t, err)
	if other, err := again.Key(); err != nil || !slices.Equal(key, other) || len(key) != 32 {
		t.Error("the key is not the same", err)
	}
	if info, err := os.Stat(path); err != nil || runtime.GOOS != "windows" && info.Mode().Perm() != 0o600 {
		t.Errorf("others may read it: %v, %v", info.Mode(), err)
	}
}

// What is decided about a document is written over, is none of the documents, and is refused under a name that is no id.
func TestDescriptions(t *testing.T) {
	_, s := fresh(t)
	id := strings.Repeat("0f", 16)
	if _, err := s.Description(id); err != ledger.ErrUnknown {
		t.Errorf("before there is one: %v", err)
	}
	must(t, s.Keep(id, "document"))
	for _, text := range []string{"one", "another"} {
		must(t, s.Describe(id, text))
		if got, err := s.Description(id); err != nil || got != text {
			t.Error(got, err)
		}
	}
	if ids, err := s.Documents(); err != nil || len(ids) != 1 || !ids[id] {
		t.Error(ids, err)
	}
	if text, err := s.Document(id); err != nil || text != "document" {
		t.Error(text, err)
	}
	if s.Describe("../../elsewhere", "x") == nil {
		t.Error("a description was written elsewhere")
	}
}

func TestDocuments(t *testing.T) {
	_, s := fresh(t)
	id := strings.Repeat("0f", 16)
	if ids, err := s.Documents(); err != nil || len(ids) != 0 {
		t.Error(ids, err)
	}
	for _, text := range []string{"one", "another"} {
		must(t, s.Keep(id, text))
		if got, err := s.Document(id); err != nil || got != text {
			t.Error(got, err)
		}
	}
	if ids, err := s.Documents(); err != nil || len(ids) != 1 || !ids[id] {
		t.Error(ids, err)
	}
	if _, err := s.Document(strings.Repeat("1", 32)); err != ledger.ErrUnknown {
		t.Error(err)
	}
	if err := s.Keep("../../elsewhere", "x"); err == nil {
		t.Error("a document was stored outside the folder")
	}
}

// What the page exports goes in, and comes out the same.
func TestThePagesExport(t *testing.T) {
	text, err := os.ReadFile("../testdata/second.json")
	must(t, err)
	_, s := fresh(t)
	l := ledger.New(s, time.Now)
	if n, err := l.Import(string(text)); err != nil || n != 23 {
		t.Fatal(n, err)
	}
	if out, err := l.Export(); err != nil || out != string(text) {
		t.Errorf("it is exported as\n%s (%v)", out, err)
	}
}

// A crash may cut the last line off anywhere, also the first one. What was reported as
// written is there, the rest is not, and the ledger goes on.
func TestTornLastLine(t *testing.T) {
	path, s := fresh(t)
	must(t, spend(s, 10, 1))
	must(t, spend(s, 10, 1))
	before, err := os.ReadFile(path)
	must(t, err)
	must(t, spend(s, 10, 1))
	after, err := os.ReadFile(path)
	must(t, err)
	header := strings.IndexByte(string(after), '\n') + 1
	for n := range after {
		must(t, os.WriteFile(path, after[:n], 0o600))
		want := 0.0
		switch {
		case n >= len(after)-1: // the whole line but for its end
			want = 3
		case n >= len(before)-1:
			want = 2
		case n > header && strings.Count(string(after[:n]), "\n") == 2, n == strings.IndexByte(string(after[header:]), '\n')+header:
			want = 1
		}
		again := New(path)
		if got := spent(t, again); got != want {
			t.Fatalf("cut off after %d of %d bytes: %v spent, want %v", n, len(after), got, want)
		}
		must(t, spend(again, 10, .5))
		if got := spent(t, New(path)); got != want+.5 {
			t.Fatalf("cut off after %d bytes, then another spending: %v spent, want %v", n, got, want+.5)
		}
	}
}

// Zeros behind the last line, as a power failure leaves them, are a line that was cut off.
func TestZerosAtTheEnd(t *testing.T) {
	path, s := fresh(t)
	must(t, spend(s, 10, 1))
	text, err := os.ReadFile(path)
	must(t, err)
	must(t, os.WriteFile(path, append(text, make([]byte, 700)...), 0o600))
	must(t, spend(s, 10, 1))
	if got := spent(t, New(path)); got != 2 {
		t.Errorf("%v spent, want 2", got)
	}
}

// What is no ledger is refused in words, and stays as it is.
func TestForeignFiles(t *testing.T) {
	head := newHeader(make([]byte, 32))
	for text, want := range map[string]string{
		"name,age\nx,3\n": "no ledger of this program",
		"{}":              "no ledger of this program",
		"\n":              "no ledger of this program",
		`{"format":"privatepca/ledger","version":1,"entries":[]}` + "\n": "no ledger of this program", // the page's export
		strings.Replace(string(head), `"version":1`, `"version":2`, 1):   "version 2",
		strings.Replace(string(head), `"key":"`, `"key":"zz`, 1):         "without its key",
		string(head) + "[{}]\n{\n[{}]\n":                                 "damaged in line 3",
	} {
		t.Run(fmt.Sprintf("%.60s", text), func(t *testing.T) {
			path, s := fresh(t)
			must(t, os.WriteFile(path, []byte(text), 0o600))
			_, err := s.Read()
			unavailable(t, err, want)
			unavailable(t, spend(s, 1, .5), want)
			_, err = s.Key()
			unavailable(t, err, want)
			if now, err := os.ReadFile(path); err != nil || string(now) != text {
				t.Errorf("%q became %q", text, now)
			}
		})
	}
	folder := New(t.TempDir())
	unavailable(t, spend(folder, 1, .5), "is no file")
	nowhere := New(filepath.Join(t.TempDir(), "none", "ledger"))
	unavailable(t, spend(nowhere, 1, .5), "no folder")
}

// A file that may only be read is read, and nothing is debited.
func TestReadOnlyFile(t *testing.T) {
	path, s := fresh(t)
	must(t, spend(s, 1, .5))
	must(t, os.Chmod(path, 0o400))
	if os.Geteuid() == 0 {
		t.Skip("the superuser may write every file")
	}
	if got := spent(t, New(path)); got != .5 {
		t.Error(got)
	}
	unavailable(t, spend(New(path), 1, .25), "may not be written")
}

// An error of the disk reaches whoever would draw.
func TestWhatIsNotOnTheDiskIsNotDebited(t *testing.T) {
	path, s := fresh(t)
	must(t, spend(s, 10, 1))
	synced := 0
	s.sync = func(*os.File) error { synced++; return errors.New("input/output error") }
	unavailable(t, spend(s, 10, 1), "input/output error")
	if synced != 1 {
		t.Errorf("synced %d times", synced)
	}
	if got := spent(t, New(path)); got < 1 || got > 2 { // it may be there after all
		t.Error(got)
	}
}

// Before the first update returns, the key, the name of the file and the entries are on the disk, in that order.
func TestNameOfANewFileIsOnTheDisk(t *testing.T) {
	_, s := fresh(t)
	var synced []string
	s.sync = func(f *os.File) error {
		info, err := f.Stat()
		must(t, err)
		if info.IsDir() {
			synced = append(synced, "folder")
			return nil
		}
		text, err := os.ReadFile(f.Name())
		must(t, err)
		synced = append(synced, fmt.Sprintf("%d lines", strings.Count(string(text), "\n")))
		return nil
	}
	must(t, spend(s, 10, 1))
	want := []string{"1 lines", "folder", "2 lines"}
	if runtime.GOOS == "windows" { // which keeps a name with its file
		want = []string{"1 lines", "2 lines"}
	}
	if !slices.Equal(synced, want) {
		t.Errorf("synced %q, want %q", synced, want)
	}
	_, s = fresh(t)
	s.sync = func(f *os.File) error {
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return errors.New("input/output error")
		}
		return nil
	}
	if err := spend(s, 10, 1); runtime.GOOS != "windows" {
		unavailable(t, err, "input/output error")
	}
}

// A lock that is not let go of ends in words.
func TestHeldLock(t *testing.T) {
	path, s := fresh(t)
	must(t, spend(s, 10, 1))
	s.wait = 50 * time.Millisecond
	must(t, New(path).Update(func([]string) ([]string, error) {
		unavailable(t, spend(s, 10, 1), "does not let go")
		return nil, nil
	}))
	must(t, spend(s, 10, 1))
}

// A file that was moved away while a program waited for its lock is not written.
func TestFileThatIsReplaced(t *testing.T) {
	path, s := fresh(t)
	must(t, spend(s, 10, 1))
	done := make(chan error)
	must(t, New(path).Update(func([]string) ([]string, error) {
		go func() { done <- spend(s, 10, 2) }()
		time.Sleep(5 * pause) // it waits
		must(t, os.Rename(path, path+".old"))
		return nil, nil
	}))
	must(t, <-done)
	if old, now := spent(t, New(path+".old")), spent(t, New(path)); old != 1 || now != 2 {
		t.Errorf("%v in the old file, %v in the new one; want 1 and 2", old, now)
	}
}

func FuzzParse(f *testing.F) {
	head := newHeader(make([]byte, 32))
	f.Add([]byte(""))
	f.Add(head)
	f.Add(head[:50])
	f.Add(append(slices.Clone(head), "[{\"id\":1}]\n[2,3"...))
	f.Add([]byte("name,age\nx,3\n"))
	path := filepath.Join(f.TempDir(), "ledger") // a folder for each input, and waiting for the disk, would take nearly all the time
	f.Fuzz(func(t *testing.T, text []byte) {
		s := New(path)
		s.sync = func(*os.File) error { return nil }
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			t.Fatal(err)
		}
		must(t, os.WriteFile(path, text, 0o600))
		before, err := s.Read()
		if err != nil {
			if s.Update(func([]string) ([]string, error) { return []string{"7"}, nil }) == nil {
				t.Error("a file that cannot be read was written")
			}
			if now, _ := os.ReadFile(path); string(now) != string(text) {
				t.Errorf("%q became %q", text, now)
			}
			return
		}
		must(t, s.Update(func([]string) ([]string, error) { return []string{"7"}, nil }))
		if after, err := New(path).Read(); err != nil || !slices.Equal(after, append(before, "7")) {
			t.Errorf("%q, then 7, gave %q (%v)", before, after, err)
		}
	})
}

// The key of a file that is not there yet is the one that the first update writes. Asking for
// it makes no file. Where another program was first, nothing is debited: what was recognised
// under one key is not under the other.
func TestKeyOfAFileToCome(t *testing.T) {
	path, s := fresh(t)
	other := New(path)
	key, err := s.Key()
	must(t, err)
	late, err := other.Key()
	must(t, err)
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) || slices.Equal(key, late) {
		t.Fatalf("a file was made: %v", err)
	}
	must(t, spend(s, 1, .5))
	if again, err := New(path).Key(); err != nil || !slices.Equal(key, again) {
		t.Errorf("the file has another key: %v", err)
	}
	unavailable(t, spend(other, 1, .5), "start again")
	must(t, spend(s, 1, .5))
	if got, err := s.Read(); err != nil || len(got) != 3 {
		t.Errorf("%d entries, %v", len(got), err)
	}
}
