package pipeline

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
)

// A lyingStore is a local one whose owner wishes ill: answer may take a request, or change what the store has before each.
type lyingStore struct {
	*localStore
	answer func(w http.ResponseWriter, r *http.Request) bool
}

func (s *lyingStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if s.answer == nil || !s.answer(w, r) {
		s.localStore.ServeHTTP(w, r)
	}
}

// asksList reports whether a request is a list's, and readsObject whether one reads an object.
func asksList(r *http.Request) bool {
	return r.Method == http.MethodGet && (r.URL.Query().Get("list-type") == "2" || r.URL.Path == "/storage/v1/b/bucket/o")
}

func readsObject(r *http.Request, name string) bool {
	plain, _ := url.PathUnescape(r.URL.Path)
	return r.Method == http.MethodGet && strings.HasSuffix(plain, "/"+name) && (strings.HasPrefix(plain, "/bucket/") || r.URL.Query().Get("alt") == "media")
}

// list answers a list in the form of either store.
func list(w http.ResponseWriter, r *http.Request, sizes map[string]int) {
	google, amazon := []string{}, ""
	for name, size := range sizes {
		google = append(google, fmt.Sprintf(`{"name":%q,"bucket":"bucket","size":"%d"}`, name, size))
		amazon += fmt.Sprintf("<Contents><Key>%s</Key><Size>%d</Size></Contents>", name, size)
	}
	if r.URL.Path == "/storage/v1/b/bucket/o" {
		fmt.Fprintf(w, `{"items":[%s]}`, strings.Join(google, ","))
		return
	}
	fmt.Fprintf(w, `<?xml version="1.0"?><ListBucketResult>%s</ListBucketResult>`, amazon)
}

// What a store says ends in the sum of every record of its objects, once, or in a refusal: it makes no file of this machine be read or written, sends
// the credentials to no other name. An object without an end is read for ever, until somebody interrupts: a stream cannot be told from a long table.
func TestHostileStores(t *testing.T) {
	rows := records(300, true)
	s := columns(nil)
	text := []byte(header + strings.Join(rows, ""))
	want := native(t, s, rows).Matrix().Digest()
	var asked atomic.Int64
	elsewhere := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Header.Get("Authorization") != "" {
			asked.Add(1)
		}
		w.Write(text)
	}))
	defer elsewhere.Close()
	const name = "table/part.csv"
	for what, c := range map[string]struct {
		sum    bool // comes, which must be the right one; else it is refused
		answer func(w http.ResponseWriter, r *http.Request) bool
	}{
		"nothing amiss": {sum: true},
		"a size too small": {sum: true, answer: func(w http.ResponseWriter, r *http.Request) bool { // the object itself is asked for it
			if asksList(r) {
				list(w, r, map[string]int{name: 10})
			}
			return asksList(r)
		}},
		"names above the folder": {answer: func(w http.ResponseWriter, r *http.Request) bool {
			if asksList(r) {
				list(w, r, map[string]int{"table/../../../../etc/hostname": 10, "../x": 3, "/etc/passwd": 4, "file:///etc/passwd": 5})
			}
			return asksList(r)
		}},
		"a list that is none": {answer: func(w http.ResponseWriter, r *http.Request) bool {
			if asksList(r) {
				w.Write([]byte("<html>"))
			}
			return asksList(r)
		}},
		"led elsewhere": {sum: true, answer: func(w http.ResponseWriter, r *http.Request) bool { // to the same bytes, without the credentials
			if readsObject(r, name) {
				http.Redirect(w, r, strings.Replace(elsewhere.URL, "127.0.0.1", "localhost", 1)+"/"+name, http.StatusTemporaryRedirect)
			}
			return readsObject(r, name)
		}},
		"less than it says": {answer: func(w http.ResponseWriter, r *http.Request) bool {
			if readsObject(r, name) {
				w.Header().Set("X-Goog-Generation", "1")
				w.Write(text[:len(text)/2])
			}
			return readsObject(r, name)
		}},
		"no end": {answer: func(w http.ResponseWriter, r *http.Request) bool {
			if !readsObject(r, name) {
				return false
			}
			w.Header().Set("X-Goog-Generation", "1")
			w.Write([]byte(header))
			for range 1 << 16 { // 64 times what a record may be long, if nobody stops
				if _, err := w.Write([]byte(strings.Repeat("1", 1<<14))); err != nil {
					break
				}
			}
			return true
		}},
		"records without end": {answer: func(w http.ResponseWriter, r *http.Request) bool {
			if !readsObject(r, name) {
				return false
			}
			w.Header().Set("X-Goog-Generation", "1")
			w.Write([]byte(header))
			all := []byte(strings.Join(rows, ""))
			for range 1 << 13 {
				if _, err := w.Write(all); err != nil {
					break
				}
			}
			return true
		}},
	} {
		for _, scheme := range []string{"s3", "gs"} {
			t.Run(what+" "+scheme, func(t *testing.T) {
				local := &lyingStore{&localStore{objects: map[string][]byte{name: text}}, c.answer}
				server := httptest.NewServer(local)
				defer server.Close()
				for variable, value := range map[string]string{
					"AWS_ENDPOINT_URL": server.URL, "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_EC2_METADATA_DISABLED": "true",
					"AWS_MAX_ATTEMPTS": "1", "STORAGE_EMULATOR_HOST": strings.TrimPrefix(server.URL, "http://"),
				} {
					t.Setenv(variable, value)
				}
				src, err := Open(t.Context(), []string{scheme + "://bucket/table/"}, s, Options{Staging: t.TempDir()})
				if err == nil {
					m, _, wrong := src.Sum(t.Context(), s, nil)
					if err = wrong; err == nil && m.Digest() != want {
						t.Error("another sum came")
					}
				}
				if (err == nil) != c.sum {
					t.Errorf("it ended with %v", err)
				}
				if text := fmt.Sprint(err); strings.Contains(text, "root:") || err != nil && !strings.Contains(text, scheme+"://bucket/table/") {
					t.Errorf("the refusal names another file, or no file: %s", text)
				}
			})
		}
	}
	if asked.Load() > 0 {
		t.Errorf("another site got the credentials %d times", asked.Load())
	}
}
