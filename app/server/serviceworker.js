// Keeps everything the page needs, so that it works without a network. All files of
// one version are stored together or not at all, each checked by its digest: while
// newer files are put up one after the other, no mixture of two versions is kept. A
// newer version waits until no page of the older one is open, or the reader asks for
// it, so that what a page fetches is always of the version it is of itself.
const files = {{files}};
const base = new URL("./", self.location).href; // the folder of this script
const ours = "private-pca " + base + " "; // another site of the same host has stores of its own
const store = ours + "{{version}}";

self.addEventListener("install", (event) => {
  const wanted = Object.entries(files).map(([path, integrity]) => new Request(base + path, { integrity, cache: "no-cache" }));
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(wanted)));
});

self.addEventListener("message", (event) => {
  if (event.data === "take over") self.skipWaiting();
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name.startsWith(ours) && name !== store).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// A page is found whatever its query says, and on a static host, where it is a folder,
// without its last slash; any other file by its exact address.
self.addEventListener("fetch", (event) => {
  const { request } = event;
  if (request.method !== "GET") return;
  // A frame in another site has a policy that depends on its address, which a stored
  // copy would not have; and data from elsewhere is fetched under that policy.
  const { origin, href } = new URL(request.url);
  if (origin !== self.location.origin || /^embed(\.json)?([/?#]|$)/.test(href.slice(base.length))) return;
  event.respondWith((async () => {
    const cache = await caches.open(store);
    const ignoreSearch = request.mode === "navigate";
    const stored = await cache.match(request, { ignoreSearch });
    if (stored) return stored;
    if (request.mode === "navigate") {
      const folder = new URL(request.url);
      folder.pathname += "/";
      if (await cache.match(folder, { ignoreSearch })) return Response.redirect(folder);
    }
    return fetch(request);
  })());
});
