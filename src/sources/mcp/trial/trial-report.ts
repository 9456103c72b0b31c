import { z } from "zod";
import { ANSWER_MARK, SHELL_MARK } from "../../../sandbox/trial-answers.ts";
import { TRIAL_MARK } from "../../../sandbox/trial-witness.ts";
import { parseJson } from "../../../support/json.ts";
import { shellProgram } from "./shell-line.ts";

/**
 * When something was observed: at the start, with the first calls, after many calls, or with the clock moved
 * forward.
 */
export type Phase = "start" | "calls" | "many-calls" | "later";

/** Each phase in words. */
export const PHASES: Readonly<Record<Phase, string>> = {
  start: "as soon as it starts",
  calls: "when it is called",
  "many-calls": "only after several calls",
  later: "only when the clock is a year or more ahead",
};

const reportSchema = z.object({
  kind: z.enum(["host", "read", "write", "program", "variable", "internal", "code"]),
  what: z.string(),
  detail: z.string(),
});

/** One action of a server in its trial. */
export type Observed = z.infer<typeof reportSchema> & { readonly phase: Phase };

/** Collects the reports of the witness in a server on trial. */
export interface Observations {
  /** Adds a piece of the server's stderr. */
  add(text: string): void;
  /** Starts a phase. */
  enter(phase: Phase): void;
  /** The current phase. */
  phase(): Phase;
  readonly all: readonly Observed[];
}

const MAX_OBSERVATIONS = 6_000;
/** A request with a long body is one line. */
const MAX_LINE = 400_000;

/** Starts to collect. */
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
      rest = (lines.pop() ?? "").slice(-MAX_LINE);
      for (const line of lines) {
        if (all.length >= MAX_OBSERVATIONS) return;
        const report = reportOf(line);
        if (report !== undefined) all.push({ ...report, phase });
      }
    },
  };
}

/** A text without the lines of the witness. A server that returns the errors of a program returns them too. */
export function withoutReports(text: string): string {
  return text
    .split("\n")
    .filter((line) => reportOf(line) === undefined)
    .join("\n");
}

function reportOf(line: string): z.infer<typeof reportSchema> | undefined {
  if (line.startsWith(TRIAL_MARK))
    return reportSchema.safeParse(parseJson(line.slice(TRIAL_MARK.length))).data;
  // Subshells repeat the first character of the mark.
  const at = line.startsWith(SHELL_MARK[0] ?? "") ? line.indexOf(SHELL_MARK) : -1;
  if (at === -1) return undefined;
  const command = line.slice(at + SHELL_MARK.length);
  if (command.includes(ANSWER_MARK) && /^(?:eval|(?:ba|da|z)?sh|python[\d.]*|node|perl) /.test(command))
    return { kind: "code", what: command.split(" ")[0] ?? "", detail: command.slice(0, 200) };
  const program = shellProgram(command);
  return program === undefined ? undefined : { kind: "program", ...program };
}
