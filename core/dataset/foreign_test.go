package dataset

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"privatepca/core/fault"
)

// Each foreign file is named, with what to do in the program that it comes from; no header is taken for one.
func TestForeignFiles(t *testing.T) {
	for start, want := range map[string]string{
		"$FL2@(#) IBM SPSS STATISTICS": "ending .sav", "<stata_dta><header>": "ending .dta", "\x72\x02\x01\x00": "ending .dta", "PARE\x15": "encrypted",
		"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc2\xea\x81\x60\xb3": "proc export", "HEADER RECORD*******LIBRARY": "proc export",
		"SQLite format 3\x00\x10": "sqlite3 FILE", "ARROW1\x00\x00": "write_parquet", "RDX3\nX\n": "write.csv", gz("RDX3\nX\n"): "write.csv",
		"\x89HDF\r\n\x1a\n": "read_hdf", "%PDF-1.7": "PDF", "\xd0\xcf\x11\xe0\xa1\xb1": ".xlsx", "PK\x03\x04": "ending .xlsx or .zip",
		"PK\x03\x04\x14\x00\x00\x08\x00\x00\x00\x00!\x00\x85l9\x8a.\x00\x00\x00.\x00\x00\x00\x08\x00\x00\x00mimetypeapplication/vnd.oasis.opendocument.spreadsheetPK": "In LibreOffice", "PAR1\x15": "ending .parquet",
		"{\n \"a\": 1}": "JSON", "[{\"a\":1}]": "JSON", " [[1,2]]": "JSON", "<!DOCTYPE html>": "web page", "BZh91AY": "bzip2",
	} {
		t.Run(fmt.Sprintf("%.60s", start), func(t *testing.T) {
			_, err := NewReader(strings.NewReader(start))
			var known *fault.Error
			if !errors.As(err, &known) || known.Code != fault.CodeFile || !strings.Contains(known.Message, want) {
				t.Errorf("%q: %v, want %q", start, err, want)
			}
		})
	}
	for _, header := range []string{"[a],b\n1,2\n", "{a},b\n", "[1],[2]\n", "X\ny\n", "ORCHID,b\n", "Rar,b\n"} {
		if _, err := NewReader(strings.NewReader(header)); err != nil {
			t.Errorf("%q: %v", header, err)
		}
	}
}
