import type { HarbourEvent } from "../../contract/event.ts";
import type { LogPiece } from "../../store/shared-store.ts";
import type { Redactor } from "../redaction/redactor.ts";

/** How many pieces one holder of a run can number: those of the next holder come after them. */
const PIECES_OF_A_LEASE = 1_000_000;

/** Gathers what is only said, until it is sent or a record takes its place. */
interface SaidPieces {
  add(event: HarbourEvent): void;
  /** Forgets what was not sent: the next record holds the same. */
  drop(): void;
  /** Takes what was gathered, as said after the record of this number. */
  take(seq: number): LogPiece[];
  readonly size: number;
}

/** Gathers pieces. Text that comes piece by piece is joined, and cleaned as a whole. */
export function gatherPieces(redactor: Redactor, { token }: { readonly token: number }): SaidPieces {
  let gathered: HarbourEvent[] = [];
  let part = token * PIECES_OF_A_LEASE;
  return {
    add(event) {
      const last = gathered.at(-1);
      if (
        (event.type === "text-delta" || event.type === "thinking-delta") &&
        (last?.type === "text-delta" || last?.type === "thinking-delta") &&
        last.type === event.type
      )
        gathered[gathered.length - 1] = { ...last, text: last.text + event.text };
      else gathered.push(event);
    },
    drop() {
      gathered = [];
    },
    take(seq) {
      const taken = gathered;
      gathered = [];
      return taken.map((event) => ({ seq, part: ++part, line: redactor.record(JSON.stringify(event)) }));
    },
    get size() {
      return gathered.length;
    },
  };
}
