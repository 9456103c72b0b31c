import { createInterface } from "node:readline/promises";
import { PassThrough, Writable } from "node:stream";
import { DejimaError } from "../../../contract/error.ts";
import { ENGLISH, type Say } from "../words/say.ts";
import { createOneAtATime } from "./one-at-a-time.ts";
import { createPastedText, PASTE_MARKS, typedKeys } from "./typed-keys.ts";

/** The size of a window in characters. */
export interface Window {
  readonly columns: number;
  readonly rows: number;
}

/** A question for `ask`: the text above, then a prompt that must make sense alone in the smallest window. */
interface TerminalQuestion<Answer> {
  readonly text: string | ((window: Window) => string);
  prompt(window: Window): string;
  /** Parses a line. `undefined` asks again, with `hint` above the prompt. */
  read(line: string): Answer | undefined;
  readonly hint: string | ((line: string) => string);
  /** Whether the typed text is hidden, as for a key. */
  readonly secret?: boolean;
  /** Whether Ctrl-C leaves the question, as Ctrl-D does. Otherwise it stops the work that asks. */
  readonly leavable?: boolean;
  /** Whether only key presses answer it. Pasted text is meant for something else. */
  readonly typedOnly?: boolean;
  /** The reply to the answer, printed before anything else. */
  replyTo?(answer: Answer | undefined): string;
}

/** The keyboard and screen of one terminal. Every question to the person goes through here, one at a time. */
export interface Terminal {
  /**
   * Shows a question and reads its answer. Keys pressed before it was on the screen are discarded.
   * `undefined` for Ctrl-D.
   */
  ask<Answer>(
    question: TerminalQuestion<Answer>,
    options: { readonly signal: AbortSignal },
  ): Promise<Answer | undefined>;
  /** The input typed while no question is shown, for the line editor of a chat. */
  readonly typed: TypedInput;
  /** A line of that editor with the text that was pasted into it. */
  whole(line: string): string;
  /** Resolves when no question is on the screen. Other output waits for it. */
  free(): Promise<void>;
}

/** A stream of key presses with the `setRawMode` that line editors expect of a terminal. */
type TypedInput = PassThrough & { setRawMode(on: boolean): void };

interface TerminalOptions {
  readonly stdin: NodeJS.ReadStream;
  readonly stderr: NodeJS.WriteStream;
  /** Whether it reports its cursor position, as all but the simplest terminals do. */
  readonly reports: boolean;
  readonly say?: Say;
}

// Requested after a question has been drawn. Terminals answer in order, so keys that arrive before the report
// were pressed earlier.
const REPORT_CURSOR_POSITION = "\x1b[6n";
const REPORT = /\x1b\[\d+;\d+R/g;
const INTERRUPT = "\x03";
/** How long to discard keys if the terminal reports no cursor position. */
const GUARD_MS = 1_000;

/** Creates the terminal of a process. Reads nothing until a question is asked or the chat listens. */
export function createTerminal({ stdin, stderr, reports, say = ENGLISH }: TerminalOptions): Terminal {
  const queue = createOneAtATime();
  let asking: ((keys: string) => void) | undefined;
  let chatListens = false;
  let chatIsRaw = false;
  /** Requested reports that have not arrived. */
  let owed = 0;

  const typed: TypedInput = Object.assign(new PassThrough(), {
    setRawMode(on: boolean) {
      chatIsRaw = on;
      if (asking === undefined) stdin.setRawMode?.(on);
    },
  });
  typed.on("resume", () => {
    if (!chatListens) markPastes(true);
    chatListens = true;
    listen();
  });
  typed.on("pause", () => {
    if (chatListens) markPastes(false);
    chatListens = false;
    rest();
  });
  const pastes = createPastedText((number, lines) => say`[paste ${number}: ${lines} lines]`);
  const forEditor = typedKeys(pastes.shown);
  function markPastes(on: boolean): void {
    if (reports) stderr.write(on ? PASTE_MARKS.on : PASTE_MARKS.off);
  }

  const decoder = new TextDecoder();
  const onData = (chunk: Uint8Array | string) => {
    const keys = typeof chunk === "string" ? chunk : decoder.decode(chunk, { stream: true });
    if (asking !== undefined) asking(keys);
    else typed.write(forEditor(withoutReports(keys)));
  };
  const onEnd = () => {
    typed.end();
    asking?.("\x04");
  };
  function listen(): void {
    stdin.off("data", onData).off("end", onEnd).on("data", onData).on("end", onEnd).resume();
  }
  function rest(): void {
    if (asking !== undefined || chatListens) return;
    stdin.off("data", onData).off("end", onEnd).pause();
  }
  function withoutReports(keys: string): string {
    return keys.replace(REPORT, () => {
      owed = Math.max(0, owed - 1);
      return "";
    });
  }
  function interrupt(): void {
    // The chat handles this key itself. Elsewhere it is the usual signal.
    if (chatListens) typed.write(INTERRUPT);
    else process.kill(process.pid, "SIGINT");
  }

  /**
   * Resolves when everything typed before this moment has been discarded. `pass` receives what comes after.
   */
  function discardEarlier(
    pass: (keys: string) => void,
    { signal, onInterrupt }: { signal: AbortSignal; onInterrupt: () => void },
  ): Promise<void> {
    return new Promise((resolve) => {
      let early = "";
      const over = () => done("");
      const timer = setTimeout(over, GUARD_MS);
      const done = (late: string) => {
        clearTimeout(timer);
        signal.removeEventListener("abort", over);
        asking = (keys) => pass(withoutReports(keys));
        resolve();
        if (late !== "") pass(late);
      };
      signal.addEventListener("abort", over);
      if (signal.aborted) return over();
      asking = (keys) => {
        if (keys.includes(INTERRUPT)) onInterrupt();
        early += keys;
        const found = [...early.matchAll(REPORT)];
        const last = found[owed - 1];
        if (last === undefined) return;
        owed = 0;
        done(early.slice(last.index + last[0].length));
      };
      if (!reports) return;
      owed++;
      stderr.write(REPORT_CURSOR_POSITION);
    });
  }

  async function put<Answer>(
    {
      text,
      prompt,
      hint,
      read,
      secret = false,
      leavable = false,
      typedOnly = false,
      replyTo = () => "",
    }: TerminalQuestion<Answer>,
    signal: AbortSignal,
  ): Promise<Answer | undefined> {
    const keys = new PassThrough();
    const screen: Screen = secret ? withoutEcho(stderr) : { output: stderr };
    const editor = createInterface({ input: keys, ...screen, terminal: true, historySize: 0 });
    const closed = new Promise<undefined>((resolve) => editor.on("close", () => resolve(undefined)));
    const onInterrupt = leavable ? () => editor.close() : interrupt;
    editor.on("SIGINT", onInterrupt);
    asking = () => {};
    stdin.setRawMode?.(true);
    listen();
    const refused = () => {
      stderr.write(`\n${say("Pasted text does not answer this question. Type the answer.")}\n`);
      editor.prompt(true);
      return "";
    };
    const pass = typedKeys(typedOnly ? refused : (text) => text);
    if (typedOnly) markPastes(true);
    try {
      const size = (): Window => ({ columns: stderr.columns ?? 80, rows: stderr.rows ?? 24 });
      const above = typeof text === "string" ? text : text(size());
      if (above !== "") stderr.write(`${above}\n`);
      for (let first = true; ; first = false) {
        const window = size();
        // Closing the editor rejects the question as well: Ctrl-D leaves it, whichever comes first.
        const line = editor.question(prompt(window), { signal }).catch((error: unknown) => {
          if (signal.aborted) throw error;
          return undefined;
        });
        line.catch(() => {});
        screen.mute?.();
        if (first) await discardEarlier((late) => void keys.write(pass(late)), { signal, onInterrupt });
        const reply = await Promise.race([line, closed]);
        const answer = reply === undefined ? undefined : read(reply);
        if (reply === undefined || secret) stderr.write("\n");
        if (reply === undefined || answer !== undefined) {
          const after = replyTo(answer);
          if (after !== "") stderr.write(`${after}\n`);
          return answer;
        }
        stderr.write(`${typeof hint === "string" ? hint : hint(reply)}\n`);
      }
    } catch (cause) {
      // The question was answered elsewhere or withdrawn: start a new line.
      stderr.write("\n");
      throw new DejimaError("cancelled", "Cancelled while asking; nothing was run", {}, { cause });
    } finally {
      asking = undefined;
      if (typedOnly && !chatListens) markPastes(false);
      editor.close();
      stdin.setRawMode?.(chatIsRaw);
      rest();
    }
  }

  return {
    ask: (question, { signal }) => queue.run(() => put(question, signal), { signal }),
    typed,
    whole: pastes.whole,
    free: queue.free,
  };
}

interface Screen {
  readonly output: NodeJS.WritableStream;
  mute?(): void;
}

/** A screen that shows output before `mute`, and hides typed text after it. */
function withoutEcho(screen: NodeJS.WriteStream): Screen {
  let muted = false;
  const output = new Writable({
    write(chunk: Uint8Array, _encoding, done) {
      if (!muted) screen.write(chunk);
      done();
    },
  });
  return {
    output,
    mute() {
      muted = true;
    },
  };
}
