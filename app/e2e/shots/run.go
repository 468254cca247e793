package main

import (
	"context"
	"errors"
	"fmt"
	"html"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"time"

	"privatepca/app/e2e/at"
	"privatepca/app/e2e/drive"
	"privatepca/app/e2e/screens"
)

// widths of the pictures in CSS pixels.
var widths = [...]int64{1280, 390}

type shots struct {
	out, mock, only string
	server          string
	screens.Place

	browser *drive.Browser
}

// run pictures all states.
func (s *shots) run(ctx context.Context) (err error) {
	if err := os.MkdirAll(s.out, 0o777); err != nil {
		return err
	}
	server, err := drive.Serve(s.server, s.Web)
	if err != nil {
		return fmt.Errorf("%w (run make build first)", err)
	}
	defer server.Close()
	s.URL = server.URL
	if s.browser, err = drive.Launch(); err != nil {
		return err
	}
	defer s.browser.Close()
	if s.Files, err = os.MkdirTemp("", "privatepca-shots-"); err != nil {
		return err
	}
	defer os.RemoveAll(s.Files)
	if err := s.Tables(); err != nil {
		return err
	}
	if s.mock != "" {
		if err := s.draw(ctx); err != nil {
			return err
		}
	}
	for _, walk := range screens.Walks {
		err = errors.Join(err, s.walk(ctx, walk))
	}
	return errors.Join(err, s.index())
}

// walk pictures the states of one visit, in order. After a state that cannot be reached the walk ends, since the others follow from it.
func (s *shots) walk(ctx context.Context, states []screens.State) error {
	if !s.wanted(states) {
		return nil
	}
	v, err := s.browser.Visit(ctx, s.Files)
	if err != nil {
		return err
	}
	defer v.Close()
	if err := v.Open(ctx, s.URL+"/"); err != nil {
		return err
	}
	for _, state := range states {
		if err := v.Width(ctx, widths[0]); err != nil {
			return err
		}
		within, cancel := context.WithTimeout(ctx, 90*time.Second)
		err := at.Try(within, v, func(p at.Person) { state.Reach(s.Place, p) })
		cancel()
		if err != nil {
			picture, _ := v.Screenshot(ctx)
			os.WriteFile(filepath.Join(s.out, "failed-"+state.Name+".png"), picture, 0o666)
			return fmt.Errorf("%s: %w", state.Name, err)
		}
		if state.Name == "" {
			continue
		}
		for _, width := range widths {
			if err := s.picture(ctx, v, state.Name, "page", width); err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *shots) wanted(states []screens.State) bool {
	for _, state := range states {
		if state.Name != "" && strings.HasPrefix(state.Name, s.only) {
			return true
		}
	}
	return false
}

// picture pictures what a visit shows, at one width, and prints its height.
func (s *shots) picture(ctx context.Context, v *drive.Visit, name, of string, width int64) error {
	if !strings.HasPrefix(name, s.only) {
		return nil
	}
	if err := errors.Join(v.Width(ctx, width), v.Rest(ctx, 300*time.Millisecond)); err != nil {
		return err
	}
	var size [2]int
	if err := v.Eval(ctx, `[document.documentElement.scrollWidth, document.documentElement.scrollHeight]`, &size); err != nil {
		return err
	}
	wide := ""
	if size[0] > int(width) {
		wide = fmt.Sprintf(", and %d wide", size[0])
	}
	fmt.Printf("%s, %s, %d: %d high%s\n", name, of, width, size[1], wide)
	b, err := v.Screenshot(ctx)
	if err != nil {
		return err
	}
	return os.WriteFile(s.file(name, of, width), b, 0o666)
}

func (s *shots) file(name, of string, width int64) string {
	return filepath.Join(s.out, fmt.Sprintf("%s-%d-%s.png", name, width, of))
}

// draw pictures the drawings, without their own bars. Phones are drawn inside a page: they are pictured at one width.
func (s *shots) draw(ctx context.Context) error {
	// Drawings import the styles of earlier ones, which lie beside them.
	folder, err := filepath.Abs(s.mock)
	if err != nil {
		return err
	}
	drawn := httptest.NewServer(http.FileServer(http.Dir(filepath.Dir(folder))))
	defer drawn.Close()
	v, err := s.browser.Visit(ctx, s.Files)
	if err != nil {
		return err
	}
	defer v.Close()
	if err := v.Open(ctx, drawn.URL+"/"+filepath.Base(folder)+"/index.html"); err != nil {
		return err
	}
	if err := v.Eval(ctx, `for (const e of document.querySelectorAll('.mockbar')) e.style.display = 'none'; true`, nil); err != nil {
		return err
	}
	for _, name := range screens.Names {
		if err := v.Eval(ctx, fmt.Sprintf(`location.hash = %q; true`, "#"+name), nil); err != nil {
			return err
		}
		for _, width := range widths {
			if err := s.picture(ctx, v, name, "drawn", width); err != nil {
				return err
			}
		}
	}
	return nil
}

// index shows the pictures beside each other.
func (s *shots) index() error {
	var b strings.Builder
	b.WriteString("<!doctype html><html lang=en><meta charset=utf-8><title>Screens beside their drawings</title><style>img{width:48%;vertical-align:top;border:1px solid #999}</style>\n")
	for _, name := range screens.Names {
		fmt.Fprintf(&b, "<h2 id=%s>%s</h2>\n", name, name)
		if lack := screens.Lacks[name]; lack != "" {
			fmt.Fprintf(&b, "<p>Not in the pages: %s</p>\n", html.EscapeString(lack))
		}
		for _, width := range widths {
			fmt.Fprintf(&b, "<p>%d</p>\n", width)
			for _, of := range []string{"drawn", "page"} {
				if file := s.file(name, of, width); exists(file) {
					fmt.Fprintf(&b, "<img loading=lazy src=%q alt=%q>\n", filepath.Base(file), name+", "+of)
				}
			}
		}
	}
	return os.WriteFile(filepath.Join(s.out, "index.html"), []byte(b.String()), 0o666)
}

func exists(file string) bool {
	_, err := os.Stat(file)
	return err == nil
}
