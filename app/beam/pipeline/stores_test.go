package pipeline

import (
	"bytes"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"encoding/xml"
	"fmt"
	"hash/crc32"
	"io"
	"mime"
	"mime/multipart"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// A localStore has the objects of one bucket, and answers as S3 and as Google's store do, as far as their clients ask here.
type localStore struct {
	sync.Mutex
	objects map[string][]byte
	puts    int
}

func (s *localStore) list(prefix string) (out []string) {
	for name := range s.objects {
		if strings.HasPrefix(name, prefix) {
			out = append(out, name)
		}
	}
	slices.Sort(out)
	return out
}

func (s *localStore) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	s.Lock()
	defer s.Unlock()
	const google, upload = "/storage/v1/b/bucket/o", "/upload/storage/v1/b/bucket/o"
	switch {
	case strings.HasPrefix(r.URL.Path, upload):
		s.upload(w, r)
	case r.URL.Path == google:
		type item struct {
			Name   string `json:"name"`
			Bucket string `json:"bucket"`
			Size   string `json:"size"`
		}
		var answer struct {
			Items []item `json:"items"`
		}
		for _, name := range s.list(r.URL.Query().Get("prefix")) {
			answer.Items = append(answer.Items, item{name, "bucket", fmt.Sprint(len(s.objects[name]))})
		}
		json.NewEncoder(w).Encode(answer)
	case strings.HasPrefix(r.URL.Path, google+"/"):
		s.object(w, r, strings.TrimPrefix(r.URL.Path, google+"/"), true)
	case r.URL.Query().Get("list-type") == "2":
		type content struct {
			Key  string
			Size int
		}
		var answer struct {
			XMLName  xml.Name `xml:"ListBucketResult"`
			Contents []content
		}
		for _, name := range s.list(r.URL.Query().Get("prefix")) {
			answer.Contents = append(answer.Contents, content{name, len(s.objects[name])})
		}
		xml.NewEncoder(w).Encode(answer)
	default:
		s.object(w, r, strings.TrimPrefix(r.URL.Path, "/bucket/"), false)
	}
}

// object reads, writes or removes one.
func (s *localStore) object(w http.ResponseWriter, r *http.Request, name string, attributes bool) {
	text, here := s.objects[name]
	switch {
	case r.Method == http.MethodPut:
		text, _ := io.ReadAll(r.Body)
		s.objects[name], s.puts = unchunked(text, r), s.puts+1
		w.Header().Set("ETag", `"1"`)
	case !here:
		http.Error(w, "<Error><Code>NoSuchKey</Code></Error>", http.StatusNotFound)
	case r.Method == http.MethodDelete:
		delete(s.objects, name)
		w.WriteHeader(http.StatusNoContent)
	case attributes && r.URL.Query().Get("alt") != "media":
		json.NewEncoder(w).Encode(map[string]string{"name": name, "bucket": "bucket", "size": fmt.Sprint(len(text))})
	default:
		w.Header().Set("X-Goog-Generation", "1")
		http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(text))
	}
}

// unchunked is the text of a body that S3's client sends in chunks with a checksum behind them.
func unchunked(body []byte, r *http.Request) []byte {
	if !strings.Contains(r.Header.Get("Content-Encoding"), "aws-chunked") {
		return body
	}
	var out []byte
	for {
		var n int
		line, rest, _ := bytes.Cut(body, []byte("\r\n"))
		if _, err := fmt.Sscanf(string(line), "%x", &n); err != nil || n == 0 {
			return out
		}
		out, body = append(out, rest[:n]...), rest[n+2:]
	}
}

// upload takes an object in one request of two parts: what Google's client sends of a small one.
func (s *localStore) upload(w http.ResponseWriter, r *http.Request) {
	_, parameters, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	parts := multipart.NewReader(r.Body, parameters["boundary"])
	var about struct{ Name string }
	first, err := parts.NextPart()
	if err == nil {
		err = json.NewDecoder(first).Decode(&about)
	}
	var text []byte
	if second, wrong := parts.NextPart(); wrong == nil && err == nil {
		text, err = io.ReadAll(second)
	}
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	s.objects[about.Name], s.puts = text, s.puts+1
	sum := crc32.Checksum(text, crc32.MakeTable(crc32.Castagnoli))
	json.NewEncoder(w).Encode(map[string]string{
		"name": about.Name, "bucket": "bucket", "size": fmt.Sprint(len(text)),
		"crc32c": base64.StdEncoding.EncodeToString(binary.BigEndian.AppendUint32(nil, sum)),
	})
}

// Tables of both stores are read, in folders too, sealed sums go to one and come from it, and nothing is left.
func TestStores(t *testing.T) {
	rows := records(600, true)
	s := columns(nil)
	want := native(t, s, rows).Matrix().Digest()
	local := &localStore{objects: map[string][]byte{}}
	server := httptest.NewServer(local)
	defer server.Close()
	address, err := url.Parse(server.URL)
	if err != nil {
		t.Fatal(err)
	}
	for name, value := range map[string]string{
		"AWS_ENDPOINT_URL": server.URL, "AWS_REGION": "us-east-1", "AWS_ACCESS_KEY_ID": "a", "AWS_SECRET_ACCESS_KEY": "b", "AWS_EC2_METADATA_DISABLED": "true",
		"STORAGE_EMULATOR_HOST": address.Host,
	} {
		t.Setenv(name, value)
	}
	for i := range 3 {
		local.objects[fmt.Sprintf("table/day=%d/part.csv", i)] = []byte(header + strings.Join(rows[len(rows)*i/3:len(rows)*(i+1)/3], ""))
	}
	local.objects["table/_SUCCESS"] = nil
	for _, scheme := range []string{"s3", "gs"} {
		t.Run(scheme, func(t *testing.T) {
			before := local.puts
			for _, pattern := range []string{"table/", "table/**/*.csv", "table/*/part.csv"} {
				src, err := Open(t.Context(), []string{scheme + "://bucket/" + pattern}, s, Options{Staging: scheme + "://bucket/sums"})
				if err != nil {
					t.Fatalf("%s: %v", pattern, err)
				}
				m, summary, err := src.Sum(t.Context(), s, nil)
				if err != nil || m.Digest() != want || summary.Records != 600 {
					t.Errorf("%s: %v, %+v", pattern, err, summary)
				}
			}
			local.Lock()
			defer local.Unlock()
			if left := local.list("sums/"); len(left) > 0 || local.puts-before < 6 {
				t.Errorf("%v is left of %d objects", left, local.puts-before)
			}
		})
		if _, err := find(t.Context(), scheme+"://bucket/none/"); err == nil || !strings.Contains(err.Error(), "There is no such file") {
			t.Error(err)
		}
	}
}
