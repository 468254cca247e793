// The worker's start: waits for the compiled module, then runs it. It stands
// behind Go's wasm_exec.js in the served worker.js, one file, since a worker may
// fetch nothing else. Its own Content-Security-Policy refuses every connection.
'use strict';

// Nothing that happens in here may be printed: Go writes panics to the console.
globalThis.fs.writeSync = (fd, bytes) => bytes.length;

// The page holds back until the scripts of all its workers are here.
if (self.name === 'reserve') self.postMessage('here');

let started = false;
self.onmessage = async ({ data }) => {
  self.port = data.port; // a part's way to its lead: where another comes meanwhile, that one counts
  if (started) return;
  started = true;
  const go = new Go();
  go.exit = () => {};
  try {
    const instance = await WebAssembly.instantiate(data.module, go.importObject);
    self.memory = instance.exports.mem; // what wasm/kernel works on
    await go.run(instance);
  } catch {
    // Told below, without the message: it may hold anything.
  }
  self.postMessage(JSON.stringify({
    id: 0, type: 'error',
    body: { code: 'internal', message: 'The worker stopped. Nothing was released by this step. It can be started afresh.' },
  }));
};
