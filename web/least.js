// Says which browser is too old, and how old it may be. Runs first, and is written for the
// oldest browsers: nothing later than ECMAScript 5.
(function () {
  "use strict";

  // What the page uses of a browser that came last: see docs/browsers.md.
  function has() {
    return !!(window.Promise && Promise.any && Object.hasOwn && Array.prototype.at && window.structuredClone &&
      window.AbortSignal && AbortSignal.timeout && window.ReadableStream && window.Blob && Blob.prototype.stream);
  }
  if (has()) return;

  // The order counts: Edge says Chrome, too, and Chrome Safari.
  var known = [
    [/Edg(?:e|A|iOS)?\/(\d+[.\d]*)/, "Edge", "105"],
    [/(?:Firefox|FxiOS)\/(\d+[.\d]*)/, "Firefox", "102"],
    [/(?:Chrome|Chromium|CriOS)\/(\d+[.\d]*)/, "Chrome", "105"],
    [/Version\/(\d+[.\d]*).*Safari/, "Safari", "16"]
  ];
  var name = "", version = "", least = "";
  for (var i = 0; i < known.length && !name; i++) {
    var found = known[i][0].exec(navigator.userAgent);
    if (found) {
      name = known[i][1];
      version = found[1].split(".").slice(0, name === "Safari" ? 2 : 1).join(".");
      least = known[i][2];
    }
  }
  var text = (name ? "This is " + name + " " + version + ". Private PCA needs " + name + " " + least + " or later." : "This browser is too old for Private PCA.") +
    " It runs in Chrome and Edge 105, Firefox 102 and Safari 16, and in later ones. Nothing was read.";

  function say() {
    var box = document.createElement("div");
    box.id = "error";
    box.className = "unsupported";
    box.setAttribute("role", "alert");
    box.setAttribute("data-code", "too-old");
    box.appendChild(document.createTextNode(text));
    document.body.insertBefore(box, document.body.firstChild);
    var loader = document.getElementById("app-wasm-loader");
    if (loader) loader.parentNode.removeChild(loader);
  }
  if (document.body) say();
  else document.addEventListener("DOMContentLoaded", say);
})();
