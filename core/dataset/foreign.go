package dataset

import (
	"bytes"

	"privatepca/core/fault"
)

// mostMagic is how many first bytes tell what a file is.
const mostMagic = 96

// foreign recognises files that are often taken for text by their first bytes, and says what to do in the program that
// they come from.
func foreign(start []byte) error {
	if bytes.HasPrefix(start, []byte("PK\x03\x04")) && bytes.Contains(start, []byte("mimetypeapplication/vnd.oasis.opendocument")) { // the first member, by the standard, and not packed
		return fault.New(fault.CodeFile, "This is an OpenDocument file (.ods). In LibreOffice choose File, Save as, and the type Excel workbook (.xlsx) or CSV.")
	}
	for _, f := range []struct{ magic, message string }{
		{"PK\x03\x04", "This is an Excel workbook or a zip archive. Give its name the ending .xlsx or .zip, and choose it again."},
		{"PARE", "This is an encrypted Parquet file. Write it again without encryption, by a program that has the key."},
		{"PAR1", "This is a Parquet file. Give its name the ending .parquet, and choose it again."},
		{"\x28\xb5\x2f\xfd", "This file is compressed by zstd. Give its name the ending .zst, and choose it again."},
		{"\xd0\xcf\x11\xe0", "This is a workbook of an older Excel (.xls). In Excel choose File, Save as, and the type Excel workbook (.xlsx) or CSV UTF-8."},
		{"$FL2", "This is an SPSS data file. Give its name the ending .sav, and choose it again."},
		{"$FL3", "This is an SPSS data file. Give its name the ending .zsav, and choose it again."},
		{"<stata_dta>", stata},
		{"\x71\x01\x01", stata},
		{"\x71\x02\x01", stata},
		{"\x72\x01\x01", stata},
		{"\x72\x02\x01", stata},
		{"\x73\x01\x01", stata},
		{"\x73\x02\x01", stata},
		{"\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\x00\xc2\xea\x81\x60", sas},
		{"HEADER RECORD*******", sas},
		{"SQLite format 3\x00", "This is an SQLite database. Export a table of it: sqlite3 FILE -header -csv \"select * from TABLE\" > table.csv"},
		{"ARROW1", arrow},
		{"FEA1", arrow},
		{"RDX", rData},
		{"RDA", rData},
		{"X\n\x00\x00\x00", rData},
		{"\x89HDF\r\n", "This is an HDF5 file. Export a table of it: in Python, pandas.read_hdf(\"FILE\").to_csv(\"table.csv\", index=False)"},
		{"\x93NUMPY", "This is a NumPy array. Write it with names for its columns: in Python, numpy.savetxt(\"table.csv\", array, delimiter=\",\", header=\"a,b,c\", comments=\"\")"},
		{"\x80\x04\x95", "This is a Python pickle, which is a program, not a table. In Python write the table: table.to_csv(\"table.csv\", index=False)"},
		{"ORC\x08", "This is an ORC file. Write the table as Parquet or CSV."},
		{"Obj\x01", "This is an Avro file. Write the table as Parquet or CSV."},
		{"\xfd7zXZ\x00", "This file is compressed by xz. Unpack it, or compress it by gzip or zstd."},
		{"BZh", "This file is compressed by bzip2. Unpack it, or compress it by gzip or zstd."},
		{"7z\xbc\xaf", "This is a 7-Zip archive. Unpack it, and choose the table in it."},
		{"Rar!", "This is a RAR archive. Unpack it, and choose the table in it."},
		{"%PDF-", "This is a PDF document. Ask whoever published it for the table as CSV or a workbook: a table that is copied out of a PDF has errors."},
		{"\x89PNG", "This is a picture. Choose a table."},
		{"\xff\xd8\xff", "This is a picture. Choose a table."},
		{"<?xml", markup},
		{"<!DOCTYPE", markup},
		{"<html", markup},
	} {
		if bytes.HasPrefix(start, []byte(f.magic)) {
			return &fault.Error{Code: fault.CodeFile, Message: f.message, Expected: plainText}
		}
	}
	if isJSON(start) {
		return &fault.Error{
			Code: fault.CodeFile, Expected: plainText,
			Message: "This is JSON. Write its records as CSV: in Python, pandas.read_json(\"FILE\").to_csv(\"table.csv\", index=False). A schema or a release ends in .json.",
		}
	}
	return nil
}

const (
	stata  = "This is a Stata data file. Give its name the ending .dta, and choose it again."
	sas    = "This is a SAS data file. In SAS type: proc export data=TABLE outfile=\"table.csv\" dbms=csv; run;"
	arrow  = "This is a Feather or Arrow file. Write it as Parquet: in Python, pandas.read_feather(\"FILE\").to_parquet(\"table.parquet\"); in R, arrow::write_parquet(table, \"table.parquet\")."
	rData  = "This is a file of R's own. In R type: write.csv(table, \"table.csv\", row.names = FALSE)"
	markup = "This is a web page or an XML document, perhaps what a server sends in place of a table. Download the table itself, as CSV."
)

// isJSON reports whether a text starts as a JSON object or array of these does. A header could start with a brace or a
// bracket, but not be followed by another or by a quote.
func isJSON(start []byte) bool {
	start = bytes.TrimLeft(bytes.TrimPrefix(start, []byte("\ufeff")), " \t\r\n")
	if len(start) < 2 || start[0] != '{' && start[0] != '[' {
		return false
	}
	rest := bytes.TrimLeft(start[1:], " \t\r\n")
	return len(rest) > 0 && (rest[0] == '"' || start[0] == '[' && (rest[0] == '{' || rest[0] == '['))
}
