import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import type { Runtime } from "../../../../runtime.ts";
import { defineCommand } from "../../define-command.ts";
import { chosenRun } from "../../describe/describe-record.ts";
import { EXIT } from "../../describe/exit-code.ts";
import type { Output } from "../../describe/output.ts";
import { flag } from "../../input/fields.ts";

const MARKS = { passed: "✓", failed: "✗", absent: "–" } as const;

/** How many runs are listed at a time. */
const PAGE = 100;

/** Checks the log of one run, or of all. */
export const logVerify = defineCommand({
  path: ["log", "verify"],
  summary:
    "Check the log of a run and say what that proves; without a run, also check that no log is missing",
  input: z.object({
    run: z.string().optional(),
    all: flag("every run, not only the newest"),
  }),
  arguments: ["run"],
  examples: ["dejima log verify", "dejima log verify 20261115-104215-k3f9qa", "dejima log verify --all"],
  async run({ runtime, output }, { run: name, all }) {
    const harbour = await runtime();
    if (all && name === undefined) return verifyAll(harbour, output);
    const missing = name === undefined ? await harbour.history.missing() : [];
    const runId = await chosenRun(harbour, name);
    const pruned = await harbour.history.pruned();
    const prunedAt = pruned.get(runId)?.at;
    if (prunedAt !== undefined) throw wasPruned(runId, prunedAt);
    if (missing.includes(runId)) throw logsGone(missing);
    const check = await harbour.history.verify(runId);
    const gone = missing.length === 0 ? undefined : logsGone(missing);
    output.data(
      {
        ...check,
        ok: check.ok && gone === undefined,
        ...(gone === undefined ? {} : { missing }),
        ...(pruned.size === 0 ? {} : { pruned: pruned.size }),
      },
      () => {
        const { say } = output;
        const word = check.ok ? output.style("green", say("intact")) : output.style("red", say("broken"));
        const torn = check.torn === true ? say("; a last line was cut short by a crash") : "";
        const bad = problemOf(check, output);
        return [
          `${word} ${runId}${check.ok ? `: ${say.count(check.records, "record")}${torn}` : bad}`,
          ...check.checks.map(
            ({ what, result, detail }) =>
              `  ${MARKS[result]} ${output.wrap(`${say.phrases(what)}: ${say.phrases(detail)}`, 4)}`,
          ),
          output.wrap(say.phrases(`${check.proves}.`)),
          ...(name === undefined
            ? [say`This is the newest run; \`dejima log verify --all\` checks every run.`]
            : []),
          ...(pruned.size === 0
            ? []
            : [say`${say.count(pruned.size, "run")} of this home were pruned by \`dejima log prune\`.`]),
          ...(gone === undefined ? [] : [`${output.style("red", say("missing"))} ${gone.message}.`]),
        ].join("\n");
      },
    );
    return check.ok && gone === undefined ? EXIT.done : EXIT.failed;
  },
});

type LogCheck = Awaited<ReturnType<Runtime["history"]["verify"]>>;

function problemOf({ firstBad }: LogCheck, { say }: Output): string {
  return firstBad === undefined ? "" : say`: record ${firstBad.record} ${say.phrases(firstBad.problem)}`;
}

/** Checks every run of the home and prints each that is broken. */
async function verifyAll({ history }: Runtime, output: Output): Promise<number> {
  const [missing, pruned] = await Promise.all([history.missing(), history.pruned()]);
  const without = new Set([...missing, ...pruned.keys()]);
  const broken: { runId: string; check: LogCheck }[] = [];
  let checked = 0;
  for (let before: string | undefined; ; ) {
    const runs = await history.list({ limit: PAGE, ...(before === undefined ? {} : { before }) });
    for (const { id } of runs) {
      if (without.has(id)) continue;
      const check = await history.verify(id);
      checked += 1;
      if (!check.ok) broken.push({ runId: id, check });
    }
    before = runs.at(-1)?.id;
    if (runs.length < PAGE) break;
  }
  const gone = missing.length === 0 ? undefined : logsGone(missing);
  const ok = broken.length === 0 && gone === undefined;
  const { say } = output;
  output.data({ ok, checked, broken: broken.map(({ check }) => check), missing, pruned: pruned.size }, () =>
    [
      ...broken.map(
        ({ runId, check }) => `${output.style("red", say("broken"))} ${runId}${problemOf(check, output)}`,
      ),
      ...(gone === undefined ? [] : [`${output.style("red", say("missing"))} ${gone.message}.`]),
      say`${checked - broken.length} of ${say.count(checked, "run")} intact. \`dejima log verify RUN\` says what that proves.`,
    ].join("\n"),
  );
  return ok ? EXIT.done : EXIT.failed;
}

/** The error for a run whose log was pruned. */
export function wasPruned(runId: string, at: string): DejimaError {
  return new DejimaError(
    "not_found",
    `Cannot read run "${runId}": its log was pruned on ${at.slice(0, 10)}`,
    {
      runId,
      prunedAt: at,
    },
  );
}

const MAX_LISTED = 5;

function logsGone(runs: readonly string[]): DejimaError {
  const more = runs.length > MAX_LISTED ? ` and ${runs.length - MAX_LISTED} more` : "";
  const which = runs.slice(0, MAX_LISTED).join(", ");
  return new DejimaError(
    "io_error",
    `Cannot find the logs of ${runs.length === 1 ? "a run" : `${runs.length} runs`} that this home knows: ${which}${more}. They were removed, or they are in the home of another machine that used this store: look there, or in a backup`,
    { runs: runs.slice(0, 100) },
  );
}
