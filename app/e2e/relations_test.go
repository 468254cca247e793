package e2e

import (
	"bytes"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/at"
)

// The correlations of a finished release are a click away: a cell tells its pair with three errors, an outcome is explained, levels stand on the map, and
// picture and tables are saved.
func TestCorrelationsOfARelease(t *testing.T) {
	t.Parallel()
	p := sit(t, server, 60*time.Second)
	p.until(`document.querySelector('#finished-everyday-life')`)
	at.Start(p).Finished("everyday-life")
	r := at.Result(p).Stands().Correlations()
	before := r.Told()
	r.ClickCell(5, 2)
	p.until(r.TellsAnother(before))
	if told := r.Told(); !strings.Contains(told, " and ") || !strings.Contains(told, " to ") {
		t.Errorf("a cell tells %q", told)
	}
	r.Explain("banks_online", "Shops online", "Pays in cash")
	if regression := r.TakeRegression(); bytes.Count(regression, []byte("\n")) != 4 || !bytes.Contains(regression, []byte("banks_online,R²,")) {
		t.Errorf("the regression is saved as %q", regression)
	}
	if table := r.Picture("correlations", "csv"); !bytes.HasPrefix(table, []byte("row,column,value,low,high,noise,people,cut\n")) || bytes.Count(table, []byte("\n")) != 1+16*15/2 {
		t.Errorf("the table is %.120q of %d lines", table, bytes.Count(table, []byte("\n")))
	}
	if picture := r.Picture("correlations", "png"); !bytes.HasPrefix(picture, []byte("\x89PNG")) || len(picture) < 10000 {
		t.Errorf("a picture of %d bytes", len(picture))
	}
	r.PlaceLevels("home")
	if picture := r.Picture("levels", "svg"); !bytes.Contains(picture, []byte(">owns<")) || !bytes.Contains(picture, []byte(`height="720"`)) {
		t.Errorf("the levels are saved as %.200q", picture)
	}
}
