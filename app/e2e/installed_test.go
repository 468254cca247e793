package e2e

import (
	"context"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

// A file that the desktop opens with the installed page is open in it: no header of the page
// keeps it from being installed, or from getting the file.
func TestInstalledPageOpensAFile(t *testing.T) {
	onlyChromium(t, "it alone opens files with an installed page")
	t.Parallel()
	ctx, cancel := context.WithTimeout(t.Context(), patient(40*time.Second))
	defer cancel()
	own, err := drive.Launch() // only a profile that is kept has applications
	if err != nil {
		t.Fatal(err)
	}
	defer own.Close()
	v, err := own.OpenInstalled(ctx, server.URL, file(t, "visits.csv", smallTable))
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Wait(ctx, `location.pathname === '/columns' && document.querySelector('#unit-row')`); err != nil {
		var said string
		v.Eval(context.Background(), `location.href + ' ' + document.body.innerText`, &said)
		t.Fatalf("%v: %.300s", err, said)
	}
}
