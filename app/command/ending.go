//go:build !js

package command

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"runtime/debug"
	"sync"
	"sync/atomic"
	"syscall"
	"time"

	"privatepca/core/fault"
)

// How a run ends. The exit code, the last line and the ledger have to agree however it ends:
//
//   - The first signal cancels the context. What does not return within grace, such as the reading of a pipe that nobody writes to, is
//     left where it stands. The second signal ends the process at once.
//   - What debits or writes does so in commits, and no end comes in between: the code is decided before it or after it.
//   - A fatal error of the runtime ends the process by a signal, never by a code of this command.

const (
	grace   = 700 * time.Millisecond // between the first signal and the end of what does not return
	patient = time.Second            // between the second signal and the end of what is being debited or written
	settled = 200 * time.Millisecond // in which a run returns that has written its last file
)

// An ending is what decides how a run ends.
type ending struct {
	commit sync.Mutex  // held while something is debited or written
	spent  atomic.Bool // a budget was debited
	wrote  atomic.Bool // a file was written, or a ledger changed
	stands atomic.Value
	hurry  <-chan struct{} // closed by the second signal; nil where there are no signals
}

// commits runs what debits or writes. Before a debit, a cancelled context refuses it.
func (e *ending) commits(ctx context.Context, f func() error) error {
	e.commit.Lock()
	defer e.commit.Unlock()
	if err := ctx.Err(); err != nil && !e.spent.Load() {
		return err
	}
	return f()
}

// writes runs what writes a file that stays, or changes a ledger.
func (e *ending) writes(ctx context.Context, f func() error) error {
	return e.commits(ctx, func() error {
		err := f()
		if err == nil {
			e.wrote.Store(true)
		}
		return err
	})
}

// errAtOnce says that the process was ended while a budget was being debited, or a file written, by who did not wait.
var errAtOnce = errors.New("ended at once")

// guarded runs a subcommand, and no longer than grace after the first signal. A panic loses its text, which may hold a cell.
func guarded(p *program, s subcommand, args []string) error {
	result := make(chan error, 1)
	go func() {
		err := error(fault.Of(errors.New("a panic")))
		defer func() {
			recover()
			result <- err
		}()
		err = s.run(p, args)
	}()
	select {
	case err := <-result:
		return err
	case <-p.ctx.Done():
	}
	select {
	case err := <-result:
		return err
	case <-p.hurry:
	case <-time.After(grace):
	}
	return cut(p, result)
}

// cut ends a run that does not return: behind what is being debited or written, after which nothing is any more.
func cut(p *program, result <-chan error) error {
	between := make(chan struct{})
	go func() {
		p.commit.Lock() // for good
		close(between)
	}()
	hurry, late := p.hurry, (<-chan time.Time)(nil)
	for {
		select {
		case err := <-result:
			return err
		case <-hurry:
			hurry, late = nil, time.After(patient)
		case <-late:
			if !p.spent.Load() {
				return errAtOnce
			}
			return context.Canceled
		case <-between:
			select {
			case err := <-result:
				return err
			case <-time.After(settled):
				return context.Canceled
			}
		}
	}
}

// interrupted words an end by a signal.
func (e *ending) interrupted() *fault.Error {
	stands, _ := e.stands.Load().(string)
	switch {
	case e.spent.Load() && stands != "":
		return fault.New(fault.CodeRequest, "It was interrupted when the budget was debited and the release was made. It stands in "+stands+".")
	case e.spent.Load():
		return fault.New(fault.CodeRefused, "The release was ended before it was finished. No document was written, but its budget was debited: count it as spent.")
	case e.wrote.Load():
		return fault.New(fault.CodeRequest, "It was interrupted when files were written. Nothing was spent.")
	}
	return fault.New(fault.CodeRequest, "It was interrupted. Nothing was written, and nothing spent.")
}

// code is what a failed run ends with.
func (e *ending) code() int {
	switch {
	case e.spent.Load():
		return codeSpent
	case e.wrote.Load():
		return codeNo
	}
	return codeRefused
}

// underSignals gives a context that the first signal cancels, and a channel that the second one closes.
func underSignals() (context.Context, <-chan struct{}) {
	ctx, cancel := context.WithCancel(context.Background())
	hurry, signals := make(chan struct{}), make(chan os.Signal, 2)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	if !signal.Ignored(syscall.SIGHUP) { // as nohup does
		signal.Notify(signals, syscall.SIGHUP)
	}
	signal.Ignore(syscall.SIGPIPE) // a closed pipe is an error of who writes to it
	go func() {
		<-signals
		cancel()
		<-signals
		close(hurry)
	}()
	return ctx, hurry
}

// endBySignal has the runtime end the process by a signal where it meets a fatal error: memory at its end, or a panic beside the
// subcommand. Its own code for that is 2. No image of the memory, which has records in it, is left on a disk.
func endBySignal() {
	withoutCoreDump()
	debug.SetTraceback("crash")
}
