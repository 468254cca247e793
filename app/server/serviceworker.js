// Keeps everything the page needs, so that it works without a network. All files of
// one version are stored together or not at all, each checked by its digest: while
// newer files are put up one after the other, no mixture of two versions is kept. An
// older version goes when the newer one takes over.
const store = "private-pca-{{version}}";
const files = {{files}};
const base = new URL("./", self.location).href; // the folder of this script

self.addEventListener("install", (event) => {
  const wanted = Object.entries(files).map(([path, integrity]) => new Request(base + path, { integrity, cache: "no-cache" }));
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(wanted)).then(() => self.skipWaiting()));
});

self.addEventListener("activate", (event) => {
  event.waitUntil(
    caches.keys()
      .then((names) => Promise.all(names.filter((name) => name !== store).map((name) => caches.delete(name))))
      .then(() => self.clients.claim()),
  );
});

// A page is found whatever its query says; any other file by its exact address.
self.addEventListener("fetch", (event) => {
  if (event.request.method !== "GET") return;
  const ignoreSearch = event.request.mode === "navigate";
  event.respondWith(
    caches.open(store)
      .then((cache) => cache.match(event.request, { ignoreSearch }))
      .then((stored) => stored || fetch(event.request)),
  );
});
