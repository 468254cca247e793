package drive

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"
)

// PeakMemory is the largest resident set, in bytes, that any renderer of the
// browser ever had: pages, workers and the pages of memory they share with others.
func (b *Browser) PeakMemory(ctx context.Context) (int64, error) {
	ids, err := b.Renderers(ctx)
	if err != nil {
		return 0, err
	}
	var peak int64
	for _, id := range ids {
		text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", id))
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

// A Task kept the page's main thread busy for over 50 ms.
type Task struct {
	Start    time.Time
	Duration time.Duration
}

// LongTasks are those of the document in view that began at or after a time.
func (v *Visit) LongTasks(ctx context.Context, since time.Time) ([]Task, error) {
	var raw []struct{ Start, Duration float64 }
	if err := v.Eval(ctx, `window.__driveTasks`, &raw); err != nil {
		return nil, err
	}
	var tasks []Task
	for _, r := range raw {
		t := Task{time.UnixMicro(int64(r.Start * 1000)), time.Duration(r.Duration * float64(time.Millisecond))}
		if !t.Start.Before(since) {
			tasks = append(tasks, t)
		}
	}
	return tasks, nil
}

// LongestTask is the duration of the longest of them, or 0.
func (v *Visit) LongestTask(ctx context.Context, since time.Time) (time.Duration, error) {
	tasks, err := v.LongTasks(ctx, since)
	var longest time.Duration
	for _, t := range tasks {
		longest = max(longest, t.Duration)
	}
	return longest, err
}

// Records is the number of rows that the worker last said it read.
func (v *Visit) Records() int64 {
	var n int64
	for _, m := range v.record.Messages() {
		var e struct {
			Type string
			Body struct{ Records int64 }
		}
		if json.Unmarshal([]byte(m.Text), &e) == nil && e.Type == "prepared" {
			n = e.Body.Records
		}
	}
	return n
}
