// Runs before everything else of the page. What must not wait for it:
// a plain word where the browser cannot run it, or where it has ended by a defect,
// storage that a frame may forbid, the moment from which nothing is fetched, and files
// that the desktop hands over.
"use strict";

(() => {
  // The folder that the site stands in, "" at the root of a host.
  const base = new URL("..", document.currentScript.src).pathname.replace(/\/$/, "");
  window.privatepcaBase = base;
  const webkit = navigator.vendor.startsWith("Apple");

  const word = window.privatepcaSay ?? ((text) => text); // of least.js
  const say = (code, text) => {
    if (document.querySelector(".unsupported[role=alert]")) return;
    const box = document.createElement("div");
    box.id = "error";
    box.className = "unsupported";
    box.setAttribute("role", "alert");
    box.dataset.code = code;
    box.textContent = text;
    document.body.prepend(box);
    document.getElementById("app-wasm-loader")?.remove();
  };

  // What the page states beside its own policy, which nothing can widen afterwards.
  const state = window.privatepcaState = (directive) => {
    const policy = document.createElement("meta");
    policy.httpEquiv = "Content-Security-Policy";
    policy.content = directive;
    document.head.append(policy);
  };

  // 0. The only frame that a page may show is seal.html, from which a worker starts where
  // the host sends no headers: in another one a script would find another policy.
  state("frame-src " + location.origin + base.replace(/[;,]/g, encodeURIComponent) + "/web/seal.html");

  // In a frame of another site: which origins it may fetch records from is settled
  // before anything else runs. They are those that the deployer lists, or else the one that the
  // address names, unless a page of our own has opened it.
  const embedded = location.pathname.slice(base.length).replace(/(\/index\.html|\/)$/, "") === "/embed";
  if (embedded) {
    const query = new URLSearchParams(location.search);
    let data = document.querySelector("meta[name=privatepca-data]")?.content ?? "";
    const ours = [parent, opener].some((other) => {
      try { return other && other !== window && !!other.location.href; } catch { return false; }
    });
    if (!data && !ours) try {
      const { protocol, hostname, origin } = new URL(query.get("data") || query.get("src") || atob((query.get("callback") ?? "").replaceAll(" ", "+")));
      const one = /^[a-z0-9.-]+$/.test(hostname); // no "*", which a policy takes for many
      if (one && (protocol === "https:" || protocol === "http:" && ["localhost", "127.0.0.1"].includes(hostname))) data = origin;
    } catch { /* no address: nothing is fetched */ }
    state("connect-src 'self' " + data);
    window.privatepcaData = data;
    document.documentElement.classList.add("framed");
    if (self.origin === "null") document.addEventListener("DOMContentLoaded", () => say("sandbox",
      word('This frame is sandboxed so tightly that Private PCA cannot work in it. Its attribute must be sandbox="allow-scripts allow-same-origin allow-downloads", or be left out. Nothing was read.')));
  }

  // The page is first seen in its reader's language: its document has what it shows first in each language, and what is drawn in English is
  // replaced as soon as it begins.
  const tag = window.privatepcaLanguage ?? "en"; // of least.js
  if (tag !== "en") {
    new MutationObserver((_, observer) => {
      const drawn = document.body?.firstElementChild;
      if (!drawn) return;
      observer.disconnect();
      const there = document.querySelector("template[lang=" + tag + "]");
      if (there) drawn.replaceWith(there.content);
    }).observe(document.documentElement, { childList: true, subtree: true });
  }

  // WebKit on Linux (WebKitGTK) lays scrollbars over the page and fades them: up to 60 pictures of the
  // whole window a second, for two seconds after each scroll or move of the mouse. Without a graphics
  // processor the processors that read a file draw them. Those of the style stand still.
  if (webkit && navigator.platform.startsWith("Linux")) {
    document.documentElement.classList.add("still-bars");
  }

  // 1. Without these there is no page and no worker. WebAssembly may be there and refused, by
  // a setting of the browser or by a policy: the smallest module shows it.
  const compiles = () => {
    try {
      return !!new WebAssembly.Module(new Uint8Array([0, 0x61, 0x73, 0x6d, 1, 0, 0, 0]));
    } catch {
      return false;
    }
  };
  const lacks = [
    ["WebAssembly", compiles()],
    ["web workers", typeof Worker === "function"],
    ["cryptographic random numbers", !!(window.crypto && crypto.getRandomValues)],
  ].filter(([, there]) => !there).map(([name]) => word(name));
  if (lacks.length > 0) {
    document.addEventListener("DOMContentLoaded", () => say("unsupported", word("This browser lacks {s}.", { s: lacks.join(", ") }) + " " +
      word("Private PCA reads records on your own device and needs them. Use a current version of Firefox, Chrome, Edge or Safari, or allow them for this site. Nothing was read.")));
  }

  // 2. A page that has ended answers nothing any more, however it came to that: by a
  // defect that the program noticed, by one that the browser did (a call too deep, memory that
  // there is not), or by ending. Then wasm_exec.js, which defines Go, knows first.
  const ended = () => say("page-ended",
    word("This page has stopped by a defect of the program. Reload it and choose the file again. If a release was under way, count it as spent."));
  addEventListener("privatepca-not-started", () => say("not-started",
    word("The page’s program could not be loaded or started, so nothing was read. Reload the page. If that does not help, update the browser, or allow WebAssembly for this site.")));
  let begun;
  const running = new Promise((resolve) => { begun = resolve; });
  const ends = (reason, words) => reason?.name === "RuntimeError" ||
    /Go program has already exited|call stack|too much recursion|out of memory/i.test(reason?.message ?? words);
  addEventListener("error", (e) => { if (ends(e.error, e.message)) ended(); });
  addEventListener("unhandledrejection", (e) => { if (ends(e.reason, "")) ended(); });
  Object.defineProperty(window, "Go", {
    configurable: true,
    set(Go) {
      Object.defineProperty(window, "Go", { value: Go, writable: true, configurable: true });
      const { run } = Go.prototype;
      Go.prototype.run = function (instance) {
        const end = run.call(this, instance);
        begun();
        end.then(ended, ended);
        return end;
      };
    },
  });

  // 3. In a frame of another site storage may throw. The page keeps nothing there,
  // but its framework asks for it: give it one that forgets.
  for (const name of ["localStorage", "sessionStorage"]) {
    try {
      window[name].length;
    } catch {
      const kept = new Map();
      const storage = {
        get length() { return kept.size; },
        key: (i) => [...kept.keys()][i] ?? null,
        getItem: (k) => kept.get(String(k)) ?? null,
        setItem: (k, v) => { kept.set(String(k), String(v)); },
        removeItem: (k) => { kept.delete(String(k)); },
        clear: () => kept.clear(),
      };
      Object.defineProperty(window, name, { value: storage, configurable: true });
    }
  }
  // What cannot even be named must not end the page, which hears only what a call throws: so
  // it is one that refuses when it is called.
  try {
    window.indexedDB;
  } catch {
    const open = () => { throw new DOMException("Storage is blocked.", "SecurityError"); };
    Object.defineProperty(window, "indexedDB", { value: { open }, configurable: true });
  }
  // So may a channel to other pages of the site (Firefox, where site data is blocked): its
  // framework opens one, and the page uses none.
  try {
    new BroadcastChannel("private-pca").close();
  } catch {
    window.BroadcastChannel = undefined;
  }

  // 4. Settled: the service worker has stored its files, or there is none to wait for.
  // Later checks for a newer one are answered from the browser's cache, which is
  // refreshed here: they would be requests after a file was chosen. A newer one that
  // was stored waits until the reader wants it: see app/browser/update.go.
  //
  // It stores them once the page's program runs: on a slow line the two would share the line, and
  // the page would start in twice the time.
  const patience = running.then(() => new Promise((resolve) => setTimeout(resolve, 8000)));
  const reaches = (worker, wanted) => new Promise((resolve) => {
    const look = () => { if ([...wanted, "redundant"].includes(worker.state)) resolve(); };
    worker.addEventListener("statechange", look);
    look();
  });
  // Whether all files of the version that a service worker's script is for are stored.
  const stored = (script) => {
    const version = script.match(/^const store = ours \+ "(.+)";$/m)?.[1];
    const folder = new URL(base + "/", location).href;
    return caches.match(folder, { cacheName: "private-pca " + folder + " " + version });
  };
  // When this version, one that waits, and the newest one that this browser had here were made (app/page/versions.go). What is offered after
  // an older one took over, at the next visit, is that older one: so the newest is kept. A frame keeps nothing.
  const versions = window.privatepcaVersions = { made: document.querySelector("meta[name=privatepca-made]")?.content ?? "", offered: "", newest: "" };
  if (!embedded) try {
    const key = "privatepca-made " + base, soon = new Date(Date.now() + 86400000).toISOString();
    versions.newest = localStorage.getItem(key) ?? "";
    window.privatepcaAcceptVersion = () => { localStorage.setItem(key, versions.newest = versions.made); };
    if (versions.made < soon && (versions.made > versions.newest || versions.newest > soon)) window.privatepcaAcceptVersion();
  } catch { /* storage is blocked */ }
  // A page that the service worker answered has all its headers, also where the host sends none. The first visit was not, and a forced reload
  // is not: there what only a header can forbid is open. So the first page of a host without headers loads itself once more, as soon as
  // it is stored and before a file can be chosen; not where it was loaded anew already, and not once the patience is over.
  let late = false;
  patience.then(() => { late = true; });
  const loadOnceMore = async () => {
    const { headers } = await fetch(base + "/web/worker.js");
    if (headers.get("Content-Security-Policy") && !headers.get("Host-Policy")) return;
    if (late || performance.getEntriesByType("navigation")[0]?.type === "reload") return;
    location.reload();
    await new Promise(() => {});
  };
  let ready = Promise.resolve(), looked;
  try {
    const container = navigator.serviceWorker;
    window.privatepcaServed = !!container?.controller; // before one takes over a page that it did not answer
    // WebKit looks for a newer one a second after a page came by way of a service worker, and asks the
    // host where it keeps no cache, as in a private window.
    if (container?.controller && webkit) {
      looked = new Promise((resolve) => setTimeout(resolve, 1500));
    }
    if (container && embedded) { // it needs the host's page, and so the network
      container.register = () => new Promise(() => {});
    } else if (container) {
      ready = new Promise((resolve) => {
        const register = container.register.bind(container);
        container.register = (url, options) => running.then(() => register(url, { ...options, updateViaCache: "all" })).catch((e) => { resolve(); throw e; });
        (async () => {
          const before = (await container.getRegistration(base + "/"))?.active;
          const registration = await container.ready;
          let settled = false;
          window.privatepcaSettled.then(() => { settled = true; });
          const tell = async () => {
            if (!registration.waiting) return;
            // Once a file may be open nothing is asked of the host: then the version that waits is another one, whichever is newer.
            const script = settled ? "" : await fetch(base + "/app-worker.js").then((answer) => answer.text(), () => "");
            window.privatepcaVersions.offered = script.match(/^const made = "(.+)";/m)?.[1] ?? "";
            window.privatepcaNewer = true;
            dispatchEvent(new Event("privatepca-newer"));
          };
          window.privatepcaReload = async () => {
            const newer = registration.waiting;
            newer?.postMessage("take over");
            if (newer) await Promise.race([reaches(newer, ["activated"]), new Promise((resolve) => setTimeout(resolve, 3000))]);
            location.assign(base + "/");
          };
          registration.addEventListener("updatefound", () => reaches(registration.installing, ["installed", "activated"]).then(tell));
          if (!before) return await loadOnceMore(); // fetched and stored just now
          const script = await (await fetch(base + "/app-worker.js", { cache: "reload" })).text();
          if (await stored(script)) return await tell(); // an update can take seconds to find that out
          await registration.update();
          const newer = registration.installing;
          if (newer) await reaches(newer, ["installed", "activated"]);
          await tell();
        })().then(resolve, resolve); // without a network there is nothing newer
      });
    }
  } catch { /* forbidden here: nothing will be stored */ }
  window.privatepcaSettled = Promise.race([ready, patience]).then(() => looked).then(() => true, () => true);

  // 5. Both programs are fetched in a worker, web/compile.js: the page's first, which it compiles, too, then the
  // one that reads records, once the page's runs. Where that fails, the page's is compiled here, and
  // app/client fetches the other, and says why it cannot.
  // In a browser that is too old (least.js) nothing is started.
  const compiled = new Promise((resolve, reject) => {
    if (window.privatepcaTooOld) return;
    const compiler = new Worker(base + "/web/compile.js");
    window.privatepcaWorker = new Promise((resolveWorker, rejectWorker) => {
      const fail = () => { reject(); rejectWorker(); compiler.terminate(); };
      compiler.onerror = (e) => { e.preventDefault(); fail(); };
      compiler.onmessageerror = fail;
      compiler.onmessage = ({ data }) => {
        if (data.page) resolve(data.page);
        else if (data.worker) resolveWorker(data.worker);
        else fail();
      };
      running.then(() => compiler.postMessage("the page runs"));
    });
    window.privatepcaWorker.catch(() => {});
  });
  window.privatepcaProgram = compiled.catch(() => WebAssembly.compileStreaming(fetch(base + "/web/app.wasm")));
  window.privatepcaProgram.catch(() => {}); // app.js says it

  // 6. Files opened from the desktop with the installed page.
  window.privatepcaLaunched = [];
  window.launchQueue?.setConsumer(async (launch) => {
    const files = await Promise.allSettled((launch.files ?? []).map((handle) => handle.getFile()));
    window.privatepcaLaunched.push(...files.filter((f) => f.status === "fulfilled").map((f) => f.value));
    dispatchEvent(new Event("privatepca-launch"));
  });
})();
