// Types of embed.js. docs/embedding.md has the same words: a test compares them.

export interface PrivatePCAOptions {
  /** Address of the table: any file that the page opens, such as CSV, compressed or not, or Parquet. Its server must allow the frame's origin to read it (CORS). */
  src?: string;
  /** The table itself, in place of `src`. */
  file?: File | Blob;
  /** What the visitor sees the table called. */
  name?: string;
  /** Its public schema: an object, JSON text, or an address that this page may read. Without it, one beside the table is looked for. */
  schema?: object | string;
  /** The most ε that a release may spend. A cap can be lowered later, never raised. */
  epsilonMax?: number | string;
  /** The most δ that a release may spend; 0 allows pure ε alone. */
  deltaMax?: number | string;
  /** The name of a budget that all visitors share, which the pages' server lends (`serve -budgets`): what is released here is paid from it. */
  budget?: string;
  /** Without effect, for pages that state it: only the visitor says how many directions. */
  k?: number | string;
  /** A language tag, as `de`; without it the browser’s languages decide. Others than those of the page are English. */
  lang?: string;
  /** `light`, `dark`, or `auto`: as the visitor's system has it. */
  theme?: "light" | "dark" | "auto";
  /** `window`: a release is handed over only after the visitor has confirmed it in a window of that site's own. Otherwise the frame offers both ways. */
  confirm?: "window";
  /** The frame's accessible name. */
  title?: string;
  /** Where Private PCA stands, if not where embed.js was loaded from. */
  site?: string;
}

export interface PrivatePCAView {
  readonly frame: HTMLIFrameElement;
  /** Gives the frame an address or a file. Ignored while it has data that the visitor has seen the name of. */
  load(data: string | File | Blob, name?: string): void;
  /** Says anew what a frame can be told: schema, caps (lowered, never raised), theme, title. */
  change(options: Pick<PrivatePCAOptions, "schema" | "epsilonMax" | "deltaMax" | "theme" | "title">): void;
  /** Takes the frame away. What ran in it ends; what it had begun to spend stays spent. */
  remove(): void;
}

export interface PrivatePCAElement extends HTMLElement {
  /** Set before the element is connected, in place of the attribute src. */
  file?: File | Blob;
  load(data: string | File | Blob, name?: string): void;
}

export interface PrivatePCAEventMap {
  /** The frame is there and may be given data. */
  "privatepca-ready": CustomEvent<null>;
  /** The visitor handed a release over: `detail.document` is the text of release.json. */
  "privatepca-released": CustomEvent<{ document: string }>;
  /** The visitor closed what was open. */
  "privatepca-cancelled": CustomEvent<null>;
}

/** What a page says to a frame that it made without embed.js, by postMessage. */
export type PrivatePCAHostMessage =
  | { privatepca: 1; type: "params"; schema?: object | string; schemaUrl?: string; epsilonMax?: number; deltaMax?: number; budget?: string; k?: number; lang?: string; theme?: "light" | "dark" | "auto" }
  | { privatepca: 1; type: "load"; url: string; name?: string }
  | { privatepca: 1; type: "load"; file: File | Blob; name?: string };

/** What the frame says: there is nothing else. */
export type PrivatePCAFrameMessage =
  | { privatepca: 1; type: "ready" }
  | { privatepca: 1; type: "resize"; height: number; heights: { from: number; height: number }[] }
  | { privatepca: 1; type: "cancelled" }
  | { privatepca: 1; type: "released"; document: string };

declare global {
  function privatePCA(element: Element, options?: PrivatePCAOptions): PrivatePCAView;
  interface Window {
    privatePCA: typeof privatePCA;
  }
  interface HTMLElementTagNameMap {
    "private-pca": PrivatePCAElement;
  }
  interface HTMLElementEventMap extends PrivatePCAEventMap {}
  interface WindowEventMap extends PrivatePCAEventMap {}
}
