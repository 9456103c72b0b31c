/** Below this a hit is more likely wrong than worth showing. */
export const LEAST_CONFIDENCE = 0.15;

/** Said when nothing fits. */
export const NOTHING_FITS =
  "No tool fits this request. Say it in other words, name the thing to act on, list the tools by category, or answer without a tool";

const SLOPE = 6;
const MIDDLE = 0.55;

/** Turns the sum of the signals into how likely it is that the entry serves the request. */
export function confidence(score: number): number {
  return 1 / (1 + Math.exp(-SLOPE * (score - MIDDLE)));
}
