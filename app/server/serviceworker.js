// Keeps everything the page needs, so that it works without a network. All files
// of one version are stored together or not at all; an older version goes when the
// newer one takes over.
const store = "private-pca-{{.Version}}";
const files = {{.ResourcesToCache}};

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(files)).then(() => self.skipWaiting()));
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
