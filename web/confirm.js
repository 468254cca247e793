// The window in which a visitor confirms that a release is handed to another site. It is a window of its own, so that the other
// site's page, which can mask the frame that asks, cannot mask what is confirmed here. It talks to the frame that opened
// it, of this very origin, and to nobody else.
"use strict";

(() => {
  const ours = location.origin;
  const at = (id) => document.getElementById(id);
  const word = window.privatepcaSay; // of least.js
  const say = (text) => { at("state").textContent = word(text); };
  privatepcaSayAll(document.documentElement);
  if (top !== window) return say("Another page shows this one. It belongs in a window of its own: close it.");
  const frame = opener;
  if (!frame) return say("No frame waits for an answer here. Close this window, and confirm in the frame.");

  const tell = (type, nonce) => frame.postMessage({ privatepcaWindow: 1, type, nonce }, ours);
  let asked = null, phrase = "";
  const another = () => {
    phrase = word("hand over {n}", { n: 100 + crypto.getRandomValues(new Uint32Array(1))[0] % 900 });
    at("phrase").textContent = phrase;
    at("typed-phrase").value = "";
  };

  addEventListener("message", (e) => {
    const m = e.data;
    if (asked || e.source !== frame || e.origin !== ours || m?.privatepcaWindow !== 1 || m.type !== "ask") return;
    if (![m.nonce, m.host, m.statement, m.document].every((text) => typeof text === "string")) return;
    asked = m;
    at("host").textContent = m.host;
    at("statement").textContent = m.statement;
    at("document").textContent = m.document.length > 100_000 ? m.document.slice(0, 100_000) + "\n…" : m.document;
    another();
    say("A frame of this site, shown by another, asks to hand over a release.");
    at("asked").hidden = false;
    at("typed-phrase").focus();
  });

  const answer = (type, text) => {
    tell(type, asked.nonce);
    at("asked").hidden = true;
    say(text);
    close();
  };
  // Not a form: the frame's sandbox holds here, too, and lets none be sent.
  const confirmed = (e) => {
    if (!asked || !e.isTrusted) return;
    if (at("typed-phrase").value.toLowerCase().trim().split(/\s+/).join(" ") !== phrase) {
      another();
      return say("The words and the number were not typed as they stand above the field, so nothing was done.");
    }
    answer("yes", "It was handed over. Close this window.");
  };
  at("confirm").addEventListener("click", confirmed);
  at("typed-phrase").addEventListener("keydown", (e) => e.key === "Enter" && confirmed(e));
  at("refuse").addEventListener("click", () => asked && answer("no", "Nothing was handed over. Close this window."));

  tell("here", "");
})();
