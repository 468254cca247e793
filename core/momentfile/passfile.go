package momentfile

import (
	"bytes"
	"encoding/json"

	"privatepca/core/fault"
	"privatepca/core/passes"
	"privatepca/core/schema"
)

// passFormat is the format of a file that says what a later pass sums.
const passFormat = "privatepca pass 1"

// A passFile is what whoever merges hands to the holders between two passes. It is public: the schema, and numbers that were released.
type passFile struct {
	Format string          `json:"format"`
	Pass   passes.Pass     `json:"numbers"`
	Schema json.RawMessage `json:"schema"`
}

// EncodePass gives the file by which holders sum a later pass.
func EncodePass(s *schema.Schema, p passes.Pass) ([]byte, error) {
	text, err := json.MarshalIndent(passFile{passFormat, p, s.Encode()}, "", "  ")
	return append(text, '\n'), err
}

// DecodePass reads such a file. It refuses, by name: another file, another version, and numbers that no release has.
func DecodePass(b []byte) (*schema.Schema, passes.Pass, error) {
	none := passes.Pass{}
	var in passFile
	d := json.NewDecoder(bytes.NewReader(b))
	d.DisallowUnknownFields()
	if json.Unmarshal(b, &struct{}{}) != nil || !bytes.Contains(b, []byte(`"privatepca pass `)) {
		return nil, none, fault.New(fault.CodeFile, "This is no file of a pass. privatepca merge -again writes one between two passes.")
	}
	if err := d.Decode(&in); err != nil || in.Format != passFormat {
		return nil, none, fault.New(fault.CodeFile, "This file of a pass is of a version that this program does not know, or was changed. Fetch it again, or use a newer program.")
	}
	s, err := schema.Parse(in.Schema)
	if err != nil {
		return nil, none, schema.Fault(err)
	}
	if err := in.Pass.Check(s); err != nil {
		return nil, none, fault.New(fault.CodeFile, "The numbers of this pass are none that a release has. Fetch the file again.").Because(err)
	}
	return s, in.Pass, nil
}
