package kernel

import (
	"bytes"
	"flag"
	"os"
	"testing"
)

var anew = flag.Bool("update", false, "write module.wasm anew")

func TestTheModuleIsWhatIsAssembledHere(t *testing.T) {
	want := Module()
	if *anew {
		if err := os.WriteFile("module.wasm", want, 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if !bytes.Equal(module, want) {
		t.Errorf("module.wasm has %d bytes, and the assembler gives %d others: go test ./wasm/kernel -update writes it anew", len(module), len(want))
	}
}
