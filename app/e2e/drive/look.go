package drive

import (
	"context"

	"github.com/chromedp/cdproto/emulation"
)

// Width gives the page a window of so many CSS pixels.
func (v *Visit) Width(ctx context.Context, width int64) error {
	_, err := call(ctx, v.browser.conn, v.page.id, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: width, Height: 900, DeviceScaleFactor: 1,
	})
	return err
}

// Media shows the page as on that medium: "screen" or "print".
func (v *Visit) Media(ctx context.Context, media string) error {
	_, err := call(ctx, v.browser.conn, v.page.id, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
	return err
}
