package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"privatepca/core/momentfile"
)

// A store is the folder of one run, whose objects are sealed to the run's key: those of another run do not open.
type store struct {
	Folder, Key string
	secret      *momentfile.Secret
	own         bool // made by this run, on this machine
	read        []string
}

const (
	manifestName = "manifest.sealed"
	// mostObject is how large a sealed object may be, in bytes.
	mostObject = 1 << 30
)

func tileName(i int) string { return fmt.Sprintf("tile-%05d.sealed", i) }

// open reads and opens one object.
func (s *store) open(ctx context.Context, name string) ([]byte, error) {
	path := s.Folder + "/" + name
	s.read = append(s.read, path)
	src, err := open(ctx, path)
	if err != nil {
		return nil, err
	}
	defer src.Close()
	b, err := readAll(src, mostObject)
	if err != nil {
		return nil, err
	}
	return s.secret.Open(b)
}

// clear removes what was read; a file system that cannot keeps it, sealed to a key that is gone.
func (s *store) clear(ctx context.Context) {
	if s.own {
		os.RemoveAll(s.Folder)
		return
	}
	fs, err := filesystem.New(ctx, s.Folder)
	if err != nil {
		return
	}
	defer fs.Close()
	if remover, ok := fs.(filesystem.Remover); ok {
		for _, path := range s.read {
			remover.Remove(ctx, path)
		}
	}
}

// seal writes one object, sealed to the run's key.
func seal(ctx context.Context, key, path string, text []byte) error {
	keys, err := momentfile.ParseKeys([]byte(key))
	if err != nil {
		return err
	}
	sealed, err := momentfile.Seal(text, keys[0])
	if err != nil {
		return err
	}
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	w, err := fs.OpenWrite(ctx, path)
	if err != nil {
		return err
	}
	_, err = w.Write(sealed)
	return errors.Join(err, w.Close())
}

// sealTile writes a tile of the whole sum.
type sealTile struct{ Store, Key string }

// ProcessElement writes one.
func (f *sealTile) ProcessElement(ctx context.Context, i int, t Tile) error {
	return seal(ctx, f.Key, f.Store+"/"+tileName(i), encodeTile(t))
}

// sealManifest writes what was read.
type sealManifest struct{ Store, Key string }

// ProcessElement writes the whole manifest.
func (f *sealManifest) ProcessElement(ctx context.Context, _ int, next func(*Done) bool) error {
	var all []Done
	for d := (Done{}); next(&d); d = (Done{}) {
		all = append(all, d)
	}
	text, err := json.Marshal(all)
	if err != nil {
		return err
	}
	return seal(ctx, f.Key, f.Store+"/"+manifestName, text)
}

func init() {
	register.DoFn3x1[context.Context, int, Tile, error](&sealTile{})
	register.DoFn3x1[context.Context, int, func(*Done) bool, error](&sealManifest{})
	register.Iter1[Done]()
}
