import { expect } from "vitest";

/**
 * Seconds for one key, for pointing at something and pressing, and for deciding before each click or text, by the
 * keystroke-level model (Card, Moran and Newell). They depend on what is asked of a person, not on how fast the machine is.
 */
export const KEY = 0.28;
export const CLICK = 1.3;
export const DECISION = 1.35;

/** Two minutes of clicks and keys are the most that a first job may take; none at all means that nothing was counted. */
export function expectFirstJob(effort: () => number): void {
  expect(effort()).toBeGreaterThan(3);
  expect(effort()).toBeLessThan(120);
}
