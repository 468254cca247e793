package e2e

import (
	"bytes"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"privatepca/core/release"
	"privatepca/core/report"
)

// The printed report is on A4, and no page ends within a figure: each is kept whole, and shorter than a page; no letter leaves its drawing.
// So it is with labels of 300 characters in Chinese and from right to left.
func TestTheReportIsPrinted(t *testing.T) {
	t.Parallel()
	text, err := os.ReadFile("../../web/samples/everyday-life.release.json")
	if err != nil {
		t.Fatal(err)
	}
	usual, err := release.Decode(text)
	if err != nil {
		t.Fatal(err)
	}
	long := *usual
	about := *usual.About
	about.Labels = make([]string, usual.NumFeatures)
	for i := range about.Labels {
		about.Labels[i] = strings.Repeat([]string{"过去十二个月您多久去看一次医生", "كم مرة ذهبت إلى الطبيب ", "MMWW "}[i%3], 20) + string(rune('a'+i%26))
	}
	long.About = &about
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Write(report.HTML(map[string]*release.Document{"/usual": usual, "/long": &long}[r.URL.Path]))
	}))
	defer s.Close()
	for name, most := range map[string]int{"usual": 2, "long": 8} {
		p := standAt(t, browser, s.URL+"/"+name, 30*time.Second)
		pdf, err := p.Print(p.ctx)
		p.must(err)
		if dir := os.Getenv("PRIVATEPCA_PICTURES"); dir != "" {
			p.must(os.WriteFile(filepath.Join(dir, "report-"+name+".pdf"), pdf, 0o666))
		}
		boxes := regexp.MustCompile(`/MediaBox \[0 0 (59[45][.0-9]*) (84[12][.0-9]*)\]`).FindAll(pdf, -1)
		if pages := bytes.Count(pdf, []byte("/Type /Page\n")); len(boxes) == 0 || len(boxes) != pages || pages > most {
			t.Errorf("%s: %d pages of A4 of %d, want at most %d", name, len(boxes), pages, most)
		}
		p.must(p.Width(p.ctx, 680)) // A4 within the margins
		const cut = `[...document.querySelectorAll('figure, section')].filter(f => f.checkVisibility()).flatMap(f => {
		  const box = f.getBoundingClientRect(), out = [];
		  if (getComputedStyle(f).breakInside !== 'avoid') out.push('may be cut');
		  if (box.height > 1030) out.push('is ' + box.height + ' px high');
		  if (box.left < 0 || box.right > 681) out.push('reaches from ' + box.left + ' to ' + box.right);
		  for (const svg of f.querySelectorAll('svg')) for (const t of svg.querySelectorAll('text')) {
		    const a = svg.getBoundingClientRect(), b = t.getBoundingClientRect();
		    if (b.left < a.left - 1 || b.right > a.right + 1 || b.top < a.top - 2 || b.bottom > a.bottom + 2) out.push('cuts ' + t.textContent);
		  }
		  return out.map(o => f.querySelector('h3').textContent + ': ' + o);
		})`
		for _, fault := range ask[[]string](p, cut) {
			t.Errorf("%s: %s", name, fault)
		}
		if n := ask[int](p, `[...document.querySelectorAll('figure')].filter(f => f.checkVisibility()).length`); n < 4 {
			t.Errorf("%s: %d figures are printed", name, n)
		}
	}
}
