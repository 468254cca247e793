package e2e

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
	"privatepca/core/schema"
	"privatepca/core/schema/papertest"
)

// tellsDigest has the worker end its reading with an error that tells the digest of the exact sum, which no page is told.
var tellsDigest = mutation{
	path: "core/pca/table.go", after: "	t.summed, t.summary = true, *summary\n",
	plants: "	if t.matrix != nil {\n		return nil, fault.New(fault.CodeFile, \"The sum has the digest \"+t.matrix.Digest()+\".\")\n	}\n",
}

// Eight times kddcup10, 3.95 million rows: one worker and two have the sum of the command, bit for bit.
func TestThePagesSumIsTheCommands(t *testing.T) {
	long(t, "reads 600 MB")
	s := papertest.Schema(t, "kddcup10")
	s.NormRule, s.NormBound = schema.Clip, 3.79
	text := papertest.Text(t, "kddcup10")
	end := bytes.IndexByte(text, '\n') + 1
	j := drive.Job{Data: file(t, "kddcup8.csv", string(text[:end])), Schema: file(t, "schema.json", string(s.Encode()))}
	out, err := os.OpenFile(j.Data, os.O_APPEND|os.O_WRONLY, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer out.Close()
	for range 8 {
		if _, err := out.Write(text[end:]); err != nil {
			t.Fatal(err)
		}
	}
	want := strings.TrimSpace(shellOf(t, filepath.Dir(j.Data))(binary, "sum", "-schema", j.Schema, "-digest", "-progress", "none", j.Data))
	if !regexp.MustCompile(`^[0-9a-f]{64}$`).MatchString(want) {
		t.Fatalf("the command's digest is %q", want)
	}
	telling := mutant(t, "worker.wasm", tellsDigest)
	for _, workers := range []int{1, 2} {
		p := sit(t, telling, 5*time.Minute, cores(workers))
		start := time.Now()
		p.must(p.OpenFile(p.ctx, j))
		p.must(p.AnswerColumns(p.ctx, j))
		p.click("#to-privacy")
		p.until(`document.querySelector('#error')`)
		e := p.refusal(p.Alert(p.ctx))
		if e.Code != "file" || !strings.Contains(e.Text, want) {
			t.Errorf("%d workers: the page says %v, the command %s", workers, e, want)
		}
		t.Logf("%d workers: %s in %s", workers, want, fmt.Sprint(time.Since(start).Round(time.Second)))
	}
}
