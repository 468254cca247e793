package main

import (
	"encoding/json"
	"os"
	"testing"
)

// The test program itself is described: every module that it was linked from, once, with its hash.
func TestDescribe(t *testing.T) {
	out, err := describe([]string{os.Args[0]})
	if err != nil {
		t.Fatal(err)
	}
	first, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	files, libraries := 0, map[string]bool{}
	for _, c := range out.Components {
		switch c.Type {
		case "file":
			files++
			if len(c.Hashes) != 1 || len(c.Hashes[0].Content) != 64 {
				t.Errorf("%+v", c)
			}
		case "library":
			libraries[c.Name] = true
			if c.Version == "" || c.PURL == "" {
				t.Errorf("%+v", c)
			}
		}
	}
	if files != 1 || !libraries["stdlib"] || len(out.Dependencies) != 1 || len(out.Dependencies[0].Uses) != len(libraries) {
		t.Errorf("%d files, %v", files, libraries)
	}
	again, err := describe([]string{os.Args[0]})
	if err != nil {
		t.Fatal(err)
	}
	if second, _ := json.Marshal(again); string(first) != string(second) {
		t.Error("another document of the same program")
	}
	if _, err := describe(nil); err == nil {
		t.Error("nothing was described")
	}
	if _, err := describe([]string{"main.go"}); err == nil {
		t.Error("a source file was described as a program")
	}
}
