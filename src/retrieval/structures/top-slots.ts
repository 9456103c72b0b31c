/** A table is sampled if it is this many times as large as the wanted number. */
const LARGE = 16;
/** The distance between sampled slots. A prime, so that it does not coincide with an order of the entries. */
const STEP = 37;
const PLACES = 2 ** 16;

interface ScoredSlot {
  readonly slot: number;
  readonly score: number;
}

/** The slots whose scores are at least this high, in order. `undefined` if there are more than `most`. */
type Above = (least: number, most: number) => Uint32Array | undefined;

/**
 * The slots with the highest scores that `passes` accepts, best first. Equal scores keep the order of the slots. `above` replaces
 * a loop over all scores if there is something faster.
 */
export function topSlots(
  scores: Float32Array,
  limit: number,
  passes: (slot: number) => boolean,
  above: Above = (least, most) => allAbove(scores, least, most),
): ScoredSlot[] {
  const guess = likelyLeast(scores, limit);
  return (
    (guess === undefined ? undefined : topAmong(above(guess, limit * 8), scores, limit, passes)) ??
    topOfAll(scores, limit, passes)
  );
}

function allAbove(scores: Float32Array, least: number, most: number): Uint32Array | undefined {
  const slots = new Uint32Array(most);
  let size = 0;
  for (let slot = 0; slot < scores.length; slot++) {
    if (!((scores[slot] as number) >= least)) continue;
    if (size === most) return undefined;
    slots[size++] = slot;
  }
  return slots.subarray(0, size);
}

/** The top slots of those that have the highest scores, if enough of them pass. */
function topAmong(
  highest: Uint32Array | undefined,
  scores: Float32Array,
  limit: number,
  passes: (slot: number) => boolean,
): ScoredSlot[] | undefined {
  const slots = highest?.filter(passes);
  const size = slots?.length ?? 0;
  if (slots === undefined || size < limit) return undefined;
  // One number each, sorted without a comparison function: first the score, then the place.
  const bits = new Int32Array(scores.buffer, scores.byteOffset, scores.length);
  const keys = new Float64Array(size);
  for (let place = 0; place < size; place++) {
    const raw = bits[slots[place] as number] as number;
    keys[place] = (raw < 0 ? -(raw & 0x7fffffff) : raw) * PLACES + (PLACES - 1 - place);
  }
  keys.sort();
  return Array.from({ length: limit }, (_, order) => {
    const key = keys[size - 1 - order] as number;
    const slot = slots[PLACES - 1 - (key - Math.floor(key / PLACES) * PLACES)] as number;
    return { slot, score: scores[slot] as number };
  });
}

/** In a large table: estimates a score that about twice as many slots reach as are wanted, from a sample of one in `STEP`. */
function likelyLeast(scores: Float32Array, limit: number): number | undefined {
  if (scores.length < limit * LARGE || limit * 8 > PLACES) return undefined;
  // The best of the sample in rising order; the worst of them is the estimate.
  const best = new Float32Array(Math.ceil((2 * limit) / STEP) + 1).fill(Number.NEGATIVE_INFINITY);
  const last = Math.floor(scores.length / STEP) * STEP;
  for (let slot = 0; slot < last; slot += STEP) {
    const score = scores[slot] as number;
    if (!(score > (best[0] as number))) continue;
    let at = 0;
    for (; at + 1 < best.length && score > (best[at + 1] as number); at++) best[at] = best[at + 1] as number;
    best[at] = score;
  }
  return best[0];
}

function topOfAll(scores: Float32Array, limit: number, passes: (slot: number) => boolean): ScoredSlot[] {
  // A heap. Its first slot has the lowest score; of equal scores, the last slot.
  const [slots, kept] = [new Uint32Array(limit), new Float32Array(limit)];
  let [size, least] = [0, Number.NEGATIVE_INFINITY];
  for (let slot = 0; slot < scores.length; slot++) {
    const score = scores[slot] as number;
    // Most slots end here, so the filter is called for few of them.
    if (!(score > least) || !passes(slot)) continue;
    if (size < limit) rise(slots, kept, size++, slot, score);
    else sink(slots, kept, slot, score);
    if (size === limit) least = kept[0] as number;
  }
  return Array.from(slots.subarray(0, size), (slot, at) => ({ slot, score: kept[at] as number })).sort(
    (a, b) => b.score - a.score || a.slot - b.slot,
  );
}

/** Puts a slot at the end and moves it up past all that are better than it. */
function rise(slots: Uint32Array, kept: Float32Array, end: number, slot: number, score: number): void {
  let at = end;
  while (at > 0) {
    const above = (at - 1) >> 1;
    const other = kept[above] as number;
    if (other < score || (other === score && (slots[above] as number) > slot)) break;
    slots[at] = slots[above] as number;
    kept[at] = other;
    at = above;
  }
  slots[at] = slot;
  kept[at] = score;
}

/** Puts a slot in place of the least and moves it down past all that are worse than it. */
function sink(slots: Uint32Array, kept: Float32Array, slot: number, score: number): void {
  const size = kept.length;
  let at = 0;
  for (let below = 1; below < size; below = 2 * at + 1) {
    const left = kept[below] as number;
    const right = kept[below + 1] as number;
    const rightIsLess =
      below + 1 < size &&
      (right < left || (right === left && (slots[below + 1] as number) > (slots[below] as number)));
    const next = rightIsLess ? below + 1 : below;
    const other = kept[next] as number;
    if (other > score || (other === score && (slots[next] as number) < slot)) break;
    slots[at] = slots[next] as number;
    kept[at] = other;
    at = next;
  }
  slots[at] = slot;
  kept[at] = score;
}
