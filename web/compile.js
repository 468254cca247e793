// Fetches and compiles both programs, in a worker: the page's own thread answers its reader
// meanwhile. It knows nothing of a file, and ends before one can be chosen.
"use strict";

const failed = () => postMessage({ failed: true });

WebAssembly.compileStreaming(fetch("app.wasm")).then((module) => postMessage({ page: module })).catch(failed);

// Once the page's program runs, the one that reads records is fetched. The very bytes that are
// compiled are digested, where the browser can.
onmessage = async () => {
  try {
    const response = await fetch("worker.wasm");
    if (!response.ok) throw new Error("not there");
    const bytes = await response.arrayBuffer();
    const digest = self.crypto?.subtle ? new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)) : [];
    const sha256 = Array.from(digest, (byte) => byte.toString(16).padStart(2, "0")).join("");
    postMessage({ worker: await WebAssembly.compile(bytes), sha256 });
  } catch {
    failed();
  }
  close();
};
