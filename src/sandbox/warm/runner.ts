import { randomBytes } from "node:crypto";
import { isAbsolute } from "node:path";
import { PRIVATE_WORKSPACE } from "../bubblewrap/arguments.ts";
import type { LaunchRequest } from "../driver.ts";
import { WARM_PYTHON } from "../inside/warm-python.ts";
import { WARM_SHELL } from "../inside/warm-shell.ts";
import { quoteWords } from "../request/shell-words.ts";

/** What waits: an interpreter that takes a script, or a shell that becomes any other program. */
const RUNNER_KINDS = ["node", "python", "shell"] as const;

export type RunnerKind = (typeof RUNNER_KINDS)[number];

/** A waiting process: how it is started, and what it is told when its program comes. */
export interface Runner {
  readonly kind: RunnerKind;
  readonly argv: readonly string[];
  message(request: LaunchRequest, environment: Readonly<Record<string, string>>): string;
}

/** Which kind can become the program. Options of an interpreter are its own business: then a shell starts it. */
export function runnerKind(argv: readonly string[]): RunnerKind {
  const [program, script = ""] = argv;
  if (program === "node" && isAbsolute(script)) return "node";
  if (program === "python3" && isAbsolute(script)) return "python";
  return "shell";
}

/** A fresh runner. `warmNode` is where the sandbox shows the waiting Node's program. */
export function createRunner(kind: RunnerKind, warmNode: string): Runner {
  if (kind === "node") return { kind, argv: ["node", warmNode], message: scriptMessage };
  if (kind === "python") return { kind, argv: ["python3", "-c", WARM_PYTHON], message: scriptMessage };
  const mark = randomBytes(16).toString("hex"); // cannot be guessed by an argument that wants to end the lines early
  return { kind, argv: ["sh", "-c", WARM_SHELL, "sh", mark], message: shellMessage };

  function shellMessage(request: LaunchRequest, environment: Readonly<Record<string, string>>): string {
    const words = quoteWords(request.argv);
    const [program = ""] = request.argv;
    return [
      ...Object.entries(environment).map(([name, value]) => `export ${name}=${quoteWords([value])}`),
      `cd -- ${quoteWords([workingDirectory(request)])} || exit 1`,
      "unset code line OLDPWD",
      `command -v -- ${quoteWords([program])} > /dev/null || { echo ${quoteWords([`warm: ${program}: not found`])} >&2; exit 127; }`,
      `set -- ${words}`,
      'exec "$@"',
      mark,
      "",
    ].join("\n");
  }
}

function scriptMessage(request: LaunchRequest, environment: Readonly<Record<string, string>>): string {
  const body = JSON.stringify({
    arguments: request.argv.slice(1),
    workingDirectory: workingDirectory(request),
    environment,
  });
  return Buffer.byteLength(body).toString(16).padStart(8, "0") + body;
}

/** Where the program starts; a private workspace has the same place in every sandbox. */
const workingDirectory = (request: LaunchRequest): string =>
  request.workingDirectory ?? request.workspace?.path ?? PRIVATE_WORKSPACE;
