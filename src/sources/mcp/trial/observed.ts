import { z } from "zod";
import { TRIAL_MARK } from "../../../sandbox/trial-witness.ts";
import { parseJson } from "../../../support/json.ts";

/** When something was seen: as the server came up, with the first calls, after many calls, or with the clock moved forward. */
export type Phase = "start" | "calls" | "many-calls" | "later";

const reportSchema = z.object({
  kind: z.enum(["host", "read", "write", "program", "variable", "internal", "code"]),
  what: z.string(),
  detail: z.string(),
});

/** One thing that a server did in its trial. */
export type Observed = z.infer<typeof reportSchema> & { readonly phase: Phase };

/** Collects what the witness in a server on trial tells. */
export interface Observations {
  /** Takes a piece of what the server writes to its stderr. */
  add(text: string): void;
  /** Says what goes on from now on. */
  enter(phase: Phase): void;
  /** What goes on now. */
  phase(): Phase;
  readonly all: readonly Observed[];
}

const MOST = 6_000;

/** Begins to collect. */
export function collectObservations(): Observations {
  const all: Observed[] = [];
  let [rest, phase]: [string, Phase] = ["", "start"];
  return {
    all,
    phase: () => phase,
    enter(next) {
      phase = next;
    },
    add(text) {
      const lines = (rest + text).split("\n");
      rest = (lines.pop() ?? "").slice(-20_000);
      for (const line of lines) {
        if (!line.startsWith(TRIAL_MARK) || all.length >= MOST) continue;
        const report = reportSchema.safeParse(parseJson(line.slice(TRIAL_MARK.length)));
        if (report.success) all.push({ ...report.data, phase });
      }
    },
  };
}
