// Runs the tests in a worker or a page. It stands behind Go's wasm_exec.js and
// the constant `start`, in one script.
'use strict';
(() => {
  // Synchronous, so that lines arrive in order and none is lost at the end.
  const post = (path, body) => {
    const request = new XMLHttpRequest();
    request.open('POST', path, false);
    request.send(body);
  };
  const fail = error => {
    post('/print', `wasmtest: ${error && error.stack || error}\n`);
    post('/exit', '1');
  };
  const fs = globalThis.fs;
  fs.writeSync = (fd, bytes) => {
    post('/print', bytes);
    return bytes.length;
  };
  // There is no file system: every file is absent, which tests are written to bear.
  const absent = (...args) => {
    const error = new Error('no such file or directory');
    error.code = 'ENOENT';
    args.at(-1)(error);
  };
  fs.constants = { O_WRONLY: 1, O_RDWR: 2, O_CREAT: 64, O_EXCL: 128, O_TRUNC: 512, O_APPEND: 1024, O_DIRECTORY: 65536 };
  for (const name of ['open', 'stat', 'lstat', 'readdir', 'mkdir', 'unlink', 'rmdir']) fs[name] = absent;
  globalThis.process.cwd = () => '/';

  globalThis.addEventListener('error', e => fail(e.error || e.message));
  globalThis.addEventListener('unhandledrejection', e => fail(e.reason));
  const go = new Go();
  go.argv = start.argv;
  go.env = start.env;
  let code = 0;
  go.exit = c => { code = c; };
  WebAssembly.instantiateStreaming(fetch('/test.wasm'), go.importObject)
    .then(({ instance }) => go.run(instance))
    .then(() => post('/exit', String(code)), fail);
})();
