package drive

import (
	"context"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
)

// Width gives the page a window of so many CSS pixels.
func (v *Visit) Width(ctx context.Context, width int64) error {
	return v.tab.width(ctx, width)
}

// Touch makes the device one that is touched: no mouse, and a coarse pointer.
func (v *Visit) Touch(ctx context.Context) error {
	if v.browser.engine != nil {
		return ErrOnlyChromium
	}
	_, err := call(ctx, v.browser.conn, v.page.id, emulation.SetDeviceMetricsOverride, emulation.SetDeviceMetricsOverrideParams{
		Width: 390, Height: 844, DeviceScaleFactor: 2, Mobile: true,
	})
	if err != nil {
		return err
	}
	_, err = call(ctx, v.browser.conn, v.page.id, emulation.SetTouchEmulationEnabled, emulation.SetTouchEmulationEnabledParams{Enabled: true})
	return err
}

// Media shows the page as on that medium: "screen" or "print".
func (v *Visit) Media(ctx context.Context, media string) error {
	if v.browser.engine != nil {
		return ErrOnlyChromium
	}
	_, err := call(ctx, v.browser.conn, v.page.id, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: media})
	return err
}

// Print is the page as it would be printed, as PDF, on the paper that it asks for. The page is shown as on that medium from then on.
func (v *Visit) Print(ctx context.Context) ([]byte, error) {
	if err := v.Media(ctx, "print"); err != nil {
		return nil, err
	}
	out, err := call(ctx, v.browser.conn, v.page.id, page.PrintToPDF, page.PrintToPDFParams{PreferCSSPageSize: new(true)})
	return out.Data, err
}
