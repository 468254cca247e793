package converttest

import (
	"errors"
	"runtime"
	"testing"
	"time"
)

// Refused opens a file that was made to take memory or time, and reads rows until an error: that has to have words for people, and to come
// before so many bytes were allocated, all taken together, and within half a minute, which a busy machine keeps.
func Refused[Words error, T Rows](t *testing.T, name string, most uint64, open func() (T, error)) {
	t.Helper()
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	begin := time.Now()
	table, err := open()
	var line []byte
	for rows := 0; err == nil && rows < 1_000_000; rows++ {
		line, err = table.Append(line[:0])
	}
	runtime.ReadMemStats(&after)
	var known Words
	if !errors.As(err, &known) {
		t.Errorf("%s: the answer is %v, no fault in words", name, err)
	}
	if took := after.TotalAlloc - before.TotalAlloc; took > most {
		t.Errorf("%s: it took %d MB, more than %d", name, took>>20, most>>20)
	}
	if took := time.Since(begin); took > 30*time.Second {
		t.Errorf("%s: it took %v", name, took)
	}
}
