// The window that takes over what a browser kept at an address of this machine, where Private PCA had no name of its own. Any program may
// have used that address: what comes is checked in its form, shown in numbers, and written upon a click, where nothing is kept yet.
"use strict";

(() => {
  const at = (id) => document.getElementById(id);
  const word = window.privatepcaSay; // of least.js
  const say = (text) => { at("state").textContent = word(text); };
  privatepcaSayAll(document.documentElement);
  const from = ["127.0.0.1", "localhost", "[::1]"].map((name) => location.protocol + "//" + name + ":" + location.port);
  const there = opener;
  if (top !== window || !there || !location.hostname.endsWith(".localhost")) return say("No page waits to hand anything over. Close this window.");

  // Stores as app/browser and wasm/indexeddb make them, and the most that is taken.
  const made = {
    "privatepca-ledger": { entries: { autoIncrement: true }, documents: {}, meta: {} },
    "privatepca-answers": { kept: {} },
  };
  const mostText = 64 << 20, mostValues = 100_000;

  const texts = (stores, names) => {
    let length = 0, values = 0;
    const fits = stores && names.every((name) => Array.isArray(stores[name]) && stores[name].every((pair) => {
      const [key, value] = Array.isArray(pair) && pair.length === 2 ? pair : [];
      length += value?.length ?? 0;
      values++;
      return typeof value === "string" && (typeof key === "string" ? key.length < 1000 : Number.isSafeInteger(key) && key > 0);
    }));
    return fits && length <= mostText && values <= mostValues;
  };
  const entry = (e) => typeof e?.id === "string" && typeof e.kind === "string";

  const within = (name, mode, f) => new Promise((resolve, reject) => {
    const request = indexedDB.open(name, 1);
    request.onupgradeneeded = () => { for (const [store, options] of Object.entries(made[name])) request.result.createObjectStore(store, options); };
    request.onerror = request.onblocked = () => reject();
    request.onsuccess = () => {
      const db = request.result, t = db.transaction(Object.keys(made[name]), mode, { durability: "strict" });
      let result;
      f(t, (value) => { result = value; });
      t.oncomplete = () => { db.close(); resolve(result); };
      t.onabort = () => { db.close(); reject(); };
    };
  });

  // Writes all, where nothing is there yet: entries of two ledgers are joined by an import, which shows what it changes.
  const write = (name, stores) => within(name, "readwrite", (t, done) => {
    const main = Object.keys(made[name])[0];
    t.objectStore(main).count().onsuccess = ({ target }) => {
      done(target.result === 0);
      if (target.result > 0) return;
      for (const store of Object.keys(made[name])) {
        const to = t.objectStore(store);
        to.clear();
        for (const [key, value] of stores[store]) store === "entries" ? to.add(value) : to.put(value, key);
      }
    };
  });

  let asked = false;
  addEventListener("message", (e) => {
    const m = e.data;
    if (asked || e.source !== there || !from.includes(e.origin) || m?.privatepcaMoved !== 1) return;
    asked = true;
    let entries = [];
    try {
      if (m.ledger) entries = m.ledger.entries.flatMap(([, text]) => JSON.parse(text));
      const fits = (!m.ledger || texts(m.ledger, ["entries", "documents", "meta"]) && entries.every(entry)) && (!m.answers || texts(m.answers, ["kept"]));
      if (!fits) throw new Error();
    } catch {
      return say("What came is no ledger of Private PCA, or is too large. Nothing was taken over. Save it there as a file, and import that on the page Ledger.");
    }
    const answers = m.answers?.kept.filter(([key]) => !["release in view", "release as seen"].includes(key)).length ?? 0; // those are no file’s (app/job/keeping.go)
    at("from").textContent = e.origin;
    at("counts").textContent = word("Entries of the ledger: {n}. Files with answers: {n2}.", { n: entries.length, n2: answers });
    say("");
    at("asked").hidden = false;
    at("take").onclick = async () => {
      at("asked").hidden = true;
      try {
        const ledger = !m.ledger || entries.length === 0 || await write("privatepca-ledger", m.ledger);
        if (m.answers && answers > 0) await write("privatepca-answers", m.answers);
        if (!ledger) return say("There is a ledger here already. Save the old one as a file at the old address, and import that on the page Ledger, which shows first what it would change.");
        location.replace("/ledger");
      } catch {
        say("The browser could not store it. Nothing was taken over.");
      }
    };
    at("refuse").onclick = () => { at("asked").hidden = true; say("Nothing was taken over. Close this window."); };
  });
  for (const origin of from) there.postMessage("ready", origin);
})();
