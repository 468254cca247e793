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
  const script = document.currentScript;
  const site = new URL("..", script.src).href; // where this file comes from, there is the frame

  function privatePCA(element, options = {}) {
    const frameSite = new URL(options.site ?? site, document.baseURI);
    const src = options.src ? new URL(options.src, document.baseURI) : null;
    const address = new URL("embed", frameSite);
    address.searchParams.set("host", location.origin);
    if (src) address.searchParams.set("data", src.origin); // the address itself goes by message: it may be signed

    const frame = document.createElement("iframe");
    frame.src = address.href;
    frame.title = options.title ?? "Private PCA";
    frame.width = "100%";
    frame.height = "760";
    frame.setAttribute("sandbox", "allow-scripts allow-same-origin allow-downloads");
    frame.setAttribute("referrerpolicy", "no-referrer");

    const tell = (name, detail) => element.dispatchEvent(new CustomEvent("privatepca-" + name, { bubbles: true, composed: true, detail }));
    const say = (type, more) => frame.contentWindow?.postMessage({ privatepca: 1, type, ...more }, frameSite.origin);

    // A schema is an object, its text, or the address of one that this page may read.
    const schema = async () => {
      const given = options.schema;
      if (!given || typeof given === "object") return given;
      if (given.trim().startsWith("{")) return given;
      const response = await fetch(new URL(given, document.baseURI), { credentials: "same-origin" });
      if (!response.ok) throw new Error("private-pca: the schema answers with the status " + response.status);
      return response.text();
    };
    const start = async () => {
      const params = {};
      for (const name of ["epsilonMax", "deltaMax", "k"]) if (options[name] != null) params[name] = Number(options[name]);
      for (const name of ["lang", "theme"]) if (options[name]) params[name] = options[name];
      say("params", params); // what is capped holds before anything is loaded
      const s = await schema();
      if (s) say("params", { schema: s });
      if (options.file) say("load", { file: options.file, ...(options.name && { name: options.name }) });
      else if (src) say("load", { url: src.href, ...(options.name && { name: options.name }) });
    };

    const hear = (e) => {
      if (e.source !== frame.contentWindow || e.origin !== frameSite.origin) return;
      const m = e.data;
      if (m === null || typeof m !== "object" || m.privatepca !== 1) return;
      if (m.type === "ready") {
        tell("ready");
        start().catch((error) => console.error(error));
      } else if (m.type === "resize" && Number.isInteger(m.height) && m.height >= 200 && m.height <= 4000) {
        frame.height = String(m.height);
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
      load: (data, name) => say("load", typeof data === "string" ? { url: new URL(data, document.baseURI).href, ...(name && { name }) } : { file: data, ...(name && { name }) }),
      remove() {
        removeEventListener("message", hear);
        frame.remove();
      },
    };
  }

  class PrivatePCA extends HTMLElement {
    connectedCallback() {
      const at = (name) => this.getAttribute(name) ?? undefined;
      this.view = privatePCA(this, {
        src: at("src"), schema: at("schema"), name: at("name"), k: at("k"), lang: at("lang"), theme: at("theme"), title: at("title"),
        epsilonMax: at("epsilon-max"), deltaMax: at("delta-max"), site: at("site"), file: this.file,
      });
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
