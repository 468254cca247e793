// A worker in which both sides of a comparison run, one after the other: ours in Go, the
// others as npm packages or, where it says so, written by hand as well as JavaScript can.
'use strict';

const ready = new Promise((resolve) => { self.labIsReady = resolve; });

// Deterministic inputs: a linear congruential generator is random enough for timings.
function generator(seed) {
  let s = seed >>> 0;
  return () => (s = (Math.imul(s, 1664525) + 1013904223) >>> 0) / 4294967296;
}

const cache = new Map();
function once(key, make) {
  if (!cache.has(key)) { cache.clear(); cache.set(key, make()); }
  return cache.get(key);
}

function integerRows(n, d) {
  return once(`rows ${n} ${d}`, () => {
    const next = generator(1), most = Math.floor(8191 / Math.sqrt(d)), rows = new Int16Array(n * d);
    for (let i = 0; i < rows.length; i++) rows[i] = Math.floor((2 * next() - 1) * most);
    return rows;
  });
}

// A covariance with a few strong directions, and noise as a release has it.
function covariance(d) {
  return once(`covariance ${d}`, () => {
    const next = generator(2), a = new Float64Array(d * d), strong = 12, u = [];
    const normal = () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
    for (let k = 0; k < strong; k++) u.push(Float64Array.from({ length: d }, normal));
    for (let i = 0; i < d; i++) for (let j = 0; j <= i; j++) {
      let x = normal() * (i === j ? 1.4 : 1);
      for (let k = 0; k < strong; k++) x += u[k][i] * u[k][j] * 4 / (k + 1);
      a[i * d + j] = a[j * d + i] = x;
    }
    return a;
  });
}

function table(n, d) {
  return once(`table ${n} ${d}`, () => {
    const next = generator(3), lines = [Array.from({ length: d }, (_, j) => 'c' + j).join(',')];
    for (let i = 0; i < n; i++) {
      const row = [];
      for (let j = 0; j < d; j++) row.push(j % 3 ? Math.floor(next() * 100) : (next() * 100).toFixed(3));
      lines.push(row.join(','));
    }
    return new TextEncoder().encode(lines.join('\n') + '\n');
  });
}

const schemaOf = (d) => JSON.stringify({ fields: Array.from({ length: d }, (_, j) => (
  { name: 'c' + j, type: 'number', constraints: { minimum: 0, maximum: 100 } })) });

function timed(f) {
  const start = performance.now();
  const out = f();
  return { ms: performance.now() - start, ...out };
}

// XᵀX by 3×3 register tiles on a transposed copy: what JavaScript can do.
function tiles(rows, n, d) {
  const D = Math.ceil(d / 3) * 3, t = new Float64Array(D * n), out = new Float64Array(D * D);
  for (let r = 0; r < n; r++) for (let j = 0; j < d; j++) t[j * n + r] = rows[r * d + j];
  for (let r0 = 0; r0 < n; r0 += 512) {
    const r1 = Math.min(n, r0 + 512);
    for (let i = 0; i < D; i += 3) for (let j = i; j < D; j += 3) {
      let a = 0, b = 0, c = 0, e = 0, f = 0, g = 0, h = 0, k = 0, l = 0;
      const i0 = i * n, i1 = i0 + n, i2 = i1 + n, j0 = j * n, j1 = j0 + n, j2 = j1 + n;
      for (let r = r0; r < r1; r++) {
        const x = t[i0 + r], y = t[i1 + r], z = t[i2 + r], u = t[j0 + r], v = t[j1 + r], w = t[j2 + r];
        a += x * u; b += x * v; c += x * w; e += y * u; f += y * v; g += y * w; h += z * u; k += z * v; l += z * w;
      }
      const o = i * D + j;
      out[o] += a; out[o + 1] += b; out[o + 2] += c;
      out[o + D] += e; out[o + D + 1] += f; out[o + D + 2] += g;
      out[o + 2 * D] += h; out[o + 2 * D + 1] += k; out[o + 2 * D + 2] += l;
    }
  }
  return (i, j) => out[i * D + j];
}

const tasks = {
  'moment/ours': ({ n, d }) => ours.moment(integerRows(n, d), n, d),
  'moment/ml-matrix': ({ n, d }) => {
    const x = peers.Matrix.from1DArray(n, d, Float64Array.from(integerRows(n, d)));
    return timed(() => { const m = x.transpose().mmul(x); return { entry: m.get(0, d - 1), trace: m.get(d >> 1, d >> 1) }; });
  },
  'moment/tiles': ({ n, d }) => {
    const rows = integerRows(n, d);
    return timed(() => { const at = tiles(rows, n, d); return { entry: at(0, d - 1), trace: at(d >> 1, d >> 1) }; });
  },
  'top/ours': ({ d, k }) => ours.top(covariance(d), d, k),
  'all/ours': ({ d }) => ours.all(covariance(d), d),
  'evd/ml-matrix': ({ d, k }) => {
    const m = peers.Matrix.from1DArray(d, d, covariance(d));
    return timed(() => {
      const e = new peers.EigenvalueDecomposition(m, { assumeSymmetric: true });
      const values = Array.from(e.realEigenvalues).sort((x, y) => y - x);
      return { first: values[0], last: values[(k || 1) - 1], vector: e.eigenvectorMatrix.get(0, d - 1) };
    });
  },
  'encode/ours': ({ n, d }) => ({ ...ours.encode(table(n, d), schemaOf(d)), bytes: table(n, d).length }),
  'encode/papaparse': ({ n, d }) => {
    const bytes = table(n, d);
    return timed(() => {
      const text = new TextDecoder().decode(bytes);
      const rows = peers.Papa.parse(text, { skipEmptyLines: true }).data;
      let sum = 0;
      for (let i = 1; i < rows.length; i++) for (const cell of rows[i]) sum += Number(cell);
      return { records: rows.length - 1, sum, bytes: bytes.length };
    });
  },
  'job/papaparse+ml-pca': ({ n, d, k }) => {
    const bytes = table(n, d);
    return timed(() => {
      const rows = peers.Papa.parse(new TextDecoder().decode(bytes), { skipEmptyLines: true }).data.slice(1).map((row) => row.map(Number));
      const pca = new peers.PCA(rows, { method: 'covarianceMatrix', center: true });
      return { records: rows.length, first: pca.getEigenvectors().get(0, k - 1) };
    });
  },
  'table': ({ n, d }) => ({ text: new TextDecoder().decode(table(n, d)), schema: schemaOf(d) }),
};

self.onmessage = async ({ data: { id, task, parameters } }) => {
  await ready;
  try {
    self.postMessage({ id, result: tasks[task](parameters) });
  } catch (e) {
    self.postMessage({ id, error: String(e && e.stack || e) });
  }
};

const go = new Go();
WebAssembly.instantiateStreaming(fetch('/lab.wasm'), go.importObject).then(({ instance }) => {
  self.memory = instance.exports.mem;
  go.run(instance);
});
