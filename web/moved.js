// The page at an address of this machine that other programs may have used, too: it leads to the address that is Private PCA's
// alone, and hands over what the browser keeps here of an earlier version. It reads no table.
"use strict";

(() => {
  const at = (id) => document.getElementById(id);
  const own = new URL(at("own").href).origin;
  const word = window.privatepcaSay; // of least.js
  const say = (text) => { at("state").textContent = word(text); };
  privatepcaSayAll(document.documentElement);

  // All that a database holds, by its stores; null where it is not there. A look makes none.
  const read = (name, stores) => new Promise((resolve) => {
    const request = indexedDB.open(name);
    request.onupgradeneeded = () => request.transaction.abort();
    request.onerror = request.onblocked = () => resolve(null);
    request.onsuccess = () => {
      const db = request.result, out = {};
      if (!stores.every((store) => db.objectStoreNames.contains(store))) return db.close(), resolve(null);
      const t = db.transaction(stores, "readonly");
      for (const store of stores) {
        const keys = t.objectStore(store).getAllKeys(), values = t.objectStore(store).getAll();
        values.onsuccess = () => { out[store] = keys.result.map((key, i) => [key, values.result[i]]); };
      }
      t.oncomplete = () => { db.close(); resolve(out); };
      t.onabort = () => { db.close(); resolve(null); };
    };
  });

  // A value of the ledger is one entry, or a list of many.
  const entriesOf = (ledger) => (ledger?.entries ?? []).flatMap(([, text]) => JSON.parse(text));

  const hand = (kept) => {
    const there = open(own + "/web/arrive.html");
    if (!there) return say("The browser opened no window. Allow windows of this page, and press the button again.");
    addEventListener("message", function ready(e) {
      if (e.source !== there || e.origin !== own || e.data !== "ready") return;
      removeEventListener("message", ready);
      there.postMessage({ privatepcaMoved: 1, ...kept }, own);
      say("Go on in the window that has opened.");
    });
  };

  const save = (ledger) => {
    const text = JSON.stringify({ format: "privatepca/ledger", version: 1, entries: entriesOf(ledger) }, null, 1) + "\n";
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([text], { type: "application/json" }));
    link.download = "ledger.json";
    link.click();
  };

  (async () => {
    let kept = { ledger: null, answers: null }, entries = 0;
    try {
      kept = { ledger: await read("privatepca-ledger", ["entries", "documents", "meta"]), answers: await read("privatepca-answers", ["kept"]) };
      entries = entriesOf(kept.ledger).length;
    } catch { /* blocked, or not ours */ }
    const answers = kept.answers?.kept.filter(([key]) => !["release in view", "release as seen"].includes(key)).length ?? 0; // those are no file’s (app/job/keeping.go)
    // Whether the browser opens the new name: the file is any that pages of other sites may load.
    const reached = await fetch(own + "/web/boot.js", { mode: "no-cors", cache: "no-store" }).then(() => true, () => false);
    if (!reached) {
      at("unreached").hidden = false;
      return;
    }
    if (entries + answers === 0) return location.replace(own + "/");
    at("counts").textContent = word("Entries of the ledger: {n}. Files with answers: {n2}.", { n: entries, n2: answers });
    at("kept").hidden = false;
    at("save").disabled = entries === 0;
    at("hand").onclick = () => hand(kept);
    at("save").onclick = () => save(kept.ledger);
  })();
})();
