// Runs before everything else of the page. Three things that must not wait for it:
// a plain word where the browser cannot run it, storage that a frame may forbid,
// and the moment from which nothing more is fetched.
"use strict";

(() => {
  // 1. Without these there is no page and no worker.
  const lacks = [
    ["WebAssembly", typeof WebAssembly === "object"],
    ["web workers", typeof Worker === "function"],
    ["cryptographic random numbers", !!(window.crypto && crypto.getRandomValues)],
  ].filter(([, there]) => !there).map(([name]) => name);
  if (lacks.length > 0) {
    document.addEventListener("DOMContentLoaded", () => {
      const box = document.createElement("div");
      box.id = "error";
      box.className = "unsupported";
      box.setAttribute("role", "alert");
      box.dataset.code = "unsupported";
      box.textContent = "This browser lacks " + lacks.join(", ") + ". Private PCA reads records on your own device and needs them. " +
        "Use a current version of Firefox, Chrome, Edge or Safari, or allow them for this site. Nothing was read.";
      document.body.prepend(box);
      const loader = document.getElementById("app-wasm-loader");
      if (loader) loader.remove();
    });
  }

  // 2. In a frame of another site storage may throw. The page keeps nothing there,
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

  // 3. Settled: the service worker has stored its files, or there is none to wait for.
  const patience = new Promise((resolve) => setTimeout(resolve, 8000));
  let ready = Promise.resolve();
  try {
    if (navigator.serviceWorker) ready = navigator.serviceWorker.ready;
  } catch { /* forbidden here: nothing will be stored */ }
  window.privatepcaSettled = Promise.race([ready, patience]).then(() => true, () => true);
})();
