import type { Sandbox, SandboxResult, StartOptions } from "../../../src/sandbox/sandbox.ts";
import type { Attempt, Script } from "./attempt.ts";
import type { World } from "./world.ts";

/** How an attempt went. `twin` is empty when the permitted one succeeded; `escape` when the forbidden one did not. */
export interface Finding {
  readonly name: string;
  readonly twin: string;
  readonly escape: string;
}

const INTERPRETERS = { sh: "sh", node: "node", python: "python3" } as const;

export interface RunOptions {
  /** How many attempts share one run, where nothing speaks against it: engines that start slowly are tried in bulk. */
  readonly perRun?: number;
}

/** Tries all, a few at a time. */
export async function runAttempts(
  sandbox: Sandbox,
  world: World,
  attempts: readonly Attempt[],
  { perRun = 1 }: RunOptions = {},
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const queue = batches(attempts, perRun);
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift())
      findings.push(...(await tryBatch(next)));
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return findings;

  async function tryBatch(batch: readonly Attempt[]): Promise<Finding[]> {
    const [only] = batch;
    const outcomes = only !== undefined && isLimited(only) ? [await separately(only)] : await together(batch);
    return Promise.all(
      batch.map(async (attempt, index) => {
        const [twin, forbidden] = outcomes[index] ?? [LOST, LOST];
        const harm = await attempt.harm?.(world);
        return {
          name: attempt.name,
          twin: twin.exitCode === 0 ? "" : describe(twin),
          escape: harm ?? escapeOf(attempt, forbidden),
        };
      }),
    );
  }

  /** All in one run, to save starts: the exit codes are told apart by what is printed after each. */
  async function together(batch: readonly Attempt[]): Promise<[Outcome, Outcome][]> {
    const places = await Promise.all(batch.map(() => world.makeWorkspace()));
    const scripts = batch.flatMap((attempt) => [attempt.permitted, attempt.forbidden]);
    const lines = scripts.map((script, index) => {
      const place = places[Math.floor(index / 2)] ?? "";
      const inside = `cd '${place}'; export WORKSPACE='${place}'; ${invocation(script, `\${${index + 1}}`)}`;
      return `(${inside}) > /tmp/log 2>&1; echo "code ${index} $?" $(tail -n 2 /tmp/log)`;
    });
    const argv = ["sh", "-c", lines.join("\n"), "sh", ...scripts.map((script) => script.text)];
    const result = await sandbox.start(argv, grants(places)).result;
    const outcome = (index: number): Outcome => {
      const [, code, text] = new RegExp(`^code ${index} (\\d+)(.*)$`, "m").exec(result.stdout) ?? [];
      if (code !== undefined) return { exitCode: Number(code), limitHit: result.limitHit, text: text ?? "" };
      return {
        exitCode: result.exitCode || 1,
        limitHit: result.limitHit,
        text: `${result.cause ?? ""} ${result.stderr}`,
      };
    };
    return batch.map((_, index) => [outcome(2 * index), outcome(2 * index + 1)]);
  }

  async function separately(attempt: Attempt): Promise<[Outcome, Outcome]> {
    const options = attempt.alone
      ? { environment: world.environmentFor("") }
      : grants([await world.makeWorkspace()]);
    const run = async (script: Script, limits = attempt.limits): Promise<Outcome> => {
      const argv = ["sh", "-c", invocation(script, "$1"), "sh", script.text];
      const stdin = attempt.endlessInput ? { stdin: endless() } : {};
      const result = await sandbox.start(argv, { ...options, limits, ...stdin }).result;
      return {
        exitCode: result.exitCode,
        limitHit: result.limitHit,
        text: result.cause ?? result.stderr.slice(0, 300),
      };
    };
    // How soon a small program is done is a matter of the machine: the twin has the time of any other run.
    const { wallTimeMs: _short, ...limits } = attempt.limits ?? {};
    return [await run(attempt.permitted, limits), await run(attempt.forbidden)];
  }

  function grants([first = "", ...rest]: readonly string[]): StartOptions {
    const workspace = { path: first, access: "read-write" } as const;
    const others = rest.map((path) => ({ path, access: "read-write" }) as const);
    const mounts = [{ path: world.readOnly, access: "read-only" } as const, ...others];
    return { environment: world.environmentFor(first), mounts, workspace };
  }
}

const isLimited = (attempt: Attempt): boolean =>
  attempt.limits !== undefined || attempt.endlessInput === true;

/** Those that need a run to themselves stand alone: limits, and whatever ends or outlives the run. */
function batches(attempts: readonly Attempt[], perRun: number): Attempt[][] {
  const single = attempts
    .filter((attempt) => isLimited(attempt) || attempt.harm !== undefined)
    .map((attempt) => [attempt]);
  const shared = attempts.filter((attempt) => !isLimited(attempt) && attempt.harm === undefined);
  const groups = Array.from({ length: Math.ceil(shared.length / perRun) }, (_, index) =>
    shared.slice(index * perRun, (index + 1) * perRun),
  );
  return [...groups, ...single];
}

type Outcome = Pick<SandboxResult, "exitCode" | "limitHit"> & { readonly text: string };

const LOST: Outcome = { exitCode: 1, limitHit: null, text: "there was no answer" };

const describe = ({ exitCode, limitHit, text }: Outcome) =>
  `exit code ${exitCode}, limit ${limitHit}: ${text}`;

function escapeOf(attempt: Attempt, outcome: Outcome): string {
  const { stoppedBy } = attempt;
  if (stoppedBy === undefined) return outcome.exitCode === 0 ? `it succeeded: ${outcome.text}` : "";
  return outcome.limitHit !== null && stoppedBy.includes(outcome.limitHit)
    ? ""
    : `not stopped: ${describe(outcome)}`;
}

/** The text comes as an argument, so that no file of it is needed that the sandbox would have to see. */
function invocation({ language }: Script, place: string): string {
  const flag = language === "node" ? "-e" : "-c";
  return `exec ${INTERPRETERS[language]} ${flag} "${place}"`;
}

async function* endless(): AsyncGenerator<string> {
  yield "x";
  await new Promise(() => {});
}
