import { instantiate, type WebAssemblyMemory } from "../../support/web-assembly.ts";
import { SCAN_KERNEL } from "./scan-kernel.ts";

/**
 * Dot products of one int8 vector with many rows, each multiplied with its scale. All but the count and the widths are
 * places in the memory; of each row, `stride` bytes long, the first `width` are compared.
 */
type Scan = (
  query: number,
  rows: number,
  scales: number,
  out: number,
  count: number,
  width: number,
  stride: number,
) => void;

/** The dot product of an int16 vector with one int8 row, both given by their places in the memory. */
type Dot = (query: number, row: number, width: number) => number;

interface ScanKernel {
  readonly scan: Scan;
  readonly dot: Dot;
  readonly driver: "simd" | "plain";
}

/** The kernel over this memory: in WebAssembly, or in plain JavaScript where there is none or `driver` says so. */
export function loadScan(memory: WebAssemblyMemory, driver?: "simd" | "plain"): ScanKernel {
  const kernel = driver === "plain" ? undefined : instantiate(SCAN_KERNEL, memory);
  // The module is ours and exports these functions.
  if (kernel !== undefined) return { scan: kernel.scan as Scan, dot: kernel.dot as Dot, driver: "simd" };
  return {
    scan: (...places) => plainScan(memory.buffer, ...places),
    dot: (...places) => plainDot(memory.buffer, ...places),
    driver: "plain",
  };
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

function plainDot(buffer: ArrayBuffer, queryAt: number, rowAt: number, width: number): number {
  const query = new Int16Array(buffer, queryAt, width);
  const row = new Int8Array(buffer, rowAt, width);
  let sum = 0;
  for (let at = 0; at < width; at++) sum += (query[at] ?? 0) * (row[at] ?? 0);
  return sum;
}
