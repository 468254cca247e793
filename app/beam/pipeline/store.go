package pipeline

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"time"

	"github.com/apache/beam/sdks/v2/go/pkg/beam/io/filesystem"
	"github.com/apache/beam/sdks/v2/go/pkg/beam/register"

	"privatepca/app/beam/engine"
	"privatepca/core/fault"
	"privatepca/core/momentfile"
)

// A store is the folder of one run, whose objects are sealed to the run's key: those of another run do not open.
type store struct {
	Folder, Key string
	secret      *momentfile.Secret
}

const (
	manifestName = "manifest.sealed"
	driverName   = "driver" // in a folder that a driver has begun
	workerName   = "worker" // in one that a worker has seen
	// mostObject is how large a sealed object may be, in bytes.
	mostObject = 1 << 30
)

func tileName(i int) string { return fmt.Sprintf("tile-%05d.sealed", i) }

// newStore makes the folder's name of one run, and the folder where it is of this machine.
func newStore(staging string, secret *momentfile.Secret) (*store, error) {
	out := &store{secret: secret, Key: secret.String()}
	if staging != "" {
		out.Folder = strings.TrimSuffix(staging, "/") + "/run-" + secret.Identity()
		return out, nil
	}
	dir, err := os.MkdirTemp("", "privatepca-")
	if err != nil {
		return nil, fault.New(fault.CodeFile, "No folder for sealed sums can be made. Name one: -staging FOLDER.")
	}
	out.Folder = dir
	return out, nil
}

// absolute is the whole name of a file of this machine: an engine's workers start in other folders. Names of other file systems stay.
func absolute(name string) string {
	if name == "" || strings.Contains(name, "://") {
		return name
	}
	whole, err := filepath.Abs(name)
	if err != nil {
		return name
	}
	if strings.HasSuffix(name, "/") && whole != "/" { // it says that it is a folder
		whole += "/"
	}
	return whole
}

// A Meeting is where workers see that they have the driver's folder and its program. A worker that has not would sum for nobody, or otherwise.
type Meeting struct {
	Folder  string // "" for workers inside the driver
	Program string // SHA-256
}

// begin marks the folder for workers.
func (s *store) begin(ctx context.Context) (Meeting, error) {
	program, err := engine.Driver()
	if err != nil {
		return Meeting{}, fault.New(fault.CodeFile, "The workers' program cannot be read. Check -worker_binary.").Because(err)
	}
	if err := write(ctx, s.Folder+"/"+driverName, []byte(program)); err != nil {
		return Meeting{}, fault.New(fault.CodeFile, s.Folder+": Nothing can be written there. -staging names a folder that this program and all workers may write to.").Because(err)
	}
	return Meeting{s.Folder, program}, nil
}

// began reports whether a worker has begun.
func (s *store) began(ctx context.Context) bool {
	f, err := open(ctx, s.Folder+"/"+workerName)
	if err != nil {
		return false
	}
	f.Close()
	return true
}

const (
	otherFolder  = plainError("a worker does not see what the driver wrote to -staging: the driver has ended, or name a folder that the driver and all workers share")
	otherProgram = plainError("a worker runs another build of this program than the driver: put the same file on each node")
)

// met are the meetings of this process.
var met sync.Map

// attended has a worker see what the driver wrote, which is gone when the driver has ended: some engines go on with a job that was canceled.
func (m Meeting) attended(ctx context.Context) error {
	if m.Folder == "" {
		return nil
	}
	f, err := open(ctx, m.Folder+"/"+driverName)
	if err != nil {
		return otherFolder
	}
	return f.Close()
}

// join has a worker's process see that it has the driver's folder, and, once, the driver's program.
func (m Meeting) join(ctx context.Context) error {
	if err := m.attended(ctx); err != nil || m.Folder == "" {
		return err
	}
	if _, seen := met.Load(m); seen {
		return nil
	}
	own, err := engine.Worker()
	if err != nil {
		return err
	}
	if own != m.Program {
		return otherProgram
	}
	if err := write(ctx, m.Folder+"/"+workerName, []byte(own)); err != nil {
		return otherFolder
	}
	met.Store(m, true)
	return nil
}

// open reads and opens one object.
func (s *store) open(ctx context.Context, name string) ([]byte, error) {
	src, err := open(ctx, s.Folder+"/"+name)
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

// clear removes the folder, also after an interrupt.
func (s *store) clear(ctx context.Context) { Clear(context.WithoutCancel(ctx), s.Folder) }

// Clear removes the folder of one run. A file system that cannot keeps objects that are sealed to a key that is gone.
func Clear(ctx context.Context, folder string) {
	if folder == "" {
		return
	}
	if !strings.Contains(folder, "://") {
		os.RemoveAll(folder)
		return
	}
	ctx, cancel := context.WithTimeout(ctx, time.Minute)
	defer cancel()
	fs, err := filesystem.New(ctx, folder)
	if err != nil {
		return
	}
	defer fs.Close()
	remover, ok := fs.(filesystem.Remover)
	left, err := fs.List(ctx, folder+"/*")
	if !ok || err != nil {
		return
	}
	for _, path := range left {
		remover.Remove(ctx, path)
	}
}

// write writes one object.
func write(ctx context.Context, path string, text []byte) error {
	fs, err := filesystem.New(ctx, path)
	if err != nil {
		return err
	}
	defer fs.Close()
	w, err := fs.OpenWrite(ctx, path)
	if err != nil {
		return err
	}
	_, err = w.Write(text)
	return errors.Join(err, w.Close())
}

// seal writes one object for a driver that is there, sealed to the run's key.
func (m Meeting) seal(ctx context.Context, key, path string, text []byte) error {
	if err := m.attended(ctx); err != nil {
		return err
	}
	keys, err := momentfile.ParseKeys([]byte(key))
	if err != nil {
		return err
	}
	sealed, err := momentfile.Seal(text, keys[0])
	if err != nil {
		return err
	}
	return write(ctx, path, sealed)
}

// sealTile writes a tile of the whole sum.
type sealTile struct {
	Store, Key string
	Meeting    Meeting
}

// ProcessElement writes one.
func (f *sealTile) ProcessElement(ctx context.Context, i int, t Tile) error {
	return f.Meeting.seal(ctx, f.Key, f.Store+"/"+tileName(i), encodeTile(t))
}

// sealManifest writes what was read.
type sealManifest struct {
	Store, Key string
	Meeting    Meeting
}

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
	return f.Meeting.seal(ctx, f.Key, f.Store+"/"+manifestName, text)
}

func init() {
	register.DoFn3x1[context.Context, int, Tile, error](&sealTile{})
	register.DoFn3x1[context.Context, int, func(*Done) bool, error](&sealManifest{})
	register.Iter1[Done]()
}
