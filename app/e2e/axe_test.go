package e2e

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"privatepca/app/e2e/drive"
)

// The version is fixed, so that a new rule does not fail an old page overnight.
const axeVersion = "4.11.0"

// axe is the source of axe-core, kept in the user's cache.
func axe(t *testing.T) string {
	t.Helper()
	cache, err := os.UserCacheDir()
	if err != nil {
		t.Skip("no folder for caches: ", err)
	}
	dir := filepath.Join(cache, "privatepca", "axe-core-"+axeVersion)
	path := filepath.Join(dir, "node_modules", "axe-core", "axe.min.js")
	if source, err := os.ReadFile(path); err == nil {
		return string(source)
	}
	if err := os.MkdirAll(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	install := exec.CommandContext(ctx, "npm", "install", "--no-save", "--no-audit", "--no-fund", "--ignore-scripts", "--prefix", dir, "axe-core@"+axeVersion)
	if out, err := install.CombinedOutput(); err != nil {
		t.Skipf("axe-core cannot be had from npm (offline?): %v\n%s", err, out)
	}
	source, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(source)
}

// Every page in both colour schemes, by the rules of WCAG 2.2 AA and good practice.
func TestPagesAreAccessible(t *testing.T) {
	t.Parallel()
	source := axe(t)
	p := sit(t, server, 90*time.Second)
	p.must(p.Eval(p.ctx, source, nil))
	checks := 0
	check := func(page string) {
		t.Helper()
		// What the scheme changes is colour: the other rules are looked at once.
		for scheme, rules := range map[string]string{"light": "", "dark": `runOnly: ['color-contrast', 'link-in-text-block'],`} {
			p.must(p.Scheme(p.ctx, scheme))
			time.Sleep(100 * time.Millisecond) // for colours that fade over
			type violation struct{ ID, Help, Nodes string }
			found := ask[struct {
				Passes     int
				Violations []violation
			}](p, `axe.run(document, { `+rules+` resultTypes: ['violations'] }).then(r => ({
			  passes: r.passes.length,
			  violations: r.violations.map(v => ({ id: v.id, help: v.help,
			    nodes: v.nodes.slice(0, 3).map(n => n.target.join(' ') + ' ' + n.html.slice(0, 160) + ' ' + n.any.map(a => a.message).join('; ').slice(0, 200)).join('\n    ') })),
			}))`)
			checks += found.Passes
			for _, v := range found.Violations {
				t.Errorf("%s, %s: %s (%s)\n    %s", page, scheme, v.Help, v.ID, v.Nodes)
			}
		}
	}
	check("start")
	j := drive.Job{Sample: "clinic-visits", Epsilon: "1", Delta: "1e-6", K: "3", Mechanism: "gaussian"}
	p.must(p.OpenFile(p.ctx, j))
	check("columns")
	p.click("#select-all")
	check("columns, all selected")
	p.must(p.AnswerColumns(p.ctx, j))
	p.must(p.ToPrivacy(p.ctx))
	check("privacy")
	p.enter("#epsilon", "-1")
	check("privacy, with a fault")
	p.must(p.AnswerPrivacy(p.ctx, j))
	p.must(p.ToRelease(p.ctx))
	check("release")
	p.must(p.Release(p.ctx))
	check("result")
	p.click("#help")
	p.until(`location.pathname === '/help'`)
	check("help")
	p.toLedger()
	check("ledger")
	p.click(`nav a[href="/"]`)
	p.until(`location.pathname === '/' && document.querySelector('#file-input')`)
	p.click("#practise-two-directions")
	p.until(`document.querySelector('#practice-work')?.innerText.includes('All drawn')`)
	check("practice")
	p.click(`nav a[href="/"]`)
	p.until(`location.pathname === '/' && document.querySelector('#file-input')`)
	j = drive.Job{Data: file(t, "empty.csv", "")}
	p.refusal(p.OpenFile(p.ctx, j))
	check("error")
	if checks < 100 {
		t.Errorf("only %d rules applied: the check itself did not run", checks)
	}

	// The same check must notice a picture that nobody can hear described.
	caught := ask[string](p, `(() => {
	  document.querySelector('main').append(Object.assign(new Image(), { src: '/web/icons/icon-192.png' }));
	  return axe.run(document).then(r => r.violations.map(v => v.id).join());
	})()`)
	if !strings.Contains(caught, "image-alt") {
		t.Errorf("a picture without words went unnoticed: %q", caught)
	}
}
