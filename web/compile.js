// Fetches both programs, and compiles the page's, in a worker: the page's own thread answers its reader
// meanwhile. It knows nothing of a file, and ends before one can be chosen.
"use strict";

const failed = () => postMessage({ failed: true });

WebAssembly.compileStreaming(fetch("app.wasm")).then((module) => postMessage({ page: module })).catch(failed);

// Once the page's program runs, the one that reads records is fetched. The workers that run it digest and compile it themselves.
onmessage = async () => {
  try {
    const response = await fetch("worker.wasm");
    if (!response.ok) throw new Error("not there");
    const bytes = await response.arrayBuffer();
    postMessage({ worker: bytes }, [bytes]);
  } catch {
    failed();
  }
  close();
};
