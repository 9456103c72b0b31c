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

/** Tries all, a few at a time. */
export async function runAttempts(
  sandbox: Sandbox,
  world: World,
  attempts: readonly Attempt[],
): Promise<Finding[]> {
  const findings: Finding[] = [];
  const queue = [...attempts];
  const work = async () => {
    for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
      findings.push(await tryOne(next));
    }
  };
  await Promise.all(Array.from({ length: 4 }, work));
  return findings;

  async function tryOne(attempt: Attempt): Promise<Finding> {
    const options = await settle(attempt);
    const limited = attempt.limits !== undefined || attempt.endlessInput === true;
    const [twin, forbidden] = limited ? await separately(attempt, options) : await together(attempt, options);
    const harm = await attempt.harm?.(world);
    return {
      name: attempt.name,
      twin: twin.exitCode === 0 ? "" : describe(twin),
      escape: harm ?? escapeOf(attempt, forbidden),
    };
  }

  /** Both in one run, to save a start: the exit codes are told apart by what is printed after each. */
  async function together(attempt: Attempt, options: StartOptions): Promise<[Outcome, Outcome]> {
    const lines = [attempt.permitted, attempt.forbidden].map(
      (script, index) =>
        `(${invocation(script, `$${index + 1}`)}) > /tmp/log 2>&1; echo "code $?" $(tail -n 2 /tmp/log)`,
    );
    const texts = [attempt.permitted.text, attempt.forbidden.text];
    const result = await sandbox.start(["sh", "-c", lines.join("\n"), "sh", ...texts], options).result;
    const codes = [...result.stdout.matchAll(/^code (\d+)(.*)$/gm)];
    const outcome = (index: number): Outcome => ({
      exitCode: codes[index] === undefined ? result.exitCode || 1 : Number(codes[index][1]),
      limitHit: result.limitHit,
      text: codes[index]?.[2] ?? `${result.cause ?? ""} ${result.stderr}`,
    });
    return [outcome(0), outcome(1)];
  }

  async function separately(attempt: Attempt, options: StartOptions): Promise<[Outcome, Outcome]> {
    const run = async (script: Script): Promise<Outcome> => {
      const argv = ["sh", "-c", invocation(script, "$1"), "sh", script.text];
      const stdin = attempt.endlessInput ? { stdin: endless() } : {};
      const result = await sandbox.start(argv, { ...options, limits: attempt.limits, ...stdin }).result;
      return {
        exitCode: result.exitCode,
        limitHit: result.limitHit,
        text: result.cause ?? result.stderr.slice(0, 300),
      };
    };
    return [await run(attempt.permitted), await run(attempt.forbidden)];
  }

  async function settle(attempt: Attempt): Promise<StartOptions> {
    const path = await world.makeWorkspace();
    const environment = world.environmentFor(path);
    if (attempt.alone) return { environment };
    const mounts = [{ path: world.readOnly, access: "read-only" }] as const;
    return { environment, mounts, workspace: { path, access: "read-write" } };
  }
}

type Outcome = Pick<SandboxResult, "exitCode" | "limitHit"> & { readonly text: string };

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
