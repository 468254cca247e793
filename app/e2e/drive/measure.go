package drive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/chromedp/cdproto/cdp"
	"github.com/chromedp/cdproto/systeminfo"
)

// PeakMemory is the largest resident set, in bytes, that any renderer of the
// browser ever had: pages, workers and the pages of memory they share with others.
func (b *Browser) PeakMemory(ctx context.Context) (int64, error) {
	if b.engine != nil {
		return 0, ErrOnlyChromium
	}
	info, err := call(ctx, b.conn, "", systeminfo.GetProcessInfo, cdp.Empty{})
	if err != nil {
		return 0, err
	}
	var peak int64
	for _, process := range info.ProcessInfo {
		if process.Type != "renderer" {
			continue
		}
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", int(process.ID)))
		if err != nil {
			continue // ended since
		}
		for line := range strings.Lines(string(text)) {
			var kilobytes int64
			if n, _ := fmt.Sscanf(line, "VmHWM: %d kB", &kilobytes); n == 1 {
				peak = max(peak, kilobytes<<10)
			}
		}
	}
	if peak == 0 {
		return 0, errors.New("drive: no renderer's memory can be read")
	}
	return peak, nil
}

// Records is the number of rows that the worker last said it read.
func (v *Visit) Records() int64 {
	var n int64
	for _, m := range v.record.Messages() {
		var e struct {
			Type string
			Body struct{ Records int64 }
		}
		if json.Unmarshal([]byte(m.Text), &e) == nil && e.Type == "prepare" {
			n = e.Body.Records
		}
	}
	return n
}
