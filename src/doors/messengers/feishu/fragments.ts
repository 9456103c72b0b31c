import type { Frame } from "./frame.ts";

/** Long events come in several frames. */
interface Fragments {
  /** Adds a frame. Returns the whole payload once all frames have arrived. */
  add(frame: Frame): Uint8Array | undefined;
}

const MAX_PARTS = 100;
const MAX_OPEN_EVENTS = 50;

/** Joins the frames of long events. Only so many are buffered: the rest of an event may never come. */
export function createFragments(): Fragments {
  const open = new Map<string, (Uint8Array | undefined)[]>();
  return {
    add({ headers, payload }) {
      const sum = Number(headers.sum ?? 1);
      const seq = Number(headers.seq ?? 0);
      if (!Number.isInteger(sum) || sum < 1 || sum > MAX_PARTS || !(seq >= 0 && seq < sum)) return undefined;
      if (sum === 1) return payload;
      const id = headers.message_id ?? "";
      const parts = open.get(id) ?? new Array<Uint8Array | undefined>(sum).fill(undefined);
      if (parts.length !== sum) return undefined;
      parts[seq] = payload;
      open.set(id, parts);
      if (open.size > MAX_OPEN_EVENTS) open.delete(open.keys().next().value ?? "");
      if (parts.some((part) => part === undefined)) return undefined;
      open.delete(id);
      return Buffer.concat(parts.filter((part) => part !== undefined));
    },
  };
}
