package client

import "strings"

// Each helper takes its own memory, tens of megabytes.
const (
	mostHelpers = 7

	// WebKit states more cores than it may use, on purpose: five workers on two cores read no
	// faster than two, and a file of 300 MB then took 636 MB. On its phones memory is short, too.
	mostHelpersWebKit = 1

	// Firefox compiles the program anew for each worker, and keeps it as often.
	mostHelpersFirefox = 3
)

// helpersFor is how many workers help to read where the browser of that name (its user agent)
// states so many cores; 0 cores where it does not say.
func helpersFor(cores int, agent string) int {
	most := mostHelpers
	if strings.Contains(agent, "AppleWebKit/") && !strings.Contains(agent, "Chrome/") && !strings.Contains(agent, "Chromium/") {
		most = mostHelpersWebKit
	}
	if strings.Contains(agent, "Firefox/") {
		most = mostHelpersFirefox
	}
	return max(0, min(most, cores-1))
}
