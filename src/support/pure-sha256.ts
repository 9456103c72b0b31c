// SHA-256 (FIPS 180-4) without Node modules, so that an index is the same in a browser. It is synchronous, unlike the browser's
// own implementation.

const BLOCK = 64;
const encoder = new TextEncoder();

/** The fractional parts of roots of the first primes, as in the standard: square roots, then cube roots. */
const FIRST = primes(8).map((prime) => fraction(Math.sqrt(prime)));
const ROUNDS = Int32Array.from(primes(64), (prime) => fraction(Math.cbrt(prime)));

/** The SHA-256 of a text, in hexadecimal. */
export function pureSha256(text: string): string {
  const bytes = padded(encoder.encode(text));
  const view = new DataView(bytes.buffer);
  const state = Int32Array.from(FIRST);
  const words = new Int32Array(64);
  for (let at = 0; at < bytes.length; at += BLOCK) addBlock(state, words, view, at);
  return Array.from(state, (part) => (part >>> 0).toString(16).padStart(8, "0")).join("");
}

/** Pads to whole blocks: a one bit after the content, and its length in bits at the end. */
function padded(content: Uint8Array): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(Math.ceil((content.length + 9) / BLOCK) * BLOCK);
  bytes.set(content);
  bytes[content.length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor(content.length / 2 ** 29));
  view.setUint32(bytes.length - 4, content.length << 3);
  return bytes;
}

function addBlock(state: Int32Array, words: Int32Array, view: DataView, at: number): void {
  for (let index = 0; index < 16; index++) words[index] = view.getInt32(at + index * 4);
  // Within bounds: there are 64 words and rounds, and eight state values.
  for (let index = 16; index < 64; index++) {
    const [w15, w2] = [words[index - 15] as number, words[index - 2] as number];
    const s0 = rotated(w15, 7) ^ rotated(w15, 18) ^ (w15 >>> 3);
    const s1 = rotated(w2, 17) ^ rotated(w2, 19) ^ (w2 >>> 10);
    words[index] = (words[index - 16] as number) + s0 + (words[index - 7] as number) + s1;
  }
  let a = state[0] as number;
  let b = state[1] as number;
  let c = state[2] as number;
  let d = state[3] as number;
  let e = state[4] as number;
  let f = state[5] as number;
  let g = state[6] as number;
  let h = state[7] as number;
  for (let index = 0; index < 64; index++) {
    const s1 = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const t1 = (h + s1 + ((e & f) ^ (~e & g)) + (ROUNDS[index] as number) + (words[index] as number)) | 0;
    const s0 = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const t2 = (s0 + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + t1) | 0;
    d = c;
    c = b;
    b = a;
    a = (t1 + t2) | 0;
  }
  for (const [index, part] of [a, b, c, d, e, f, g, h].entries())
    state[index] = (state[index] as number) + part;
}

function rotated(value: number, bits: number): number {
  return (value >>> bits) | (value << (32 - bits));
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++)
    if (found.every((prime) => number % prime !== 0)) found.push(number);
  return found;
}

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}
