import { randomBytes } from "node:crypto";
import { isAbsolute } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { PRIVATE_WORKSPACE } from "./bubblewrap/arguments.ts";
import type { Driver, Launched, LaunchRequest } from "./driver.ts";
import { WARM_PYTHON, WARM_SHELL } from "./inside-programs.ts";
import { quoteWords } from "./process/shell-words.ts";

/** The memory of a waiting process by kind, measured and rounded up. */
const MEBIBYTES: Readonly<Record<RunnerKind, number>> = { node: 64, python: 16, shell: 4 };

/** Two shells, two Nodes and a Python for the current kind of run, and some for earlier ones. */
const DEFAULT_MEBIBYTES = 256;

/** A program that runs longer is not slowed down by another one starting. */
const REFILL_MS = 250;

export interface WarmPoolOptions {
  /** How much memory waiting processes may use. The ones waiting longest are ended first. */
  readonly maxMebibytes?: number | undefined;
}

/** A driver that supports waiting processes: it knows how each kind is started. */
export interface WarmableDriver extends Driver {
  runner(request: LaunchRequest): Runner;
  /** The whole environment that a program would get. */
  environment(request: LaunchRequest): Readonly<Record<string, string>>;
}

interface Waiting {
  readonly key: string;
  readonly runner: Runner;
  readonly launched: Launched;
  ended: boolean;
}

/**
 * Keeps processes waiting inside sandboxes just like those requested last. Each is used for one program and
 * never reused; the next one is prepared meanwhile.
 */
export function createWarmPool(driver: WarmableDriver, options: WarmPoolOptions = {}): Driver {
  const maxMebibytes = options.maxMebibytes ?? DEFAULT_MEBIBYTES;
  const waiting = new Set<Waiting>(); // the oldest first
  const filling = new Map<string, Promise<void>>();
  let closed = false;
  return { ...driver, launch, prepare, close };

  async function launch(request: LaunchRequest): Promise<Launched> {
    if (request.proxySocket !== undefined) return driver.launch(request); // its line to the proxy is its own
    const warm = take(keyOf(request));
    const launched = warm?.launched ?? (await driver.launch(request));
    warm?.launched.stdin.write(warm.runner.message(request, driver.environment(request)));
    void refill(request, launched);
    return launched;
  }

  /** The next one is prepared when this program has ended, or has run so long that it is not slowed down. */
  async function refill(request: LaunchRequest, launched: Launched): Promise<void> {
    await Promise.race([launched.exited.catch(() => {}), delay(REFILL_MS, undefined, { ref: false })]);
    await fill(request);
  }

  async function prepare(request: LaunchRequest): Promise<void> {
    if (request.proxySocket === undefined) await fill(request);
  }

  function take(key: string): Waiting | undefined {
    for (const candidate of waiting) {
      if (candidate.key !== key || candidate.ended) continue;
      waiting.delete(candidate);
      candidate.launched.keepAlive?.(true);
      return candidate;
    }
    return undefined;
  }

  function fill(request: LaunchRequest): Promise<void> {
    const key = keyOf(request);
    const isThere = [...waiting].some((candidate) => candidate.key === key && !candidate.ended);
    if (closed || isThere) return Promise.resolve();
    const running = filling.get(key) ?? add(key, request).finally(() => filling.delete(key));
    filling.set(key, running);
    return running;
  }

  async function add(key: string, request: LaunchRequest): Promise<void> {
    const runner = driver.runner(request);
    let launched: Launched;
    try {
      launched = await driver.launch({
        ...request,
        argv: runner.argv,
        environment: {},
        workingDirectory: undefined,
      });
    } catch {
      return; // the program itself will meet the same error, and report it
    }
    const added: Waiting = { key, runner, launched, ended: false };
    const end = () => {
      added.ended = true;
      if (waiting.delete(added)) void launched.dispose();
    };
    launched.exited.then(end, end);
    launched.stdin.on("error", () => {});
    launched.keepAlive?.(false);
    waiting.add(added);
    if (closed) await discard(added);
    else await makeRoom();
  }

  async function makeRoom(): Promise<void> {
    let used = 0;
    for (const each of waiting) used += MEBIBYTES[each.runner.kind];
    for (const each of [...waiting]) {
      if (used <= maxMebibytes) return;
      used -= MEBIBYTES[each.runner.kind];
      await discard(each);
    }
  }

  async function discard(each: Waiting): Promise<void> {
    waiting.delete(each);
    each.launched.keepAlive?.(true);
    each.launched.kill();
    await each.launched.exited.catch(() => {});
    await each.launched.dispose();
  }

  async function close(): Promise<void> {
    closed = true;
    await Promise.all(filling.values());
    await Promise.all([...waiting].map(discard));
    await driver.close();
  }

  /** Two requests share a waiting process if they have the same containment and the same kind of process. */
  function keyOf(request: LaunchRequest): string {
    const {
      argv: _argv,
      environment: _environment,
      workingDirectory: _directory,
      limits,
      ...walls
    } = request;
    const { wallTimeMs: _wall, outputBytes: _output, ...enforced } = limits; // these two are enforced from outside
    return JSON.stringify([driver.runner(request).kind, walls, enforced]);
  }
}

/** What waits: an interpreter that takes a script, or a shell that becomes any other program. */
const RUNNER_KINDS = ["node", "python", "shell"] as const;

type RunnerKind = (typeof RUNNER_KINDS)[number];

/** A waiting process: how it is started, and what it receives when its program comes. */
interface Runner {
  readonly kind: RunnerKind;
  readonly argv: readonly string[];
  message(request: LaunchRequest, environment: Readonly<Record<string, string>>): string;
}

/**
 * The kind that can become the program. Options of an interpreter are for the interpreter itself: then a
 * shell starts it.
 */
export function runnerKind(argv: readonly string[]): RunnerKind {
  const [program, script = ""] = argv;
  if (program === "node" && isAbsolute(script)) return "node";
  if (program === "python3" && isAbsolute(script)) return "python";
  return "shell";
}

/** Creates a runner. `warmNode` is the path of the waiting Node's program inside the sandbox. */
export function createRunner(kind: RunnerKind, warmNode: string): Runner {
  if (kind === "node") return { kind, argv: ["node", warmNode], message: scriptMessage };
  if (kind === "python") return { kind, argv: ["python3", "-c", WARM_PYTHON], message: scriptMessage };
  const mark = randomBytes(16).toString("hex"); // cannot be guessed by an argument that tries to end the lines early
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

/** Where the program starts. A private workspace has the same path in every sandbox. */
const workingDirectory = (request: LaunchRequest): string =>
  request.workingDirectory ?? request.workspace?.path ?? PRIVATE_WORKSPACE;
