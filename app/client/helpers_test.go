package client

import "testing"

func TestHelpersFor(t *testing.T) {
	const (
		chromium = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36"
		firefox  = "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0"
		webkit   = "Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/26.0 Safari/605.1.15"
		phone    = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) CriOS/156.0 Mobile/15E148 Safari/604.1"
	)
	for _, c := range []struct {
		cores int
		agent string
		want  int
	}{
		{0, chromium, 0},
		{1, firefox, 0},
		{2, chromium, 1},
		{6, firefox, 3},
		{64, chromium, 7},
		{2, webkit, 1},
		{16, webkit, 1},
		{6, phone, 1}, // Chrome's name, WebKit's engine
	} {
		t.Run(c.agent, func(t *testing.T) {
			if got := helpersFor(c.cores, c.agent); got != c.want {
				t.Errorf("%d cores, %s: %d helpers, want %d", c.cores, c.agent, got, c.want)
			}
		})
	}
}
