import { DejimaError } from "../../../contract/error.ts";
import type { Sandbox } from "../../../sandbox/sandbox.ts";
import { visibleLine, visibleText } from "../../../text/visible-text.ts";
import type { FromChild, ProgramLimits, ToChild } from "./program-messages.ts";
import { OUT_OF_TURN, type ProgramProcess, startProgramProcess } from "./program-process.ts";

/** What a program may use: calls, and lines to show. `note` shows a line about the program. */
interface ProgramHost {
  /** Makes a call. An error it throws ends the program. */
  call(call: { index: number; tool: string; input: unknown }): Promise<CallAnswer>;
  log(text: string): void;
  note(text: string): void;
}

/** The outcome of a call, as the program sees it. */
export type CallAnswer =
  | { readonly ok: true; readonly output: unknown }
  | { readonly ok: false; readonly error: { readonly code: string; readonly message: string } };

interface Program {
  readonly code: string;
  /** The program's clock. */
  readonly clock: number;
  /** The numbers of the calls that were made before a restart, in the order in which they ended. */
  readonly ended: readonly number[];
}

/** Runs programs, each in its own process inside the sandbox. */
export interface ProgramEngine {
  run(program: Program, host: ProgramHost, signal: AbortSignal): Promise<unknown>;
}

const PROGRAM_LIMITS: ProgramLimits = {
  ownMs: 10_000,
  memoryBytes: 64 * 1024 * 1024,
  calls: 500,
  valueCharacters: 4_000_000,
  inputValues: 20_000,
  logLines: 200,
  nameCharacters: 200,
};

/** Characters of the inputs of all calls that have not ended. */
const MAX_INPUTS = 64_000_000;

/** Further calls wait while this many are under way, or while results of this many characters wait for the child. */
const MAX_UNDER_WAY = 64;
const MAX_UNREAD = 16_000_000;

/** How much longer than its own limit to wait for a silent child: then the engine itself is stuck. Some built-in functions never end. */
const GRACE_MS = 5_000;

/** Starting a process blocks for some milliseconds, so the result of the current program goes first. */
const NEXT_MS = 20;

interface EngineOptions {
  sandbox(): Promise<Sandbox>;
  readonly limits?: Partial<ProgramLimits>;
}

/** Creates the engine. After each program the next process is started, so that it is ready when needed. */
export function createProgramEngine({ sandbox, limits: overrides }: EngineOptions): ProgramEngine {
  const limits = { ...PROGRAM_LIMITS, ...overrides };
  let ready: ProgramProcess | undefined;
  return {
    async run(program, host, signal) {
      const child = ready?.isOpen() ? ready : startProgramProcess(await sandbox(), limits);
      ready = undefined;
      try {
        return await follow(child, program, host, signal);
      } finally {
        child.end();
        setTimeout(prepareNext, NEXT_MS).unref();
      }
    },
  };

  async function prepareNext(): Promise<void> {
    const from = await sandbox().catch(() => undefined); // the next program will meet the same error, and report it
    if (from !== undefined && ready?.isOpen() !== true) ready = startProgramProcess(from, limits);
  }

  async function follow(
    child: ProgramProcess,
    program: Program,
    host: ProgramHost,
    signal: AbortSignal,
  ): Promise<unknown> {
    const working = new Set<Promise<void>>();
    const queue: (() => void)[] = [];
    let underWay = 0;
    const hasRoom = () => underWay < MAX_UNDER_WAY && child.unread() <= MAX_UNREAD;
    const admit = () => {
      for (; queue.length > 0 && (hasRoom() || !child.isOpen()); underWay += 1) queue.shift()?.();
    };
    child.onRead = admit;
    let broken: { readonly error: unknown } | undefined;
    let [calls, lines, inputs] = [0, 0, 0];
    const stop = () => child.end();
    signal.addEventListener("abort", stop, { once: true });
    let isAsked = false;
    const watch = setTimeout(() => {
      if (working.size > 0 && !isAsked) {
        // Calls are under way. A child that waits for them answers.
        isAsked = true;
        child.send({ type: "ping" });
        watch.refresh();
        return;
      }
      broken ??= {
        error: failed(`its own code ran longer than its limit of ${limits.ownMs / 1000} s`, "limit"),
      };
      stop();
    }, limits.ownMs + GRACE_MS);
    child.send({ type: "program", ...program });
    let last: FromChild | undefined;
    for await (const message of child.messages) {
      // The child counts as well, even if a program has taken it over.
      if (message.type === "log" && ++lines <= limits.logLines) host.log(String(message.text));
      else if (message.type === "call" && isInTurn(message)) begin(message);
      else if (message.type === "pong" && isAsked) isAsked = false;
      else {
        last = message;
        break;
      }
      watch.refresh();
    }
    // Calls under way are finished and recorded before the program counts as ended.
    clearTimeout(watch);
    await Promise.all(working);
    signal.removeEventListener("abort", stop);
    if (broken !== undefined) throw broken.error;
    signal.throwIfAborted();
    noteEnd(last);
    if (last?.type === "done") return JSON.parse(last.json);
    if (last?.type === "failed") throw failed(last.message, last.reason, last.code);
    if (last !== undefined) throw failed(OUT_OF_TURN, "limit");
    throw failed(child.stderrTail() || "the engine ended without an answer", "limit");

    function noteEnd(end: FromChild | undefined): void {
      const count = end?.type === "done" || end?.type === "failed" ? Number(end.unshown ?? 0) : 0;
      if (count > 0)
        host.note(`${Math.floor(count)} more lines not shown: a program may show ${limits.logLines}`);
      if (end?.type === "done" && typeof end.lost === "string")
        host.note(`left out of the result, because it is no JSON data: ${visibleLine(end.lost)}`);
    }

    function isInTurn({ index, tool, json }: ProgramCall): boolean {
      const isShort = String(tool).length <= limits.nameCharacters && json?.length <= limits.valueCharacters;
      const isInOrder = isShort && index === calls && calls < limits.calls;
      return isInOrder && hasFewValues(json, limits.inputValues);
    }

    function begin({ index, tool, json }: ProgramCall): void {
      calls += 1;
      inputs += json.length;
      if (inputs > MAX_INPUTS) {
        broken ??= {
          error: failed(`the calls that wait have more than ${MAX_INPUTS} characters of input`, "limit"),
        };
        stop();
        return;
      }
      const work = make(index, String(tool), json).finally(() => {
        working.delete(work);
        inputs -= json.length;
        watch.refresh();
      });
      working.add(work);
    }

    async function make(index: number, tool: string, json: string): Promise<void> {
      if (hasRoom()) underWay += 1;
      else await new Promise<void>((resolve) => queue.push(resolve));
      try {
        if (broken !== undefined || !child.isOpen()) return;
        const answer = await host.call({ index, tool, input: JSON.parse(json) });
        child.send(asResult(index, answer, limits));
      } catch (error) {
        broken ??= { error };
        stop();
      } finally {
        underWay -= 1;
        admit();
      }
    }
  }
}

const [QUOTE, BACKSLASH, COMMA, LIST, OBJECT] = [34, 92, 44, 91, 123];

/** Whether a JSON text has at most this many values. They are counted in the text, because each costs far more once it is parsed. */
function hasFewValues(json: string, most: number): boolean {
  if (json.length < 2 * most) return true; // a value takes at least two characters, itself and a comma or a bracket
  let count = 1;
  let isText = false;
  for (let at = 0; at < json.length && count <= most; at++) {
    const sign = json.charCodeAt(at);
    if (sign === QUOTE) isText = !isText;
    else if (isText) at += sign === BACKSLASH ? 1 : 0;
    else if (sign === COMMA) count += 1;
    else if (sign === LIST || sign === OBJECT) count += json[at + 1] === "]" || json[at + 1] === "}" ? 0 : 1;
  }
  return count <= most;
}

function asResult(index: number, answer: CallAnswer, { valueCharacters }: ProgramLimits): ToChild {
  const json = JSON.stringify(answer.ok ? (answer.output ?? null) : answer.error);
  if (json.length <= valueCharacters) return { type: "result", index, ok: answer.ok, json };
  const error = { code: "too_large", message: `The output has more than ${valueCharacters} characters` };
  return { type: "result", index, ok: false, json: JSON.stringify(error) };
}

type ProgramCall = Extract<FromChild, { type: "call" }>;

const CODES = { program: "exit_nonzero", limit: "limit_exceeded", diverged: "conflict" } as const;

function failed(message: string, reason: keyof typeof CODES, uncaught?: string): DejimaError {
  const details = typeof uncaught === "string" ? { uncaught: uncaught.slice(0, 40) } : {};
  // No further line of a message can pass for a line of Dejima.
  const text = visibleText(String(message)).replaceAll("\n", "\n│ ");
  return new DejimaError(CODES[reason], `The program failed: ${text}`, details);
}
