package main

import (
	"context"
	"errors"
	"fmt"
	"net"
	"os"
	"os/exec"
	"os/user"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"privatepca/app/budget"
	"privatepca/app/budget/budgettest"
	"privatepca/core/ledger"
	"privatepca/core/privacy"
)

func TestMain(m *testing.M) {
	budgettest.Main(m, func(name string) (budget.Log, error) {
		s, err := open(context.Background(), name)
		if err != nil {
			return nil, err
		}
		return s.Follow()
	})
}

// program finds one of PostgreSQL's, which Debian keeps off the path.
func program(name string) string {
	if path, err := exec.LookPath(name); err == nil {
		return path
	}
	found, _ := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if len(found) == 0 {
		return ""
	}
	return found[len(found)-1]
}

// database starts a PostgreSQL of the test's own, as the user postgres where the test is root's: root may not.
func database(t *testing.T) (address string) {
	t.Helper()
	if program("initdb") == "" || program("postgres") == "" {
		t.Skip("there is no PostgreSQL here (apt-get install postgresql)")
	}
	folder, err := os.MkdirTemp("", "privatepca-postgres")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { os.RemoveAll(folder) })
	as := &syscall.SysProcAttr{}
	if os.Getuid() == 0 {
		owner, err := user.Lookup("postgres")
		if err != nil {
			t.Skip("root may not run PostgreSQL, and there is no user postgres")
		}
		uid, _ := strconv.Atoi(owner.Uid)
		gid, _ := strconv.Atoi(owner.Gid)
		as.Credential = &syscall.Credential{Uid: uint32(uid), Gid: uint32(gid)}
		if err := os.Chown(folder, uid, gid); err != nil {
			t.Fatal(err)
		}
	}
	run := func(name string, args ...string) *exec.Cmd {
		c := exec.Command(program(name), args...)
		c.Dir, c.SysProcAttr = folder, as
		c.Env = append(os.Environ(), "HOME="+folder, "LC_ALL=C")
		return c
	}
	data := filepath.Join(folder, "data")
	if out, err := run("initdb", "-D", data, "-A", "trust", "-U", "postgres", "-E", "UTF8").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	free, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	port := free.Addr().(*net.TCPAddr).Port
	free.Close()
	server := run("postgres", "-D", data, "-h", "127.0.0.1", "-p", strconv.Itoa(port), "-k", folder)
	if err := server.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		server.Process.Signal(syscall.SIGINT) // a fast end
		server.Wait()
	})
	address = fmt.Sprintf("postgres://postgres@127.0.0.1:%d/postgres?sslmode=disable", port)
	for range 300 {
		if _, err := open(t.Context(), address); err == nil {
			return address
		}
		time.Sleep(100 * time.Millisecond)
	}
	t.Fatal("PostgreSQL does not answer")
	return ""
}

// The same fifty visitors as the file ledger's.
func TestFiftyVisitorsAndKillsInPostgreSQL(t *testing.T) {
	address := database(t)
	s, err := open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	storm := budgettest.Storm{Ledger: address, Store: s, Pure: "laplace", Visitors: 50, Asks: 10_000, Kills: 20, Log: t.Logf}
	if os.Getenv("PRIVATEPCA_SLOW") != "" {
		storm.P95 = 20 * time.Millisecond
	}
	storm.Run(t)
}

// Two services of one database lend no more than one does, a service sees what the other lent, and one whose database lost entries lends nothing.
func TestTwoServicesOfOneDatabase(t *testing.T) {
	s, err := open(t.Context(), database(t))
	if err != nil {
		t.Fatal(err)
	}
	account := ledger.Account{Relation: privacy.ReplaceOne, RowsPerPerson: 1, Accounting: privacy.Plain}
	if err := ledger.Begin(ledger.New(s, time.Now), "p", account, 2); err != nil {
		t.Fatal(err)
	}
	var wait sync.WaitGroup
	var mu sync.Mutex
	lent := 0
	var logs []budget.Log
	for service := range 2 {
		l, err := s.Follow()
		if err != nil {
			t.Fatal(err)
		}
		logs = append(logs, l)
		wait.Go(func() {
			book := ledger.NewBook()
			for i := range 15 { // 30 × .125 in all, of which 16 fit
				fitted := false
				err := l.Update(func(fresh []string) ([]string, error) {
					if err := book.Take(fresh); err != nil {
						return nil, err
					}
					e, err := book.Debit("p", fmt.Sprintf("%016x%016x", service+1, i+1), account, ledger.Charge{Mechanism: "laplace", Epsilon: .125, Claim: privacy.Exact}, time.Now())
					if err != nil {
						return nil, nil
					}
					fitted = true
					return []string{e}, book.Take([]string{e})
				})
				if err != nil {
					t.Error(err)
				}
				if fitted {
					mu.Lock()
					lent++
					mu.Unlock()
				}
			}
		})
	}
	wait.Wait()
	if lent != 16 {
		t.Errorf("two services lent %d times, not 16", lent)
	}
	err = s.put(`DELETE FROM privatepca_entries WHERE $1 <> $2 AND seq > 3`, "a", "b")
	if err != nil {
		t.Fatal(err)
	}
	logs[0].Rewind()
	if err := logs[0].Update(func([]string) ([]string, error) { return nil, nil }); !errors.Is(err, errRestored) {
		t.Errorf("a database that lost entries is lent from: %v", err)
	}
	for _, l := range logs {
		l.Close()
	}
}

// Services that start at once on an empty database all start.
func TestFirstStartsAtOnce(t *testing.T) {
	address := database(t)
	s, err := open(t.Context(), address)
	if err != nil {
		t.Fatal(err)
	}
	for range 5 {
		if err := s.with(func(ctx context.Context, c *pgx.Conn) error {
			_, err := c.Exec(ctx, `DROP TABLE privatepca_entries, privatepca_key, privatepca_documents`)
			return err
		}); err != nil {
			t.Fatal(err)
		}
		var wait sync.WaitGroup
		for range 8 {
			wait.Go(func() {
				if _, err := open(t.Context(), address); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}
}

// A database that lost an entry and gave its number to another one since, for a service that was started anew, is noticed by one that was idle meanwhile,
// also where that reads all entries again.
func TestLostEntriesAreNoticedBehindNewOnes(t *testing.T) {
	s, err := open(t.Context(), database(t))
	if err != nil {
		t.Fatal(err)
	}
	idle, err1 := s.Follow()
	anew, err2 := s.Follow()
	if err := errors.Join(err1, err2); err != nil {
		t.Fatal(err)
	}
	defer idle.Close()
	defer anew.Close()
	add := func(l budget.Log, texts ...string) error {
		return l.Update(func([]string) ([]string, error) { return texts, nil })
	}
	if err := errors.Join(add(idle, "1", "2"), add(idle, "3"), add(idle)); err != nil {
		t.Fatal(err)
	}
	err = s.with(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, `DELETE FROM privatepca_entries WHERE seq > 2; ALTER TABLE privatepca_entries ALTER COLUMN seq RESTART WITH 3`)
		return err
	})
	if err := errors.Join(err, add(anew, "another 3", "4")); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		if err := add(idle); !errors.Is(err, errRestored) {
			t.Errorf("a database that lost entries is lent from: %v", err)
		}
		idle.Rewind()
	}
	if err := add(anew, "5"); err != nil {
		t.Errorf("the service that was started since: %v", err)
	}
}

// Documents are kept, and an address that is none, or answers nothing, is refused in words without what stands in it.
func TestDocumentsAndWrongAddresses(t *testing.T) {
	s, err := open(t.Context(), database(t))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.Document("a"); !errors.Is(err, ledger.ErrUnknown) {
		t.Errorf("a document that is not there: %v", err)
	}
	if err := errors.Join(s.Describe("a", "words"), s.Keep("a", "text")); err != nil {
		t.Fatal(err)
	}
	document, err1 := s.Document("a")
	words, err2 := s.Description("a")
	list, err3 := s.Documents()
	if document != "text" || words != "words" || len(list) != 1 || errors.Join(err1, err2, err3) != nil {
		t.Errorf("%q, %q, %v, %v", document, words, list, errors.Join(err1, err2, err3))
	}
	first, err1 := s.Key()
	other := &store{ctx: t.Context(), config: s.config}
	second, err2 := other.Key()
	if string(first) != string(second) || len(first) != 32 || errors.Join(err1, err2) != nil {
		t.Errorf("two programs have the keys %x and %x, %v", first, second, errors.Join(err1, err2))
	}
	for _, address := range []string{"postgres://user:secret@127.0.0.1:1/x?sslmode=disable", "postgres://user:secret@[", "postgres://user:secret@127.0.0.1:1/x?sslmode=perhaps"} {
		if _, err := open(t.Context(), address); err == nil || len(err.Error()) < 20 || strings.Contains(err.Error(), "secret") {
			t.Errorf("%s: %v", address, err)
		}
	}
}

// What PostgreSQL says of a user or a database reaches no visitor, however it is wrapped; what it says of a table does.
func TestWhatVisitorsReadOfTheDatabase(t *testing.T) {
	for code, want := range map[string]bool{"28P01": false, "28000": false, "3D000": false, "42501": true} {
		t.Run(code, func(t *testing.T) {
			got := unavailable(fmt.Errorf("host db: %w", &pgconn.PgError{Code: code, Message: `of "alice"`}))
			var said *ledger.Unavailable
			if !errors.As(got, &said) || strings.Contains(got.Error(), "alice") != want || strings.Contains(got.Error(), "host") {
				t.Errorf("it is %v", got)
			}
		})
	}
}
