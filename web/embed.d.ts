// Types of embed.js.

export interface PrivatePCAOptions {
  /** Address of the table: CSV or TSV, plain or gzip. Its server must allow the frame's origin to read it (CORS). */
  src?: string;
  /** The table itself, in place of src. */
  file?: File | Blob;
  /** What the visitor sees the table called. */
  name?: string;
  /** Its public schema: an object, JSON text, or an address that this page may read. */
  schema?: object | string;
  /** The most ε that a release may spend. A cap can be lowered later, never raised. */
  epsilonMax?: number | string;
  /** The most δ that a release may spend; 0 allows pure ε alone. */
  deltaMax?: number | string;
  /** The number of directions that stands there at first. */
  k?: number | string;
  /** A language tag. All words are English today. */
  lang?: string;
  theme?: "light" | "dark" | "auto";
  /** The frame's accessible name. */
  title?: string;
  /** Where Private PCA stands, if not where embed.js was loaded from. */
  site?: string;
}

export interface PrivatePCAView {
  readonly frame: HTMLIFrameElement;
  /** Gives the frame an address or a file. Ignored while it has data that the visitor has seen the name of. */
  load(data: string | File | Blob, name?: string): void;
  remove(): void;
}

export interface PrivatePCAElement extends HTMLElement {
  /** Set before the element is connected, in place of the attribute src. */
  file?: File | Blob;
  load(data: string | File | Blob, name?: string): void;
}

declare global {
  interface Window {
    privatePCA(element: Element, options?: PrivatePCAOptions): PrivatePCAView;
  }
  interface HTMLElementTagNameMap {
    "private-pca": PrivatePCAElement;
  }
  interface HTMLElementEventMap {
    "privatepca-ready": CustomEvent<void>;
    /** The visitor handed a release over: detail.document is the text of release.json. */
    "privatepca-released": CustomEvent<{ document: string }>;
    /** The visitor closed what was open. */
    "privatepca-cancelled": CustomEvent<void>;
  }
}
