import type { Effect } from "../contract/effect.ts";

/** The effects that a grant is about. That a server which the user added is reached says nothing of a call: there the input counts. */
export function grantEffects(effects: readonly Effect[]): readonly Effect[] {
  return effects.filter(({ server, mounted }) => server === undefined && mounted !== true);
}

/** Whether no effect narrows down what a call can do. */
export function isUnscoped(effects: readonly Effect[]): boolean {
  return grantEffects(effects).length === 0;
}
