//go:build !js

package budget

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/netip"
	"strings"
	"sync"
	"time"

	"privatepca/app/lend"
	"privatepca/core/fault"
	"privatepca/core/ledger"
)

// mostBody is beyond any request, in bytes.
const mostBody = 8 << 10

// ServeHTTP answers the requests of pages that were served from the same origin. A page of another site is refused where the browser says what it is of, and
// elsewhere by the type of the body, which no such page may send unasked.
func (s *Service) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	began := time.Now()
	header := w.Header()
	header.Set("Cache-Control", "no-store")
	header.Set("X-Content-Type-Options", "nosniff")
	header.Set("Content-Security-Policy", "default-src 'none'; frame-ancestors 'none'")
	header.Set("Cross-Origin-Resource-Policy", "same-origin")
	if site := r.Header.Get("Sec-Fetch-Site"); site != "" && site != "same-origin" && site != "none" {
		refuse(w, http.StatusForbidden, fault.CodeRequest, "A page of another site asks. Only this site’s own may.")
		return
	}
	switch {
	case r.URL.Path == lend.KeyPath && reads(r):
		header.Set("Content-Type", "text/plain; charset=utf-8")
		fmt.Fprintln(w, s.options.Key.Public())
	case r.URL.Path == lend.LeftPath && reads(r):
		answer(w)(s.left(r.URL.Query().Get("budget")))
	case r.URL.Path == lend.ReservePath && r.Method == http.MethodPost:
		if s.limited(w, r, &s.rate, s.options.Rate, began) {
			return
		}
		var in lend.Reserve
		if read(w, r, &in) {
			receipt, err := s.reserve(in)
			s.meter.took(time.Since(began))
			answer(w)(lend.Receipted{Receipt: receipt}, err)
		}
	case r.URL.Path == lend.SettlePath && r.Method == http.MethodPost:
		if s.limited(w, r, &s.settles, 4*s.options.Rate, began) { // each has a line in the audit log
			return
		}
		var in lend.Settle
		if read(w, r, &in) {
			receipt, err := s.settle(in)
			answer(w)(lend.Receipted{Receipt: receipt}, err)
		}
	case r.URL.Path == lend.KeyPath, r.URL.Path == lend.LeftPath, r.URL.Path == lend.ReservePath, r.URL.Path == lend.SettlePath:
		refuse(w, http.StatusMethodNotAllowed, fault.CodeRequest, "This is asked for by another method.")
	default:
		refuse(w, http.StatusNotFound, fault.CodeRequest, "The budget service has nothing here.")
	}
}

// limited refuses a request from an address that has asked too often.
func (s *Service) limited(w http.ResponseWriter, r *http.Request, by *limiter, rate int, now time.Time) bool {
	if by.allows(rate, visitor(r), now) {
		return false
	}
	s.meter.count("limited")
	w.Header().Set("Retry-After", "60")
	refuse(w, http.StatusTooManyRequests, "rate", "Too many releases were asked for from here within a minute. Nothing was spent by this request. Wait a minute, then ask again.")
	return true
}

func reads(r *http.Request) bool { return r.Method == http.MethodGet || r.Method == http.MethodHead }

// read reads a request's body, or refuses it.
func read(w http.ResponseWriter, r *http.Request, in any) bool {
	if kind, _, _ := strings.Cut(r.Header.Get("Content-Type"), ";"); strings.TrimSpace(kind) != "application/json" {
		refuse(w, http.StatusUnsupportedMediaType, fault.CodeRequest, "The request is no JSON: its Content-Type must be application/json.")
		return false
	}
	d := json.NewDecoder(http.MaxBytesReader(w, r.Body, mostBody))
	d.DisallowUnknownFields()
	err := d.Decode(in)
	if err == nil {
		if _, more := d.Token(); more != io.EOF {
			err = errors.New("something follows")
		}
	}
	if err != nil {
		refuse(w, http.StatusBadRequest, fault.CodeRequest, "The request is none that this version of the service knows. Nothing was spent. Reload the page.")
	}
	return err == nil
}

// answer writes what a request came to.
func answer(w http.ResponseWriter) func(any, error) {
	return func(out any, err error) { write(w, out, err) }
}

func write(w http.ResponseWriter, out any, err error) {
	if err == nil {
		w.Header().Set("Content-Type", "application/json")
		json.NewEncoder(w).Encode(out)
		return
	}
	code, status, message := codeOf(err), http.StatusBadRequest, fault.Of(err).Message
	switch code {
	case fault.CodeBlocked:
		status = http.StatusServiceUnavailable
		var blocked *ledger.Unavailable
		errors.As(err, &blocked)
		message = "The site’s budget cannot be used now: " + blocked.Why + "."
	case "unknown":
		status, message = http.StatusNotFound, "This site has no such budget, or no such reservation."
	case fault.CodeBudget, fault.CodeRefused:
		status = http.StatusConflict
	case fault.CodeInternal:
		status = http.StatusInternalServerError
	}
	refuse(w, status, code, message)
}

func refuse(w http.ResponseWriter, status int, code, message string) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	json.NewEncoder(w).Encode(lend.Refused{Code: code, Message: message})
}

// visitor is the address that a request comes from, for the limit of its rate alone: of a proxy on this machine the last that it names. Of IPv6 it is the
// network of 64 bits.
func visitor(r *http.Request) netip.Prefix {
	host, _, err := net.SplitHostPort(r.RemoteAddr)
	if err != nil {
		host = r.RemoteAddr
	}
	address, _ := netip.ParseAddr(host)
	if list := r.Header.Values("X-Forwarded-For"); address.IsLoopback() && len(list) > 0 {
		last := list[len(list)-1]
		if named, err := netip.ParseAddr(strings.TrimSpace(last[strings.LastIndexByte(last, ',')+1:])); err == nil {
			address = named
		}
	}
	address = address.Unmap()
	bits := 32
	if address.Is6() {
		bits = 64
	}
	prefix, _ := address.Prefix(bits)
	return prefix
}

// A limiter counts requests by address, for a minute, in memory.
type limiter struct {
	mu      sync.Mutex
	buckets map[netip.Prefix]bucket
}

type bucket struct {
	left float64
	at   time.Time // with a monotonic reading: a clock that is set changes nothing
}

// mostBuckets bounds the memory. Addresses that ask no more than they may are dropped first.
const mostBuckets = 1 << 14

// allows takes one of an address's requests, if it has one left.
func (l *limiter) allows(rate int, from netip.Prefix, now time.Time) bool {
	if rate <= 0 {
		return true
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	most := float64(rate)
	filled := func(b bucket) float64 { return min(most, b.left+now.Sub(b.at).Minutes()*most) }
	b, known := l.buckets[from]
	if !known {
		if len(l.buckets) >= mostBuckets {
			for other, b := range l.buckets {
				if filled(b) >= most {
					delete(l.buckets, other)
				}
			}
			if len(l.buckets) >= mostBuckets {
				return false // thousands ask more than they may
			}
		}
		if l.buckets == nil {
			l.buckets = map[netip.Prefix]bucket{}
		}
		b = bucket{most, now}
	}
	left := filled(b)
	if left < 1 {
		l.buckets[from] = bucket{left, now}
		return false
	}
	l.buckets[from] = bucket{left - 1, now}
	return true
}
