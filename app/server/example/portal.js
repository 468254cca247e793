// All that a portal need do: listen to three events.
"use strict";

const told = (text) => {
  const item = document.createElement("li");
  item.textContent = text;
  document.getElementById("told").append(item);
};
addEventListener("privatepca-ready", () => told("The frame is ready."));
addEventListener("privatepca-cancelled", () => told("The visitor closed what was open."));
addEventListener("privatepca-released", (e) => {
  const released = JSON.parse(e.detail.document);
  told("A release was handed over: " + released.n_components_ + " directions, ε = " + released.privacy.epsilon + ".");
  const text = document.getElementById("document");
  text.textContent = e.detail.document;
  text.hidden = false;
});
