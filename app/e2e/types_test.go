package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

const typescriptVersion = "5.9.3"

// use is what a portal's program may and may not say to embed.js.
const use = `/// <reference path="./embed.d.ts" />
import type { PrivatePCAHostMessage } from "./embed";
const element = document.createElement("private-pca");
element.file = new File(["a"], "a.csv");
element.load("https://data.example/t.csv", "t");
element.addEventListener("privatepca-released", (e) => JSON.parse(e.detail.document));
addEventListener("privatepca-released", (e) => e.detail.document.length);
const view = privatePCA(document.body, { src: "/t.csv", epsilonMax: 2, theme: "dark", schema: { fields: [] } });
view.load(new Blob([]), "b");
window.privatePCA(document.body).remove();
const message: PrivatePCAHostMessage = { privatepca: 1, type: "load", url: "https://data.example/t.csv" };
view.frame.contentWindow?.postMessage(message, "https://pca.example");
// @ts-expect-error There is no such theme.
privatePCA(document.body, { theme: "red" });
// @ts-expect-error A release cannot be asked for.
const no: PrivatePCAHostMessage = { privatepca: 1, type: "release" };
// @ts-expect-error A release holds no records.
addEventListener("privatepca-released", (e) => e.detail.records);
`

// The types of embed.js take what a portal may say, and nothing else.
func TestTypesOfTheEmbedding(t *testing.T) {
	long(t, "needs TypeScript from npm")
	compiler := fromNPM(t, "typescript", typescriptVersion, ".bin", "tsc")
	dir := t.TempDir()
	types, err := os.ReadFile(filepath.Join(web, "embed.d.ts"))
	if err != nil {
		t.Fatal(err)
	}
	for name, text := range map[string]string{"embed.d.ts": string(types), "use.ts": use} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	ctx, cancel := context.WithTimeout(t.Context(), 90*time.Second)
	defer cancel()
	check := exec.CommandContext(ctx, compiler, "--strict", "--noEmit", "--target", "es2022", "--lib", "es2022,dom", "use.ts")
	check.Dir = dir
	if out, err := check.CombinedOutput(); err != nil {
		t.Errorf("%v\n%s", err, out)
	}
}
