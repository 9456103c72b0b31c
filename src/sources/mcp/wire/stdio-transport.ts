import type { JSONRPCMessage, Transport } from "@modelcontextprotocol/client";
import { DejimaError } from "../../../contract/error.ts";
import type { SandboxResult, SandboxRun } from "../../../sandbox/sandbox.ts";
import { WITNESS_MARK } from "../../../sandbox/witness.ts";
import { oneLine } from "../../../text/one-line.ts";
import { fieldsOf } from "../../../text/record.ts";
import { createQuickRequests } from "./quick-requests.ts";

const MAX_LINES = 3;

const MAX_LENGTH = 500;

/** Lines without a message: stack frames, brackets, versions. */
const NOISE =
  /^(?:at\s.*|[{}()[\]^~|,;\s]*|Node\.js v\d.*|node:internal\/.*|code: '[A-Z_]+',?|requireStack: \[.*)$/;

const TELLING = /\b[A-Za-z]*(?:Error|Exception)\b|\berror\b|\bcannot\b|\bnot found\b|\bpanic|\bfatal\b/i;

interface StdioOptions {
  /** Starts the program with the given input. */
  start(stdin: AsyncIterable<string>): SandboxRun | Promise<SandboxRun>;
  readonly maxMessageBytes: number;
  /** Receives the program's stderr. */
  onStderr?(text: string): void;
}

/** How long a server may take to exit after its input was closed. */
const GRACE_MS = 1_000;

/** MCP over stdin and stdout of a program, which runs wherever `start` runs it. */
export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** The SDK recognizes a stdio transport by these two. */
  readonly pid = null;
  readonly stderr = null;
  readonly #options: StdioOptions;
  readonly #input = createPushInput();
  /** A fast path for frequent requests. */
  readonly quick = createQuickRequests((message) => this.#push(message));
  #run: SandboxRun | undefined;
  #result: SandboxResult | undefined;
  #fault: Error | undefined;
  /** Whether it ever sent a protocol message. */
  #spoken = false;

  constructor(options: StdioOptions) {
    this.#options = options;
  }

  async start(): Promise<void> {
    this.#run = await this.#options.start(this.#input.pieces);
    void this.#read(this.#run);
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#run === undefined || this.#result !== undefined) throw new Error("The server has ended");
    this.#push(message);
  }

  #push(message: object): void {
    this.#input.push(`${JSON.stringify(message)}\n`);
  }

  /** Closes the server's input, waits a moment, and kills the rest. */
  async close(): Promise<void> {
    this.#input.end();
    const run = this.#run;
    if (run === undefined) return;
    const timer = setTimeout(() => run.kill(), GRACE_MS);
    this.#result = await run.result;
    clearTimeout(timer);
  }

  kill(): void {
    this.#run?.kill();
  }

  /** Why it ended, with the end of its stderr. `undefined` while it runs. */
  ending(): string | undefined {
    if (this.#result === undefined) return undefined;
    const { exitCode, cause, limitHit, stderr } = this.#result;
    const why =
      this.#fault?.message ??
      (cause !== undefined && cause !== "cancelled"
        ? cause
        : limitHit !== null
          ? `it broke the limit ${limitHit}`
          : `it ended with exit code ${exitCode}`);
    const stderrTail = lastErrorLines(stderr);
    return stderrTail === "" ? why : `${why}; its last output: ${stderrTail}`;
  }

  /** Our own error that ended it, if one did. */
  get fault(): DejimaError | undefined {
    return this.#fault instanceof DejimaError ? this.#fault : undefined;
  }

  async #read(run: SandboxRun): Promise<void> {
    const lines = createLineReader(this.#options.maxMessageBytes);
    try {
      for await (const { stream, text } of run.output) {
        if (stream === "stderr") this.#options.onStderr?.(text);
        else for (const line of lines.add(text)) this.#receive(line);
      }
    } catch (error) {
      this.#fault = error instanceof Error ? error : new Error(String(error));
      this.onerror?.(this.#fault);
      run.kill();
    }
    this.#result = await run.result;
    this.quick.close();
    this.onclose?.();
  }

  #receive(line: string): void {
    let message: unknown;
    try {
      message = JSON.parse(line);
    } catch {
      this.#refuse(line, "a line that is not JSON");
      return;
    }
    if (typeof message !== "object" || message === null) return;
    if (!("jsonrpc" in message)) {
      if ("result" in message || "error" in message) this.#refuse(line, "an answer that is not JSON-RPC");
      return;
    }
    this.#spoken = true;
    this.#deliver(isMalformedAnswer(message) ? failureOf(message) : message);
  }

  #deliver(message: object): void {
    if (this.quick.receive(message)) return;
    // The protocol layer checks its shape and drops unknown messages.
    this.onmessage?.(message as JSONRPCMessage);
  }

  /**
   * Servers print all kinds of lines, so unrelated ones are ignored. A broken response fails the request it
   * names at once. A server whose first message is broken does not speak the protocol and is ended.
   */
  #refuse(line: string, what: string): void {
    const why = `The server printed ${what}: ${oneLine(line.slice(0, MAX_SHOWN))}`;
    const id = requestIn(line);
    if (id !== undefined) this.#deliver({ jsonrpc: "2.0", id, error: { code: PARSE_ERROR, message: why } });
    else if (!this.#spoken && line.trimStart().startsWith("{")) throw new Error(why);
    else this.onerror?.(new Error(why));
  }
}

/** Whether a response has a result or an error of a shape that the SDK drops, so that its request would wait for ever. */
function isMalformedAnswer(message: object): message is { readonly id: string | number } {
  const { id, result, error } = fieldsOf(message);
  if ((typeof id !== "string" && typeof id !== "number") || "method" in message) return false;
  if (error === undefined) return typeof result !== "object" || result === null || Array.isArray(result);
  const { code, message: text } = fieldsOf(error);
  return !Number.isInteger(code) || typeof text !== "string";
}

function failureOf(message: { readonly id: string | number }): object {
  const { id } = message;
  const [code, text] =
    "error" in message
      ? [INTERNAL_ERROR, "the server failed and gave no reason"]
      : [PARSE_ERROR, "the server answered with something that is no result"];
  return { jsonrpc: "2.0", id, error: { code, message: text } };
}

const INTERNAL_ERROR = -32_603;
const MAX_SHOWN = 200;
const PARSE_ERROR = -32_700;
/** The id is near the beginning or the end of a message; the part in between may be huge. */
const ID_WITHIN = 400;
const ID = /"id"\s{0,8}:\s{0,8}(\d{1,15}|"[^"\\]{1,100}")/;

/** The id of the request that a broken response names. */
function requestIn(line: string): string | number | undefined {
  if (!line.trimStart().startsWith("{")) return undefined;
  const [, id] = ID.exec(line.slice(0, ID_WITHIN)) ?? ID.exec(line.slice(-ID_WITHIN)) ?? [];
  return id === undefined ? undefined : JSON.parse(id);
}

/** Splits text that arrives in pieces into lines. */
interface LineReader {
  /** The lines that this piece completes. Throws when a line exceeds the limit. */
  add(piece: string): string[];
}

export function createLineReader(maxLength: number): LineReader {
  let pieces: string[] = [];
  let length = 0;
  return {
    add(piece) {
      const end = piece.indexOf("\n");
      if (end < 0) {
        length += piece.length;
        if (length > maxLength) throw tooLong(maxLength);
        pieces.push(piece);
        return [];
      }
      const parts = piece.split("\n");
      const last = parts.pop() ?? "";
      parts[0] = pieces.join("") + parts[0];
      pieces = last === "" ? [] : [last];
      length = last.length;
      if (parts.some((line) => line.length > maxLength)) throw tooLong(maxLength);
      return parts.filter((line) => line.trim() !== "");
    },
  };
}

function tooLong(maxLength: number): DejimaError {
  return new DejimaError("too_large", `The server sent a message of more than ${maxLength} characters`);
}

/** The last lines a program wrote before it ended, as far as they say why. */
export function lastErrorLines(stderr: string): string {
  const lines = stderr
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => !NOISE.test(line) && !line.startsWith(WITNESS_MARK));
  const telling = lines.findLastIndex((line) => TELLING.test(line));
  const from = telling === -1 ? -MAX_LINES : telling;
  return lines.slice(from).slice(0, MAX_LINES).join(" | ").slice(0, MAX_LENGTH);
}

/** An input stream that is written piece by piece. */
interface PushInput {
  readonly pieces: AsyncIterable<string>;
  push(piece: string): void;
  end(): void;
}

function createPushInput(): PushInput {
  let waiting: string[] = [];
  let ended = false;
  let wake: (() => void) | undefined;
  let scheduled = false;
  const woken = () => {
    scheduled = false;
    wake?.();
    wake = undefined;
  };
  async function* pieces() {
    for (;;) {
      if (waiting.length > 0) {
        const ready = waiting.length === 1 ? (waiting[0] ?? "") : waiting.join("");
        waiting = [];
        yield ready;
      } else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return {
    pieces: pieces(),
    push(piece) {
      if (ended) return;
      waiting.push(piece);
      // Messages of one turn go out in one write: each write costs as much as all the rest of a call.
      if (!scheduled) setImmediate(woken);
      scheduled = true;
    },
    end() {
      ended = true;
      woken();
    },
  };
}
