package frame

import (
	"strings"
	"testing"
)

// A table has the name that its address gives it.
func TestTableNames(t *testing.T) {
	for file, want := range map[string]string{
		"/api/records/7/files/visits.csv/content": "visits.csv", "/data/visits.csv": "visits.csv", "/dataset/9/resource/2/download/visits.csv": "visits.csv",
		"/files/ab12/download": "download", "/content": "content", "/": "/", "/visits.csv/download": "visits.csv",
	} {
		t.Run(file, func(t *testing.T) {
			if got := tableName(file); got != want {
				t.Errorf("%s is called %s, want %s", file, got, want)
			}
		})
	}
}

// A web page is told from a table by its first words, where its server calls it a text.
func TestWebPages(t *testing.T) {
	for text, want := range map[string]bool{
		"<!DOCTYPE html><title>Sign in</title>": true, "\xef\xbb\xbf \n<html lang=en>": true, "<!doctype HTML": true,
		"age,weight\n1,2": false, "": false, "<age>,b\n": false, "\"<html>\",b\n": false,
	} {
		t.Run(text, func(t *testing.T) {
			if beginsPage([]byte(text)) != want {
				t.Errorf("%q begins a web page: %v", text, !want)
			}
		})
	}
}

// What a server says that gives no table is told in words, and its own text is not shown.
func TestRefusals(t *testing.T) {
	for name, c := range map[string]struct {
		status       int
		retry, text  string
		what, advice string
	}{
		"expired":          {status: 403, text: "guestbook", what: "status 403", advice: "expired"},
		"a guestbook":      {status: 400, text: `{"status":"ERROR","message":"You may not download this file without the required Guestbook response for guestbookID 458."}`, what: "who downloads", advice: "Answer it"},
		"another 400":      {status: 400, text: "s3cret", what: "status 400", advice: "expired"},
		"a rate":           {status: 429, what: "no more requests", advice: "Wait a while"},
		"a rate in time":   {status: 429, retry: "120", what: "no more requests", advice: "wait 120 seconds"},
		"a rate by a date": {status: 429, retry: "wed, 21 oct 2026 07:28:00 gmt", what: "no more requests", advice: "Wait a while"},
		"a pause":          {status: 503, retry: "1", what: "no more requests", advice: "wait 1 second."},
		"out of order":     {status: 503, what: "status 503", advice: "expired"},
	} {
		t.Run(name, func(t *testing.T) {
			what, advice := refusal("https://d.example", c.status, c.retry, []byte(c.text))
			if !strings.Contains(what, c.what) || !strings.Contains(advice, c.advice) || c.text != "" && strings.Contains(what+advice, c.text) {
				t.Errorf("%q, %q", what, advice)
			}
		})
	}
}
