// Runs before everything else of the page. Four things that must not wait for it:
// a plain word where the browser cannot run it, or where it has ended by a defect,
// storage that a frame may forbid, and the moment from which nothing is fetched.
"use strict";

(() => {
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

  // 1. Without these there is no page and no worker.
  const lacks = [
    ["WebAssembly", typeof WebAssembly === "object"],
    ["web workers", typeof Worker === "function"],
    ["cryptographic random numbers", !!(window.crypto && crypto.getRandomValues)],
  ].filter(([, there]) => !there).map(([name]) => name);
  if (lacks.length > 0) {
    document.addEventListener("DOMContentLoaded", () => say("unsupported",
      "This browser lacks " + lacks.join(", ") + ". Private PCA reads records on your own device and needs them. " +
      "Use a current version of Firefox, Chrome, Edge or Safari, or allow them for this site. Nothing was read."));
  }

  // 2. A page that has ended answers nothing any more.
  addEventListener("error", (e) => {
    if (/Go program has already exited/.test(e.message)) say("page-ended",
      "This page has stopped by a defect of the program. Reload it and choose the file again. " +
      "If a release was under way, count it as spent.");
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

  // 4. Settled: the service worker has stored its files, or there is none to wait for.
  // Later checks for a newer one are answered from the browser's cache, which is
  // refreshed here: they would be requests after a file was chosen.
  const patience = new Promise((resolve) => setTimeout(resolve, 8000));
  let ready = Promise.resolve();
  try {
    const container = navigator.serviceWorker;
    if (container) {
      ready = new Promise((resolve) => {
        const register = container.register.bind(container);
        container.register = (url, options) => register(url, { ...options, updateViaCache: "all" }).catch((e) => { resolve(); throw e; });
        (async () => {
          const registration = await container.ready;
          await fetch("/app-worker.js", { cache: "reload" });
          await registration.update();
          const newer = registration.installing || registration.waiting;
          if (newer) await new Promise((done) => {
            const look = () => { if (newer.state === "activated" || newer.state === "redundant") done(); };
            newer.addEventListener("statechange", look);
            look();
          });
        })().then(resolve, resolve); // without a network there is nothing newer
      });
    }
  } catch { /* forbidden here: nothing will be stored */ }
  window.privatepcaSettled = Promise.race([ready, patience]).then(() => true, () => true);
})();
