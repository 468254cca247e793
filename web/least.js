// Says which browser is too old, and how old it may be, and has boot.js start nothing there. Runs
// first, and is written for the oldest browsers: nothing later than ECMAScript 5.
(function () {
  "use strict";

  // What the page uses of a browser that came last: see docs/browsers.md.
  function has() {
    return !!(window.Promise && Promise.any && Object.hasOwn && Array.prototype.at && window.structuredClone &&
      window.AbortSignal && AbortSignal.timeout && window.ReadableStream && window.Blob && Blob.prototype.stream);
  }

  // The order counts: Edge says Chrome, too, and Chrome Safari. On iOS all are drawn by the system's
  // WebKit, whatever their names; where they ask for pages of a desktop they do not say which.
  var known = [
    [/ OS (\d+[_\d]*) like Mac OS X.* (?:CriOS|FxiOS|EdgiOS)\//, "iOS", "16"],
    [/(?:CriOS|FxiOS|EdgiOS)\//, "", ""],
    [/Edg(?:e|A)?\/(\d+[.\d]*)/, "Edge", "105"],
    [/Firefox\/(\d+[.\d]*)/, "Firefox", "102"],
    [/(?:Chrome|Chromium)\/(\d+[.\d]*)/, "Chrome", "105"],
    [/Version\/(\d+[.\d]*).*Safari/, "Safari", "16"]
  ];
  var name = "", version = "", least = "", found = null;
  for (var i = 0; i < known.length && !found; i++) {
    found = known[i][0].exec(navigator.userAgent);
    if (found && known[i][1]) {
      name = known[i][1];
      version = found[1].split(/[._]/).slice(0, name === "Safari" || name === "iOS" ? 2 : 1).join(".");
      least = known[i][2];
    }
  }
  var old = name !== "" && parseInt(version, 10) < parseInt(least, 10);
  if (has() && !old) return;

  // What is called new enough and lacks something: a browser that was changed, or another one by that name.
  var text = (old ? "This is " + name + " " + version + ". Private PCA needs " + name + " " + least + " or later." : "This browser lacks what Private PCA needs.") +
    " It runs in Chrome and Edge 105, Firefox 102 and Safari 16 (iOS 16), and in later ones. Nothing was read.";
  window.privatepcaTooOld = true;

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
