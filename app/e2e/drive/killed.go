package drive

import (
	"context"
)

// OpenPlain goes to an address in the window with which the browser has started. Its profile is the browser's own, on disk: what a page
// keeps there outlives the browser. Its requests are not recorded.
func (b *Browser) OpenPlain(ctx context.Context, url string) (*Visit, error) {
	v, err := b.window(ctx)
	if err != nil {
		return nil, err
	}
	return v, v.Open(ctx, url)
}

// Kill ends the browser at once, as a crash does. Its profile stays, for LaunchIn.
func (b *Browser) Kill() {
	b.process.Process.Kill()
	<-b.exited
	b.conn.pipe.Close()
}
