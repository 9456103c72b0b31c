import { SERVED_REQUESTS } from "./served-requests.ts";

const DIRECTION = Int8Array.from(atob(SERVED_REQUESTS.direction), (byte) => byte.charCodeAt(0));

/**
 * How much a request sounds like one that tools serve, above zero, or like talk, below; by its vector alone. Undefined for
 * vectors of another embedder than the one it was learnt for.
 */
export function soundsServed(vector: Float32Array, embedderId: string): number | undefined {
  if (embedderId !== SERVED_REQUESTS.embedder) return undefined;
  let sum = 0;
  for (let at = 0; at < DIRECTION.length; at++) sum += (vector[at] ?? 0) * (DIRECTION[at] ?? 0);
  return sum * SERVED_REQUESTS.step + SERVED_REQUESTS.bias;
}
