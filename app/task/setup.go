package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"slices"
	"strings"
)

// A tool is a program that tests use and that a package of Debian's brings.
type tool struct {
	name     string
	packages []string
	use      string
	paths    []string // where it stands; names without a slash are looked for in PATH
	required bool     // where it cannot be installed, CI=true fails
}

func tools() []tool {
	return []tool{
		{"gcc", []string{"gcc", "libc6-dev"}, "the race detector", []string{"gcc"}, true},
		{"chromium", []string{"chromium"}, "the tests in a browser", []string{variable("CHROMIUM", "/usr/bin/chromium")}, true},
		{"firefox", []string{"firefox-esr"}, "the same in Firefox", []string{variable("FIREFOX", "/usr/bin/firefox-esr"), "/usr/bin/firefox"}, false},
		{"webkit", []string{"webkit2gtk-driver"}, "the same in WebKitGTK", []string{"/usr/bin/WebKitWebDriver"}, false},
		{"xvfb", []string{"xvfb"}, "a screen for WebKitGTK and Firefox", []string{"/usr/bin/Xvfb"}, false},
	}
}

func (t tool) here() bool {
	return slices.ContainsFunc(t.paths, func(p string) bool { _, err := exec.LookPath(p); return err == nil })
}

// has says by its error whether a tool is there.
func has(names []string) error {
	for _, t := range tools() {
		if len(names) == 1 && t.name == names[0] {
			if t.here() {
				return nil
			}
			return fmt.Errorf("NOT TESTED: %s, since %s is missing: `make setup` installs it, and CHROMIUM and FIREFOX name one that stands elsewhere", t.use, t.name)
		}
	}
	return fmt.Errorf("no tool is called %s", strings.Join(names, " "))
}

// setup installs what is missing by apt, and says so before it does. Where it may not, it says
// what is then left out, and fails only under CI=true, so that no run there leaves tests out in
// silence.
func setup([]string) error {
	var missing []tool
	for _, t := range tools() {
		if !t.here() {
			missing = append(missing, t)
		}
	}
	if len(missing) == 0 {
		return nil
	}
	as, ok := installer()
	for _, t := range missing {
		if ok {
			fmt.Printf("Installing %s, for %s.\n", strings.Join(t.packages, " "), t.use)
		} else {
			fmt.Fprintf(os.Stderr, "Not tested here: %s. Install %s, as in: sudo apt-get install %s\n", t.use, t.name, strings.Join(t.packages, " "))
		}
	}
	if ok {
		if err := (run{}).do(append(slices.Clone(as), "apt-get", "update", "-qq")...); err != nil {
			ok = false
		}
	}
	var failed []string
	for _, t := range missing {
		install := append(slices.Clone(as), "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-qq")
		if ok {
			if _, err := (run{}).out(append(install, t.packages...)...); err == nil {
				continue
			}
			fmt.Fprintf(os.Stderr, "%s cannot be installed: not tested: %s.\n", t.name, t.use)
		}
		if t.required {
			failed = append(failed, t.name)
		}
	}
	if len(failed) > 0 && os.Getenv("CI") == "true" {
		return errors.New("required where CI=true: " + strings.Join(failed, ", "))
	}
	return nil
}

// installer returns what stands before apt-get, and whether this user may install.
func installer() (as []string, ok bool) {
	if _, err := exec.LookPath("apt-get"); err != nil {
		return nil, false
	}
	if os.Getuid() == 0 {
		return nil, true
	}
	as = []string{"sudo", "-n"}
	return as, exec.Command("sudo", "-n", "true").Run() == nil
}
