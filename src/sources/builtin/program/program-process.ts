import { createRequire } from "node:module";
import { dirname } from "node:path";
import { programText } from "../../../sandbox/inside-programs.ts";
import type { Sandbox, SandboxRun } from "../../../sandbox/sandbox.ts";
import { programChild } from "./program-child.ts";
import type { FromChild, ProgramLimits, ToChild } from "./program-messages.ts";
import { programPrelude } from "./program-prelude.ts";

/** The process that runs one program. */
export interface ProgramProcess {
  readonly messages: AsyncIterable<FromChild>;
  send(message: ToChild): void;
  /** The number of characters that were sent and not read. */
  unread(): number;
  /** Called when more was read, and when the process has ended. */
  onRead(): void;
  isOpen(): boolean;
  stderrTail(): string;
  end(): void;
}

/** Starts the process of a program. It waits for the program. */
export function startProgramProcess(sandbox: Sandbox, limits: ProgramLimits): ProgramProcess {
  const folder = dirname(createRequire(import.meta.url).resolve("quickjs-wasi/quickjs.wasm"));
  const input = createInput(() => child.onRead());
  const run = sandbox.start(
    ["node", "-e", programText(programChild), JSON.stringify(limits), folder, programPrelude.toString()],
    {
      mounts: [{ path: folder, access: "read-only" }],
      stdin: input.pieces,
      stays: true,
    },
  );
  let open = true;
  let words = "";
  const child: ProgramProcess = {
    messages: messagesOf(run),
    send: (message) => input.push(lineOf(message)),
    unread: input.unread,
    onRead() {},
    isOpen: () => open,
    stderrTail: () => words,
    end() {
      open = false;
      input.end();
      run.kill();
    },
  };
  void run.result.then(({ cause, stderr }) => {
    open = false;
    words = cause ?? stderr.trim().slice(-500);
    input.end();
  });
  return child;
}

/** An input stream that is written piece by piece. */
function createInput(onRead: () => void) {
  const waiting: string[] = [];
  let wake = () => {};
  let ended = false;
  let unread = 0;
  return {
    unread: () => unread,
    push(text: string): void {
      if (ended) return;
      waiting.push(text);
      unread += text.length;
      wake();
    },
    end(): void {
      ended = true;
      waiting.length = unread = 0;
      wake();
      onRead();
    },
    pieces: (async function* () {
      for (;;) {
        for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) {
          yield piece;
          unread = Math.max(0, unread - piece.length);
          onRead();
        }
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    })(),
  };
}

/** The line of a message. A result follows its number as it is: large ones are not encoded twice. */
function lineOf(message: ToChild): string {
  if (message.type !== "result") return `${JSON.stringify(message)}\n`;
  return `${message.ok ? "+" : "-"}${message.index} ${message.json}\n`;
}

/** The messages of a process. A long line arrives in many pieces. */
async function* messagesOf(run: SandboxRun): AsyncIterable<FromChild> {
  let pieces: string[] = [];
  for await (const { stream, text } of run.output) {
    if (stream !== "stdout") continue;
    let from = 0;
    for (let end = text.indexOf("\n"); end >= 0; end = text.indexOf("\n", from)) {
      pieces.push(text.slice(from, end));
      const line = pieces.length === 1 ? pieces[0] : pieces.join("");
      pieces = [];
      from = end + 1;
      yield messageIn(line ?? "");
    }
    if (from < text.length) pieces.push(text.slice(from));
  }
  await run.result;
}

/** The error for a process that breaks the protocol. */
export const OUT_OF_TURN = "the engine sent a message that it may not send";

/** Parses a line. A call is its number, the name of the tool as JSON and the input as JSON, with a space between them. */
function messageIn(line: string): FromChild {
  try {
    if (line.startsWith("{")) {
      const message = JSON.parse(line);
      if (typeof message.type === "string" && message.type !== "call") return message;
    }
    const named = line.indexOf(" ");
    const given = line.indexOf(" ", named + 1);
    const tool = JSON.parse(line.slice(named + 1, given));
    if (/^\d{1,9}$/.test(line.slice(0, named)) && typeof tool === "string")
      return { type: "call", index: Number(line.slice(0, named)), tool, json: line.slice(given + 1) };
  } catch {
    // Not even JSON.
  }
  return { type: "failed", message: OUT_OF_TURN, reason: "limit" };
}
