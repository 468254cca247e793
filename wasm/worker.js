// The worker's start: takes away what it has no use for, waits for the compiled module,
// then runs it. It stands behind Go's wasm_exec.js in the served worker.js, one file, since
// a worker may fetch nothing else. Its own Content-Security-Policy refuses every connection.
'use strict';

// Chromium reads on in no file that was touched since it was chosen: see wasm/file.go. Of the
// engines it alone has this interface.
globalThis.checksFiles = 'userAgentData' in navigator || 'NavigatorUAData' in self;

// Where the browser refuses even the name of its storage, Go would end: it hears only what a
// call throws. So there is one that refuses when it is called.
try {
  self.indexedDB;
} catch {
  const open = () => { throw new DOMException('Storage is blocked.', 'SecurityError'); };
  Object.defineProperty(self, 'indexedDB', { value: { open }, configurable: true });
}

// Nothing that a worker does may outlast it but an entry of the ledger: what it stores, a
// later page could send. So before the module runs, all is taken off the global scope that
// is not on a list: what connects, stores, starts or tells others. What the module could
// find again through a prototype is taken off there.
(() => {
  const ledger = { name: 'privatepca-ledger', version: 1 }; // of wasm/indexeddb
  const kept = new Set([
    // The language (ECMA-262, clause 19, and WebAssembly).
    'globalThis Infinity NaN undefined isFinite isNaN parseFloat parseInt decodeURI decodeURIComponent encodeURI encodeURIComponent escape unescape eval',
    'Object Function Array Number Boolean String Symbol Date Promise RegExp JSON Math Intl BigInt Map Set WeakMap WeakSet WeakRef FinalizationRegistry',
    'Error AggregateError EvalError RangeError ReferenceError SyntaxError TypeError URIError SuppressedError Proxy Reflect Iterator Temporal',
    'ArrayBuffer Atomics DataView Uint8Array Int8Array Uint16Array Int16Array Uint32Array Int32Array BigUint64Array BigInt64Array Uint8ClampedArray',
    'Float16Array Float32Array Float64Array DisposableStack AsyncDisposableStack WebAssembly',
    // Go's runtime, with what its script defines.
    'checksFiles Go fs path process console crypto Crypto SubtleCrypto CryptoKey performance Performance TextEncoder TextDecoder setTimeout clearTimeout',
    // Messages to and from the page, and from a helper to its lead.
    'self name close postMessage onmessage onmessageerror onerror addEventListener removeEventListener dispatchEvent EventTarget Event MessageEvent ErrorEvent',
    'PromiseRejectionEvent MessageChannel MessagePort DOMException AbortController AbortSignal queueMicrotask structuredClone constructor',
    // The table, and the ledger.
    'Blob File FileList FileReaderSync ReadableStream ReadableStreamDefaultReader ReadableStreamBYOBReader ReadableStreamBYOBRequest',
    'ReadableStreamDefaultController ReadableByteStreamController navigator LockManager Lock indexedDB DOMStringList QuotaExceededError',
    'IDBFactory IDBDatabase IDBObjectStore IDBIndex IDBTransaction IDBRequest IDBOpenDBRequest IDBCursor IDBCursorWithValue IDBKeyRange IDBRecord IDBVersionChangeEvent',
  ].join(' ').split(' '));
  const { apply, ownKeys, getOwnPropertyDescriptor, getPrototypeOf, defineProperty, deleteProperty } = Reflect;
  const none = new Set();

  // Takes all off an object but what is named; what cannot be taken off must be a plain value.
  const strip = (object, but = none) => {
    for (const key of ownKeys(object)) {
      if (typeof key === 'symbol' || but.has(key) || deleteProperty(object, key)) continue;
      const { value } = getOwnPropertyDescriptor(object, key);
      if (Object(value) === value || value === undefined) throw new Error('the browser keeps ' + key);
    }
  };
  const replace = (object, key, value) => defineProperty(object, key, { value, writable: false, configurable: false, enumerable: true });
  const without = (object, ...keys) => keys.forEach((key) => deleteProperty(object, key));

  // Interfaces first, while their names stand: an object of one may turn up from anywhere.
  const scopes = [];
  for (let scope = self; scope && scope !== Object.prototype && scope !== EventTarget.prototype; scope = getPrototypeOf(scope)) scopes.push(scope);
  for (const key of ownKeys(self)) {
    const { value } = getOwnPropertyDescriptor(self, key);
    if (kept.has(key) || typeof value !== 'function' || !value.prototype || scopes.includes(value.prototype)) continue;
    if (key !== 'WorkerNavigator') strip(value.prototype);
    strip(value, new Set(['prototype', 'length', 'name']));
  }
  strip(WorkerNavigator.prototype, new Set(['hardwareConcurrency', 'locks', 'constructor']));
  for (const scope of scopes) strip(scope, kept);
  without(EventTarget.prototype, 'when');

  // The ledger's database and its lock, and no others; in it, texts that are added. A converter
  // has no ledger, and libraries take the table apart in it: it stores nothing.
  const refuse = () => { throw new DOMException('The worker may not.', 'SecurityError'); };
  let stores = true;
  self.storeNothing = () => { stores = false; };
  if (self.IDBFactory) {
    const { open } = IDBFactory.prototype;
    replace(IDBFactory.prototype, 'open', function (name, version) {
      return stores && name === ledger.name && version === ledger.version ? apply(open, this, [ledger.name, ledger.version]) : refuse();
    });
    without(IDBFactory.prototype, 'deleteDatabase', 'databases');
    for (const name of ['add', 'put']) {
      const write = IDBObjectStore.prototype[name];
      replace(IDBObjectStore.prototype, name, function (value, ...key) {
        return typeof value === 'string' && key.every((k) => typeof k === 'string') ? apply(write, this, [value, ...key]) : refuse();
      });
    }
    without(IDBObjectStore.prototype, 'clear', 'delete', 'createIndex', 'deleteIndex');
    without(IDBDatabase.prototype, 'deleteObjectStore');
    without(IDBCursor.prototype, 'update', 'delete');
  }
  if (self.LockManager) {
    const { request } = LockManager.prototype;
    replace(LockManager.prototype, 'request', function (name, ...rest) {
      return stores && name === ledger.name ? apply(request, this, [ledger.name, ...rest]) : refuse();
    });
    without(LockManager.prototype, 'query');
  }
})();

// Nothing that happens in here may be printed: Go writes panics to the console.
globalThis.fs.writeSync = (fd, bytes) => bytes.length;

// The page holds back until the scripts of all its workers are here.
if (self.name === 'reserve') self.postMessage('here');

// The programs that this script may run, by the SHA-256 of their bytes; the build writes them here (app/server/stamp.go). The page
// hands over bytes, and what it says of them counts for nothing: any script in it could hand over others.
const programs = {};

// Compiles a program that is on the list. Where the browser has no digests, outside a secure context, none is compared and none is
// stated. Memory that is shared could change between the two steps.
const compile = async (bytes) => {
  if (!(bytes instanceof ArrayBuffer)) throw new Error('no bytes');
  if (self.crypto?.subtle) {
    const sum = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
    self.programSHA256 = Array.from(sum, (byte) => byte.toString(16).padStart(2, '0')).join('');
    if (!Object.values(programs).includes(self.programSHA256)) throw new Error('not of this version');
  }
  return WebAssembly.compile(bytes);
};

const last = (code, message) => self.postMessage(JSON.stringify({ id: 0, type: 'error', body: { code, message } }));

let program; // compiled, or on the way; one that waits in reserve is compiled long before it starts
let started = false;
self.onmessage = async ({ data }) => {
  self.port = data.port; // a helper's way to its lead: where another comes meanwhile, that one counts
  self.file = data.file; // what a converter converts
  if (data.start && data.file) self.storeNothing();
  if (data.program && !program) {
    program = compile(data.program);
    program.catch(() => {}); // told when it is to start
  }
  if (!data.start || started) return;
  started = true;
  let module;
  try {
    module = await program;
    if (!module) throw new Error('none came');
  } catch {
    last('program', 'The worker was given a program that it was not built with, or none that the browser can compile. Nothing was read.');
    return;
  }
  const go = new Go();
  go.exit = () => {};
  try {
    const instance = await WebAssembly.instantiate(module, go.importObject);
    self.memory = instance.exports.mem; // what wasm/kernel works on
    await go.run(instance);
  } catch {
    // Told below, without the message: it may hold anything.
  }
  last('internal', 'The worker stopped. Nothing was released by this step. It can be started afresh.');
};
