package main

import (
	"context"
	"crypto/rand"
	"errors"
	"strings"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"

	"privatepca/app/budget"
	"privatepca/core/ledger"
)

// tables are what a ledger is in a database. Entries are appended and never changed; their order is that of seq, since writers exclude each other.
//
// They are one transaction, in which two first starts wait for each other: IF NOT EXISTS alone lets both create.
const tables = `
SELECT pg_advisory_xact_lock(hashtext('privatepca'));
CREATE TABLE IF NOT EXISTS privatepca_entries (seq bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY, entry text NOT NULL);
CREATE TABLE IF NOT EXISTS privatepca_key (one boolean PRIMARY KEY DEFAULT true CHECK (one), key bytea NOT NULL);
CREATE TABLE IF NOT EXISTS privatepca_documents (id text PRIMARY KEY, document text, description text)`

// alone has the rest of a transaction be the only one that writes entries. Readers go on.
const alone = `LOCK TABLE privatepca_entries IN SHARE ROW EXCLUSIVE MODE`

// patience is how long the database may take for one request, with its waiting for others.
const patience = 10 * time.Second

// A store is a ledger in PostgreSQL.
type store struct {
	ctx    context.Context
	config *pgx.ConnConfig
	key    []byte
}

var (
	_ ledger.Store = (*store)(nil)
	_ budget.Log   = (*log)(nil)
)

// open opens the ledger at an address, and makes its tables where they are missing.
func open(ctx context.Context, address string) (*store, error) {
	config, err := pgx.ParseConfig(address)
	if err != nil {
		return nil, &ledger.Unavailable{Why: "this is no address of a PostgreSQL database"} // pgx's own words may quote a password
	}
	s := &store{ctx: ctx, config: config}
	err = s.with(func(ctx context.Context, c *pgx.Conn) error {
		var there bool
		if err := c.QueryRow(ctx, `SELECT to_regclass('privatepca_documents') IS NOT NULL`).Scan(&there); err != nil || there {
			return err
		}
		_, err := c.Exec(ctx, tables)
		return err
	})
	return s, err
}

// with connects for one request.
func (s *store) with(f func(context.Context, *pgx.Conn) error) error {
	ctx, cancel := context.WithTimeout(s.ctx, patience)
	defer cancel()
	c, err := pgx.ConnectConfig(ctx, s.config)
	if err != nil {
		return unavailable(err)
	}
	defer c.Close(ctx)
	return unavailable(f(ctx, c))
}

// unavailable words an error of the database. What it says of an address or a password is left out.
func unavailable(err error) error {
	var refused *ledger.Unavailable
	var said *pgconn.PgError
	switch {
	case err == nil || errors.Is(err, ledger.ErrUnknown) || errors.As(err, &refused):
		return err
	case errors.As(err, &said) && (strings.HasPrefix(said.Code, "28") || said.Code == "3D000"): // its words name the user or the database, and visitors read them
		return &ledger.Unavailable{Why: "PostgreSQL lets nobody in (" + said.Code + "): look at user, password and database"}
	case errors.As(err, &said):
		return &ledger.Unavailable{Why: "PostgreSQL refuses: " + said.Message}
	}
	return &ledger.Unavailable{Why: "PostgreSQL cannot be reached, or does not answer"}
}

// since reads the entries behind one, and the number of the last.
func since(ctx context.Context, tx pgx.Tx, seq int64) (entries []string, last int64, err error) {
	rows, err := tx.Query(ctx, `SELECT seq, entry FROM privatepca_entries WHERE seq > $1 ORDER BY seq`, seq)
	if err != nil {
		return nil, seq, err
	}
	last = seq
	var text string
	_, err = pgx.ForEachRow(rows, []any{&last, &text}, func() error {
		entries = append(entries, text)
		return nil
	})
	return entries, last, err
}

// insert appends entries in their order, and returns the number of the last.
func insert(ctx context.Context, tx pgx.Tx, entries []string) (last int64, err error) {
	if _, err := tx.Exec(ctx, `SET LOCAL synchronous_commit = on`); err != nil { // what is answered is on the disk
		return 0, err
	}
	err = tx.QueryRow(ctx, `WITH added AS (
	 INSERT INTO privatepca_entries (entry) SELECT text FROM unnest($1::text[]) WITH ORDINALITY AS t(text, n) ORDER BY n RETURNING seq
	) SELECT max(seq) FROM added`, entries).Scan(&last)
	return last, err
}

// Read returns all entries in the order in which they were appended.
func (s *store) Read() (entries []string, err error) {
	err = s.with(func(ctx context.Context, c *pgx.Conn) error {
		return pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
			entries, _, err = since(ctx, tx, 0)
			return err
		})
	})
	return entries, err
}

// Update hands all entries to f and appends what f returns, in one transaction that excludes other writers.
func (s *store) Update(f func([]string) ([]string, error)) error {
	var refused error
	err := s.with(func(ctx context.Context, c *pgx.Conn) error {
		return pgx.BeginFunc(ctx, c, func(tx pgx.Tx) error {
			if _, err := tx.Exec(ctx, alone); err != nil {
				return err
			}
			entries, _, err := since(ctx, tx, 0)
			if err != nil {
				return err
			}
			var added []string
			if added, refused = f(entries); refused != nil || len(added) == 0 {
				return nil
			}
			_, err = insert(ctx, tx, added)
			return err
		})
	})
	return errors.Join(refused, err)
}

// Key returns the ledger's random key, made at its first call.
func (s *store) Key() ([]byte, error) {
	if s.key != nil {
		return s.key, nil
	}
	key := make([]byte, 32)
	rand.Read(key) // never fails
	err := s.with(func(ctx context.Context, c *pgx.Conn) error {
		if _, err := c.Exec(ctx, `INSERT INTO privatepca_key (key) VALUES ($1) ON CONFLICT DO NOTHING`, key); err != nil {
			return err
		}
		return c.QueryRow(ctx, `SELECT key FROM privatepca_key`).Scan(&s.key)
	})
	return s.key, err
}

// Hasher computes digests in Go.
func (s *store) Hasher(key []byte) ledger.Hasher { return ledger.NewHasher(key) }

// Keep stores the document of a spending.
func (s *store) Keep(id, document string) error {
	return s.put(`INSERT INTO privatepca_documents (id, document) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET document = EXCLUDED.document`, id, document)
}

// Describe stores what was decided about it.
func (s *store) Describe(id, text string) error {
	return s.put(`INSERT INTO privatepca_documents (id, description) VALUES ($1, $2) ON CONFLICT (id) DO UPDATE SET description = EXCLUDED.description`, id, text)
}

func (s *store) put(statement, id, text string) error {
	return s.with(func(ctx context.Context, c *pgx.Conn) error {
		_, err := c.Exec(ctx, statement, id, text)
		return err
	})
}

// Document returns the document of a spending, or ledger.ErrUnknown.
func (s *store) Document(id string) (string, error) {
	return s.get(`SELECT document FROM privatepca_documents WHERE id = $1 AND document IS NOT NULL`, id)
}

// Description returns what was decided about it, or ledger.ErrUnknown.
func (s *store) Description(id string) (string, error) {
	return s.get(`SELECT description FROM privatepca_documents WHERE id = $1 AND description IS NOT NULL`, id)
}

func (s *store) get(statement, id string) (text string, err error) {
	err = s.with(func(ctx context.Context, c *pgx.Conn) error {
		err := c.QueryRow(ctx, statement, id).Scan(&text)
		if errors.Is(err, pgx.ErrNoRows) {
			return ledger.ErrUnknown
		}
		return err
	})
	return text, err
}

// Documents lists the spendings that have a document.
func (s *store) Documents() (map[string]bool, error) {
	out := map[string]bool{}
	err := s.with(func(ctx context.Context, c *pgx.Conn) error {
		rows, err := c.Query(ctx, `SELECT id FROM privatepca_documents WHERE document IS NOT NULL`)
		if err != nil {
			return err
		}
		var id string
		_, err = pgx.ForEachRow(rows, []any{&id}, func() error {
			out[id] = true
			return nil
		})
		return err
	})
	return out, err
}

// Follow opens the log for a service.
func (s *store) Follow() (budget.Log, error) { return &log{store: s}, nil }

// A log follows the entries of a database, over one connection that is made anew where it broke.
type log struct {
	store *store
	conn  *pgx.Conn
	seen  int64 // the last entry that was handed over

	least int64  // the last that was ever seen,
	last  string // and its text: after a restore another may have its number
}

// errRestored says that the database has lost entries.
var errRestored = &ledger.Unavailable{Why: "the database has lost entries since the service read it, as after a restore: look at it, then start the service again"}

// Update is one transaction, which excludes other writers.
func (l *log) Update(f func([]string) ([]string, error)) error {
	ctx, cancel := context.WithTimeout(l.store.ctx, patience)
	defer cancel()
	if l.conn == nil || l.conn.IsClosed() {
		c, err := pgx.ConnectConfig(ctx, l.store.config)
		if err != nil {
			return unavailable(err)
		}
		l.conn = c
	}
	var refused error
	seen, last := l.seen, l.last
	err := pgx.BeginFunc(ctx, l.conn, func(tx pgx.Tx) error {
		if _, err := tx.Exec(ctx, alone); err != nil {
			return err
		}
		var same bool
		if err := tx.QueryRow(ctx, `SELECT $1::bigint = 0 OR EXISTS (SELECT FROM privatepca_entries WHERE seq = $1 AND entry = $2)`, l.least, l.last).Scan(&same); err != nil {
			return err
		}
		if !same {
			return errRestored
		}
		fresh, at, err := since(ctx, tx, l.seen)
		if err != nil {
			return err
		}
		if seen = at; len(fresh) > 0 {
			last = fresh[len(fresh)-1]
		}
		var added []string
		if added, refused = f(fresh); refused != nil || len(added) == 0 {
			return nil
		}
		last = added[len(added)-1]
		seen, err = insert(ctx, tx, added)
		return err
	})
	if err != nil {
		return unavailable(err)
	}
	if refused != nil {
		return refused
	}
	l.seen, l.least, l.last = seen, seen, last
	return nil
}

// Rewind has the next update hand over every entry again.
func (l *log) Rewind() { l.seen = 0 }

// Close ends the connection.
func (l *log) Close() error {
	if l.conn == nil {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.Background(), patience)
	defer cancel()
	return l.conn.Close(ctx)
}
