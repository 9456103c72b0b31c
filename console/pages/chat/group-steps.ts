import type { Call } from "../../parts/call/call.ts";
import type { Item } from "./turn.ts";

/** Fewer calls are shown one by one. */
const LEAST = 3;

/** Items, with consecutive finished calls grouped. */
type Shown = Item | { readonly kind: "steps"; readonly calls: readonly Call[] };

/** Groups at least three consecutive finished calls. Calls under way and installs stay visible. */
export function groupSteps(items: readonly Item[]): Shown[] {
  const shown: Shown[] = [];
  for (let at = 0; at < items.length; ) {
    const end = items.findIndex((item, index) => index >= at && !folds(item));
    const calls = items
      .slice(at, end === -1 ? items.length : end)
      .flatMap((item) => (item.kind === "call" ? [item.call] : []));
    const [item] = items.slice(at, at + 1);
    if (calls.length >= LEAST) shown.push({ kind: "steps", calls });
    else if (item !== undefined) shown.push(item);
    at += calls.length >= LEAST ? calls.length : 1;
  }
  return shown;
}

function folds(item: Item): boolean {
  return item.kind === "call" && item.call.result !== undefined && item.call.tool !== "install_capability";
}
