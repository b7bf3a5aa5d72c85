/**
 * Standard normal noise that depends only on seed, stream and index: any two ranges agree bit for bit where they overlap.
 * With a kernel the result is the moving average `y[i] = sum_k kernel[k] * e[i - k]`, of unit variance.
 */
export function noiseField(options: {
  seed: number;
  stream: string;
  first: number;
  count: number;
  kernel?: Float64Array;
}): Float64Array {
  const { seed, stream, first, count, kernel } = options;
  const key = streamKey(seed, stream);
  const memory = kernel === undefined ? 0 : kernel.length - 1;
  const white = new Float64Array(count + memory);
  for (let i = 0; i < white.length; i++) white[i] = gaussianAt(key, first - memory + i);
  return kernel === undefined ? white : convolve(white, kernel, count);
}

/** Weights of exponential memory: the field moves like an Ornstein-Uhlenbeck process of time scale `tau` steps. */
export function roughKernel(tau: number): Float64Array {
  return unitKernel(Math.ceil(7 * tau), (k) => Math.exp(-k / tau));
}

/** Weights `k exp(-k / tau)`: autocorrelation `(1 + l / tau) exp(-l / tau)`, a field with smooth paths. */
export function smoothKernel(tau: number): Float64Array {
  return unitKernel(Math.ceil(9 * tau), (k) => (k + 1) * Math.exp(-k / tau));
}

/** Uniform number in (0, 1) of a seed, a stream and an index. */
export function uniformAt(seed: number, stream: string, index: number): number {
  return toUnit(mix(streamKey(seed, stream) + Math.imul(index, GOLDEN)));
}

/** 2^32 divided by the golden ratio, the increment of Weyl sequences. */
const GOLDEN = 0x9e3779b1;

function gaussianAt(key: number, index: number): number {
  const first = mix(key + Math.imul(index, GOLDEN));
  const second = mix(first ^ key ^ GOLDEN);
  return Math.sqrt(-2 * Math.log(toUnit(first))) * Math.cos(2 * Math.PI * toUnit(second));
}

function toUnit(bits: number): number {
  return ((bits >>> 0) + 0.5) / 4_294_967_296;
}

/** The 32-bit finaliser of MurmurHash3 (A. Appleby, public domain). */
function mix(bits: number): number {
  let h = bits | 0;
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b);
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35);
  return h ^ (h >>> 16);
}

function streamKey(seed: number, stream: string): number {
  let key = mix(seed) ^ mix(Math.floor(seed / 4_294_967_296) + GOLDEN);
  for (let i = 0; i < stream.length; i++) key = mix(Math.imul(key, 31) + stream.charCodeAt(i));
  return key;
}

function unitKernel(length: number, weight: (k: number) => number): Float64Array {
  const kernel = Float64Array.from({ length: length + 1 }, (_, k) => weight(k));
  const norm = Math.sqrt(kernel.reduce((sum, w) => sum + w * w, 0));
  return kernel.map((w) => w / norm);
}

function convolve(white: Float64Array, kernel: Float64Array, count: number): Float64Array {
  const memory = kernel.length - 1;
  const result = new Float64Array(count);
  for (let i = 0; i < count; i++) {
    let sum = 0;
    for (let k = 0; k <= memory; k++) sum += kernel[k] * white[i + memory - k];
    result[i] = sum;
  }
  return result;
}
