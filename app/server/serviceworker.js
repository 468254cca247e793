// Keeps everything the page needs, so that it works without a network. All files of
// one version are stored together or not at all (but for those that few need, which are stored when they are first used), each checked by its digest: while
// newer files are put up one after the other, no mixture of two versions is kept. A
// newer version waits until no page of the older one is open, or the reader asks for
// it, so that what a page fetches is always of the version it is of itself.
//
// What is stored is not trusted: any script of this origin could have changed it. Only
// bytes of a file's own digest are handed out, under headers of this script's own.
const files = {{files}};
const later = {{later}}; // of files: stored when they are first used
const roles = {{roles}}; // of files; all others have the first
const headers = {{headers}}; // by role
const types = {{types}}; // by ending
const base = new URL("./", self.location).href; // the folder of this script
const ours = "private-pca " + base + " "; // another site of the same host has stores of its own
const store = ours + "{{version}}";
const made = "{{made}}"; // the time of the commit: the page that is open reads it here before it offers this version

self.addEventListener("install", (event) => {
  event.waitUntil(caches.open(store).then((cache) => cache.addAll(Object.keys(files).filter((path) => !later.includes(path)).map(genuine))));
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
  const { origin, pathname, search } = new URL(request.url);
  const navigates = request.mode === "navigate";
  const path = (origin + pathname + (navigates ? "" : search)).slice(base.length);
  // A frame in another site has a policy that depends on its address, which a stored
  // copy would not have; and data from elsewhere is fetched under that policy.
  if (request.method !== "GET" || !request.url.startsWith(base) || /^embed(\.json)?([/?]|$)/.test(path)) return;
  if (Object.hasOwn(files, path)) event.respondWith(answer(path).then((response) => response ?? fetch(request)));
  else if (navigates && Object.hasOwn(files, path + "/")) event.respondWith(Response.redirect(base + path + "/" + search));
});

// The request for a file, whose answer the browser drops where it is another. The header tells the server that a page is asked for to be
// stored: it gives none to other requests that are no navigations.
const genuine = (path) => new Request(base + path, { integrity: files[path], cache: "no-cache", headers: { "Private-PCA-Keeps": "1" } });

// A file as it is stored; where it was changed or lost, as it is fetched, and stored
// again; nothing where it cannot be had.
async function answer(path) {
  const cache = await caches.open(store);
  let kept = await cache.match(base + path, { ignoreVary: true });
  let bytes = await kept?.clone().arrayBuffer();
  if (!bytes || await digest(bytes) !== files[path]) {
    try {
      kept = await fetch(genuine(path));
      bytes = await kept.clone().arrayBuffer();
      await cache.put(base + path, kept.clone());
    } catch {
      if (!kept?.ok || !bytes || await digest(bytes) !== files[path]) return null; // else it could only not be stored
    }
  }
  // With a program that comes out of the store browsers keep its compiled code, with one that
  // a script made they do not. No policy comes with a program.
  // Firefox takes what a script made for the script itself, which the page's policy keeps out of
  // a frame: there the document in which a worker starts comes out of the store, too. Its policy
  // stands in it. Elsewhere it has more rules by its headers, which Firefox does not know.
  const ending = path.match(/\.\w+$/)?.[0] ?? ".html";
  const asIs = ending === ".wasm" || path === "web/seal.html" && !("userAgentData" in navigator);
  if (asIs && kept.url && kept.ok && (kept.headers.get("Content-Type") ?? "").split(";")[0] === types[ending].split(";")[0]) return kept;
  const own = new Headers(headers[roles[path] ?? 0]);
  own.set("Content-Type", types[ending]);
  // What keeps a worker in where this script is gone, too: see app/client.
  if (path === "web/worker.js" && !kept.headers.get("Content-Security-Policy")) own.set("Host-Policy", "none");
  return new Response(bytes, { headers: own });
}

async function digest(bytes) {
  const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return "sha256-" + btoa(String.fromCharCode(...sum));
}
