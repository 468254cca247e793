//go:build !js

package server

import (
	"slices"
	"strings"

	pages "privatepca/app/page"
)

// A role says what a file is to a browser, and so under which headers it goes out. The
// server, the file _headers of a static site and the service worker all take them from here.
type role int

const (
	assetRole    role = iota // is only ever part of a page; opened by itself it may do nothing
	sharedRole               // the same, and pages of other sites may load it
	pageRole                 // where a person works
	frameRole                // the page that other sites may show in a frame
	workerRole               // worker.js, in which records are read
	compilerRole             // compile.js, which compiles both programs before there is a file
	keeperRole               // the service worker
	sealRole                 // seal.html, where a worker starts that has no headers of its own
	windowRole               // confirm.html, which a frame in another site opens in a window, and arrive.html, which the page at an old address opens
)

// roleOf is the role of what stands at a path of the server.
func roleOf(path string) role {
	switch {
	case path == pages.EmbedPath:
		return frameRole
	case slices.Contains(pages.Paths(), path):
		return pageRole
	case path == workerScript:
		return workerRole
	case path == compilerScript:
		return compilerRole
	case path == serviceWorker:
		return keeperRole
	case path == sealPath:
		return sealRole
	case path == windowPath, path == arrivePath:
		return windowRole
	case isElement(path), path == leastScript, path == "/web/boot.js", path == "/web/app.css": // a frame that is sandboxed too tightly must still say so
		return sharedRole
	}
	return assetRole
}

// The policies. A page may fetch from its own origin only; the worker, where records are
// read, may fetch nothing at all. Its script-src names no origin, not even 'self', which
// would let it import a script whose address holds a secret; worker.js itself is fetched
// under the page's policy. A page may show no frame, in which a script would find another
// policy than the page's own.
//
// It is not sandboxed: the HTML standard has a browser refuse a document that both is
// sandboxed by its policy and states who may keep a hand on its window (Cross-Origin-Opener-
// Policy). Chromium takes both and warns; whether others do cannot be known here.
//
// For hosts that send no headers a page also states its policy itself, which cannot
// say who may frame it, and lets in frames of its own origin: web/boot.js then
// narrows them to seal.html, from which the page starts the worker (app/client/isolation.go).
const (
	statedPolicy = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; " +
		"connect-src 'self'; worker-src 'self'; frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'"
	workerPolicy   = "default-src 'none'; script-src 'wasm-unsafe-eval'"
	keeperPolicy   = "default-src 'none'; connect-src 'self'"
	compilerPolicy = workerPolicy + "; connect-src 'self'"
	sealPolicy     = workerPolicy + "; worker-src blob:; frame-ancestors 'self'"
	windowPolicy   = "default-src 'none'; script-src 'self'; style-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
	assetPolicy    = "default-src 'none'; frame-ancestors 'none'"
)

// headerPolicy is a stated policy as a header says it, with who may show the page.
func headerPolicy(stated, ancestors string) string {
	return strings.Replace(stated, "frame-src 'self'", "frame-src 'none'", 1) + "; frame-ancestors " + ancestors
}

var pagePolicy = headerPolicy(statedPolicy, "'none'")

// sealPath is the document in which a worker starts where the host sends no headers.
const sealPath = "/web/seal.html"

// windowPath is the window in which a hand-over is confirmed. A browser would cut its tie to the frame that opened it if it stated a
// Cross-Origin-Opener-Policy, since the site around that frame has another one.
const windowPath = "/web/confirm.html"

// arrivePath is the window that takes over what a browser kept at an old address: see OwnOrigin.
const arrivePath = "/web/arrive.html"

const (
	contentPolicy = "Content-Security-Policy"
	crossOrigin   = "Cross-Origin-Resource-Policy"
)

type headerLine struct{ name, value string }

// everywhere are the headers of every answer.
var everywhere = []headerLine{
	{"X-Content-Type-Options", "nosniff"},
	{"Referrer-Policy", "no-referrer"},
	{"X-DNS-Prefetch-Control", "off"},
	{"Origin-Agent-Cluster", "?1"}, // a process of its own, also beside another page of the same site: none can time what this one does
	{"Permissions-Policy", permissions()},
}

// permissions takes away every power that a browser lets a page give up, but writing to the
// clipboard, where a report of an error is put when the reader asks for it.
func permissions() string {
	const none = "accelerometer aria-notify autoplay browsing-topics camera captured-surface-control clipboard-read compute-pressure cross-origin-isolated " +
		"deferred-fetch deferred-fetch-minimal digital-credentials-create digital-credentials-get display-capture encrypted-media fullscreen gamepad geolocation " +
		"gyroscope hid identity-credentials-get idle-detection interest-cohort keyboard-map language-detector language-model local-fonts local-network " +
		"local-network-access loopback-network magnetometer media-playback-while-not-visible microphone midi on-device-speech-recognition otp-credentials payment " +
		"picture-in-picture private-state-token-issuance private-state-token-redemption publickey-credentials-create publickey-credentials-get screen-wake-lock " +
		"serial speaker-selection storage-access summarizer sync-xhr translator unload usb window-management xr-spatial-tracking"
	list := strings.Fields(none)
	for i := range list {
		list[i] += "=()"
	}
	return strings.Join(append(list, "clipboard-write=(self)"), ", ")
}

// headers are those of a role that are not everywhere. policy is the frame's own, and data
// the origins from which it may fetch.
func (r role) headers(framePolicy string, data []string) []headerLine {
	if r == windowRole {
		return []headerLine{{contentPolicy, windowPolicy}, connections(nil), {crossOrigin, "same-origin"}}
	}
	return append(r.except(framePolicy, data), headerLine{"Cross-Origin-Opener-Policy", "same-origin"})
}

// except are the headers of a role but the opener's policy.
func (r role) except(framePolicy string, data []string) []headerLine {
	own := headerLine{crossOrigin, "same-origin"}
	switch r {
	case pageRole:
		return []headerLine{{contentPolicy, pagePolicy}, connections(nil), own}
	case frameRole:
		return []headerLine{{contentPolicy, framePolicy}, connections(data), own}
	case workerRole:
		return []headerLine{{contentPolicy, workerPolicy}, {connectionList, "()"}, own}
	case compilerRole:
		return []headerLine{{contentPolicy, compilerPolicy}, connections(nil), own}
	case keeperRole:
		return []headerLine{{contentPolicy, keeperPolicy}, connections(nil), own}
	case sealRole:
		return []headerLine{{contentPolicy, sealPolicy}, {connectionList, "()"}, own}
	case sharedRole:
		return []headerLine{{contentPolicy, assetPolicy}, {crossOrigin, "cross-origin"}, {"Access-Control-Allow-Origin", "*"}} // a module, and a script whose digest is asked for, are fetched by CORS
	}
	return []headerLine{{contentPolicy, assetPolicy}, own}
}

// connectionList is the header that holds for every way to connect, also those that a
// Content-Security-Policy does not know: WebRTC, preconnect, navigation (WICG, Connection
// Allowlists; Chromium since version 152).
const connectionList = "Connection-Allowlist"

func connections(data []string) headerLine {
	list := "(response-origin"
	for _, origin := range data {
		list += ` "` + origin + `"`
	}
	if list += ")"; len(data) > 0 {
		list += ";redirects=allow" // to each other; the policy is asked at each
	}
	return headerLine{connectionList, list}
}
