import type { HarbourEvent } from "../../contract/event.ts";
import type { LogPiece } from "../../store/shared-store.ts";
import type { Redactor } from "../redaction/redactor.ts";

/** How many pieces one lease can number. The pieces of the next lease come after them. */
const PIECES_PER_LEASE = 1_000_000;

/** Buffers events that are not recorded, until they are sent or a record replaces them. */
interface PieceBuffer {
  add(event: HarbourEvent): void;
  /** Drops what was not sent: the next record contains it. */
  drop(): void;
  /** Takes the buffered events as pieces after the record with this number. */
  take(seq: number): LogPiece[];
  readonly size: number;
}

/** Creates the buffer. Consecutive pieces of text are joined and redacted as a whole. */
export function bufferPieces(redactor: Redactor, { token }: { readonly token: number }): PieceBuffer {
  let buffered: HarbourEvent[] = [];
  let part = token * PIECES_PER_LEASE;
  return {
    add(event) {
      const last = buffered.at(-1);
      if (
        (event.type === "text-delta" || event.type === "thinking-delta") &&
        (last?.type === "text-delta" || last?.type === "thinking-delta") &&
        last.type === event.type
      )
        buffered[buffered.length - 1] = { ...last, text: last.text + event.text };
      else buffered.push(event);
    },
    drop() {
      buffered = [];
    },
    take(seq) {
      const taken = buffered;
      buffered = [];
      return taken.map((event) => ({ seq, part: ++part, line: redactor.record(JSON.stringify(event)) }));
    },
    get size() {
      return buffered.length;
    },
  };
}
