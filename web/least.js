// Runs first, also in the windows that are opened, and is written for the oldest browsers: nothing later than ECMAScript 5. It says the
// texts of these scripts in the reader's language, says which browser is too old, and how old it may be, and has boot.js start nothing there.
(function () {
  "use strict";

  // What these scripts and windows say, by language: app/server/texts.go puts it in from the catalogues.
  var texts = {};

  // The language is the one that app/browser/language.go chooses. In a frame the site around it asks for one, and the frame asks for it
  // in the window that it opens. The site may stand in a folder of any name.
  var wish = "", self = document.currentScript, folder = self ? self.src.replace(/^[^:]*:\/\/[^\/]*/, "").replace(/\/web\/least\.js.*$/, "") : "";
  if (/^\/(?:embed(?:\/(?:index\.html)?)?|web\/confirm\.html)$/.test(location.pathname.slice(folder.length))) {
    wish = (/[?&#]lang=([^&#]*)/.exec(location.search + location.hash) || ["", ""])[1];
  } else {
    try { wish = localStorage.getItem("privatepca-language") || ""; } catch (e) { /* storage is blocked */ }
  }
  var wishes = wish ? [wish] : navigator.languages || [], tag = "";
  for (var w = 0; w < wishes.length && !tag; w++) {
    var base = wishes[w].toLowerCase().split("-")[0];
    if (base === "en" || Object.prototype.hasOwnProperty.call(texts, base)) tag = base;
  }
  window.privatepcaLanguage = tag = tag || "en";
  document.documentElement.lang = tag;

  // Says a text, with values for its places.
  var say = window.privatepcaSay = function (text, values) {
    return (texts[tag] && texts[tag][text] || text).replace(/\{(\w+)\}/g, function (place, name) {
      return values && values[name] !== undefined ? values[name] : place;
    });
  };
  // Says each text of an element that is written in English.
  window.privatepcaSayAll = function sayAll(node) {
    if (node.nodeType === 3) node.data = node.data.replace(/\S(?:[\s\S]*\S)?/, function (text) { return say(text); });
    for (var i = 0; i < node.childNodes.length; i++) sayAll(node.childNodes[i]);
  };

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
  var text = (old ? say("This is {s}. Private PCA needs {s2} or later.", { s: name + " " + version, s2: name + " " + least }) : say("This browser lacks what Private PCA needs.")) +
    " " + say("It runs in Chrome and Edge 105, Firefox 102 and Safari 16 (iOS 16), and in later ones. Nothing was read.");
  window.privatepcaTooOld = true;

  function show() {
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
  if (document.body) show();
  else document.addEventListener("DOMContentLoaded", show);
})();
