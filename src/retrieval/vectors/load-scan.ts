import { SCAN_KERNEL } from "./scan-kernel.ts";
import { type WebAssemblyMemory, webAssembly } from "./web-assembly.ts";

/**
 * Dot products of one int8 vector with many rows, each multiplied with its scale. All but the count and the widths are
 * places in the memory; of each row, `stride` bytes long, the first `width` are compared.
 */
export type Scan = (
  query: number,
  rows: number,
  scales: number,
  out: number,
  count: number,
  width: number,
  stride: number,
) => void;

/** The scan over this memory: in WebAssembly, or in plain JavaScript where there is none or `driver` says so. */
export function loadScan(
  memory: WebAssemblyMemory,
  driver?: "simd" | "plain",
): { readonly scan: Scan; readonly driver: "simd" | "plain" } {
  const kernel = driver === "plain" ? undefined : loadKernel(memory);
  if (kernel !== undefined) return { scan: kernel, driver: "simd" };
  return { scan: (...places) => plainScan(memory.buffer, ...places), driver: "plain" };
}

function loadKernel(memory: WebAssemblyMemory): Scan | undefined {
  try {
    const bytes = Uint8Array.from(atob(SCAN_KERNEL), (character) => character.charCodeAt(0));
    const instance = new webAssembly.Instance(new webAssembly.Module(bytes), { memory: { all: memory } });
    // The module is ours and exports this one function.
    return instance.exports.scan as Scan;
  } catch {
    return undefined;
  }
}

function plainScan(
  buffer: ArrayBuffer,
  queryAt: number,
  rowsAt: number,
  scalesAt: number,
  outAt: number,
  count: number,
  width: number,
  stride: number,
): void {
  const query = new Int8Array(buffer, queryAt, width);
  const rows = new Int8Array(buffer, rowsAt, count * stride);
  const scales = new Float32Array(buffer, scalesAt, count);
  const out = new Float32Array(buffer, outAt, count);
  for (let row = 0; row < count; row++) {
    let sum = 0;
    const start = row * stride;
    for (let at = 0; at < width; at++) sum += (query[at] ?? 0) * (rows[start + at] ?? 0);
    out[row] = sum * (scales[row] ?? 0);
  }
}
