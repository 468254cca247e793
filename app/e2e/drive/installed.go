package drive

import (
	"context"
	"fmt"

	"github.com/chromedp/cdproto/pwa"
)

// OpenInstalled installs the pages of a site as an application of the browser's own profile,
// opens files with it as a desktop does, and returns the window. That window ends with
// the browser; its requests are not recorded.
func (b *Browser) OpenInstalled(ctx context.Context, site string, files ...string) (*Visit, error) {
	address := site + "/"
	if _, err := call(ctx, b.conn, "", pwa.Install, pwa.InstallParams{ManifestID: address, InstallURLOrBundleURL: address}); err != nil {
		return nil, fmt.Errorf("drive: the page cannot be installed: %w", err)
	}
	if _, err := call(ctx, b.conn, "", pwa.LaunchFilesInApp, pwa.LaunchFilesInAppParams{ManifestID: address, Files: files}); err != nil {
		return nil, fmt.Errorf("drive: the installed page does not open: %w", err)
	}
	return b.window(ctx) // installing has opened it
}

// window waits for a window of the browser's own profile.
func (b *Browser) window(ctx context.Context) (*Visit, error) {
	var v *Visit
	err := Until(ctx, func() bool {
		b.mu.Lock()
		defer b.mu.Unlock()
		for _, s := range b.sessions {
			if s.kind == "page" && s.visit == nil {
				v = &Visit{browser: b, page: s, record: newRecord()}
				v.tab = &chromiumTab{visit: v, page: s, hand: s.id}
				return true
			}
		}
		return false
	})
	if err != nil {
		return nil, fmt.Errorf("drive: no window of the browser's own profile: %w", err)
	}
	return v, nil
}
