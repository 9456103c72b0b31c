import type { JudgedRequest } from "../call.ts";

/** A call that may run: as it was judged last, and the key under which it runs at most once. */
export interface Permission {
  readonly judged: JudgedRequest;
  readonly once?: string;
}
