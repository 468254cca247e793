// Shows Private PCA inside another page: the custom element
//
//   <private-pca src="/data/table.csv" schema="/data/table.schema.json" epsilon-max="2"></private-pca>
//
// or the function privatePCA(element, options), which the element calls. It makes one
// frame, says what the portal allows, gives it the data, and tells of three things only:
// privatepca-ready, privatepca-released (detail.document) and privatepca-cancelled.
// Needs nothing else; sets no style. Types: embed.d.ts.
"use strict";

(() => {
  if (customElements.get("private-pca")) return; // loaded twice
  const script = document.currentScript; // none in a module: then options.site says where the frame is
  const site = script && new URL("..", script.src).href; // where this file comes from

  function privatePCA(element, options = {}) {
    const place = options.site ?? site;
    if (!place) throw new TypeError("private-pca: say where it stands, by the option site");
    const frameSite = new URL(place.replace(/\/*$/, "/"), document.baseURI);
    const may = { epsilonMax: (x) => x > 0 && x < Infinity, deltaMax: (x) => x >= 0 && x < 1, k: (x) => Number.isInteger(x) && x >= 1 && x < 1e6 };
    const params = () => {
      const said = {};
      for (const [name, fits] of Object.entries(may)) {
        if (options[name] == null) continue;
        said[name] = options[name] === "" ? NaN : Number(options[name]);
        if (!fits(said[name])) throw new TypeError("private-pca: " + name + " cannot be " + options[name]); // what cannot be a cap must not stand for no cap
      }
      if (["light", "dark", "auto"].includes(options.theme)) said.theme = options.theme;
      if (options.budget) said.budget = String(options.budget).slice(0, 120);
      if (options.lang) said.lang = String(options.lang).slice(0, 35);
      return said;
    };
    params();
    const src = options.src ? new URL(options.src, document.baseURI) : null;
    const address = new URL("embed", frameSite);
    address.searchParams.set("host", location.origin);
    if (options.confirm === "window") address.searchParams.set("confirm", "window"); // a release is handed over by way of a window of that site's alone
    if (options.lang) address.searchParams.set("lang", String(options.lang).slice(0, 35)); // a page reads one catalogue, before it is drawn
    if (src) address.searchParams.set("data", src.origin); // the address itself goes by message: it may be signed

    const frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = options.title ?? "Private PCA";
    frame.width = "100%";
    frame.height = "760";
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-downloads allow-popups");
    // Firefox hides the sites around a frame from it where no referrer is sent (whatwg/html#11560).
    frame.setAttribute("referrerpolicy", "origin");

    const tell = (name, detail) => element.dispatchEvent(new CustomEvent("privatepca-" + name, { bubbles: true, composed: true, detail }));
    const say = (type, more) => frame.contentWindow?.postMessage({ privatepca: 1, type, ...more }, frameSite.origin);

    // A schema is an object, its text, or the address of one that this page may read: that is
    // told, too, without what may be a signature, and stands in the released document.
    const schema = async () => {
      const given = options.schema;
      if (!given || typeof given === "object" || given.trim().startsWith("{")) return { schema: given };
      const at = new URL(given, document.baseURI);
      const response = await fetch(at, { credentials: "same-origin" });
      if (!response.ok) throw new Error("private-pca: the schema answers with the status " + response.status);
      return { schema: await response.text(), schemaUrl: at.origin + at.pathname };
    };
    let ready = false;
    const describe = async () => {
      const s = await schema().catch((error) => console.error(error)); // the visitor can answer by hand
      if (s?.schema) say("params", s);
    };
    const start = async () => {
      ready = true;
      say("params", params()); // what is capped holds before anything is loaded
      await describe();
      if (options.file) say("load", { file: options.file, ...(options.name && { name: options.name }) });
      else if (src) say("load", { url: src.href, ...(options.name && { name: options.name }) });
    };

    // The frame says once which height goes with which width: it is not asked again, so that
    // no answer of its tells how busy it is. A scroll bar that comes with a height is no change.
    let heights = [], fitted = -100;
    const fit = () => {
      const width = frame.clientWidth;
      const row = heights.filter((h) => h.from <= width).pop();
      if (!row || Math.abs(width - fitted) < 24) return;
      fitted = width;
      frame.height = String(row.height);
    };
    const sizes = new ResizeObserver(fit);
    sizes.observe(frame);

    const hear = (e) => {
      if (e.source !== frame.contentWindow || e.origin !== frameSite.origin) return;
      const m = e.data;
      if (m === null || typeof m !== "object" || m.privatepca !== 1) return;
      if (m.type === "ready") {
        tell("ready");
        start();
      } else if (m.type === "resize" && Array.isArray(m.heights)) {
        heights = m.heights.filter((h) => Number.isInteger(h?.from) && Number.isInteger(h.height) && h.height >= 200 && h.height <= 4000);
        fit();
      } else if (m.type === "released" && typeof m.document === "string") {
        tell("released", { document: m.document });
      } else if (m.type === "cancelled") {
        tell("cancelled");
      }
    };
    addEventListener("message", hear);
    element.append(frame);
    return {
      frame,
      change(more) {
        const before = options;
        options = { ...options, ...more };
        try {
          params();
        } catch (error) {
          options = before;
          throw error;
        }
        frame.title = options.title ?? "Private PCA";
        if (!ready) return; // start says it
        say("params", params());
        if ("schema" in more) describe();
      },
      load: (data, name) => say("load", typeof data === "string" ? { url: new URL(data, document.baseURI).href, ...(name && { name }) } : { file: data, ...(name && { name }) }),
      remove() {
        removeEventListener("message", hear);
        sizes.disconnect();
        frame.remove();
      },
    };
  }

  class PrivatePCA extends HTMLElement {
    static observedAttributes = ["src", "schema", "name", "k", "lang", "theme", "title", "confirm", "budget", "epsilon-max", "delta-max", "site"];

    options() {
      const at = (name) => this.getAttribute(name) ?? undefined;
      return {
        src: at("src"), schema: at("schema"), name: at("name"), k: at("k"), lang: at("lang"), theme: at("theme"), title: at("title"), confirm: at("confirm"), budget: at("budget"),
        epsilonMax: at("epsilon-max"), deltaMax: at("delta-max"), site: at("site"), file: this.file,
      };
    }

    connectedCallback() {
      this.view = privatePCA(this, this.options());
    }

    // What a frame can be told is told; another place, another table or another way to hand over is another frame, in which nothing has begun.
    attributeChangedCallback(attribute, before, now) {
      if (!this.view || before === now) return;
      if (["src", "name", "lang", "confirm", "budget", "site"].includes(attribute)) {
        this.disconnectedCallback();
        this.connectedCallback();
        return;
      }
      const { schema, ...rest } = this.options();
      this.view.change(attribute === "schema" ? { ...rest, schema } : rest);
    }

    disconnectedCallback() {
      this.view?.remove();
      this.view = null;
    }

    load(data, name) {
      this.view?.load(data, name);
    }
  }

  window.privatePCA = privatePCA;
  customElements.define("private-pca", PrivatePCA);
})();
