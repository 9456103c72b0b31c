import type { FromChild, ProgramLimits, ToChild } from "./program-messages.ts";

type Result = Extract<ToChild, { type: "result" }>;

/**
 * Runs inside the sandbox: a WebAssembly engine that has only `tools` and `console`. Sent as text, so it uses
 * nothing from outside itself. Arguments: the limits as JSON, the folder of the engine's package, the prelude. Speaks lines on
 * stdin and stdout. The engine is created before the program is known, so that a program starts at
 * once.
 */
export async function programChild(): Promise<void> {
  const { read, readFileSync, readSync, writeSync } = process.getBuiltinModule("node:fs");
  const { createRequire, stripTypeScriptTypes } = process.getBuiltinModule("node:module");
  process.emitWarning = () => {};
  const [limitsJson = "{}", folder, prelude = ""] = process.argv.slice(-3);
  const limits: ProgramLimits = JSON.parse(limitsJson);
  // Not by import(): test runners and bundlers rewrite that word to something that does not exist inside.
  const { QuickJS }: typeof import("quickjs-wasi") = createRequire(`${folder}/`)("./dist/index.js");
  // The library's types assume a browser.
  const { WebAssembly } = globalThis as unknown as {
    WebAssembly: { Module: new (bytes: Uint8Array) => never };
  };
  const wasm = new WebAssembly.Module(readFileSync(`${folder}/quickjs.wasm`));
  const machine = await createMachine(send);
  let isWanted = false;
  // The first message is awaited by another thread, so that this one can practise. From then on this process
  // has nothing to do but to wait for the next message: a blocking read wakes up soonest.
  const piece = Buffer.allocUnsafe(65_536);
  let pieces: Buffer[] = [];
  read(0, piece, 0, piece.length, null, (_error, length) => {
    isWanted = true;
    for (let size = length; size > 0; size = readSync(0, piece)) hear(piece.subarray(0, size));
    process.exit();
  });
  await practise();

  /** Reads the lines in a piece of input. A long line comes in many pieces. */
  function hear(bytes: Buffer): void {
    let from = 0;
    for (let end = bytes.indexOf(10); end >= 0; end = bytes.indexOf(10, from)) {
      const last = bytes.subarray(from, end);
      const line = pieces.length === 0 ? last : Buffer.concat([...pieces, last]);
      pieces = [];
      from = end + 1;
      machine.hear(messageIn(line.toString()));
    }
    // The buffer is used again for the next piece.
    if (from < bytes.length) pieces.push(Buffer.from(bytes.subarray(from)));
  }

  /** Parses a line: a result is a sign, the number of its call and JSON. */
  function messageIn(line: string): ToChild {
    const ok = line.startsWith("+");
    if (!ok && !line.startsWith("-")) return JSON.parse(line);
    const end = line.indexOf(" ");
    return { type: "result", index: Number(line.slice(1, end)), ok, json: line.slice(end + 1) };
  }

  function send(message: FromChild): void {
    const line =
      message.type === "call"
        ? `${message.index} ${JSON.stringify(message.tool).replaceAll(" ", "\\u0020")} ${message.json}`
        : JSON.stringify(message);
    const bytes = Buffer.from(`${line}\n`);
    for (let at = 0; at < bytes.length; ) at += writeSync(1, bytes, at);
  }

  /**
   * Until a program comes, small ones run in separate engines, so that lazily compiled code is compiled
   * before anybody waits for it. The calls leave nothing else.
   */
  async function practise(): Promise<void> {
    const code = `const { list }: { list: number[] } = await tools.a({ text: "a" });
      for (let call = 0; call < 20; call++) await tools.b({ at: list.map((one) => \`\${one}\`).join() });
      try { await tools.fails(); } catch (error) { console.log(error.code); }
      return { list };`;
    for (let turn = 0; turn < 4 && !isWanted; turn++) {
      const { promise: ended, resolve: end } = Promise.withResolvers<void>();
      const trial = await createMachine((message) => {
        if (message.type === "call") setImmediate(answer, JSON.parse(JSON.stringify(message)));
        else if (message.type !== "log") end();
      });
      const answer = ({ index, tool }: Extract<FromChild, { type: "call" }>) => {
        const ok = tool !== "fails";
        const json = JSON.stringify(ok ? { list: [1, 2] } : { code: "timeout", message: "" });
        if (isWanted) end();
        else trial.hear({ type: "result", index, ok, json });
      };
      trial.hear({ type: "program", code, clock: 0, ended: [] });
      await ended;
      trial.dispose();
    }
  }

  /** Creates the engine of one program, which reports by messages. */
  async function createMachine(send: (message: FromChild) => void) {
    let time = 0n;
    let [own, since, over, ended, begun] = [0, 0, false, false, false];
    let processor = process.threadCpuUsage();
    // The clock also counts while this process waits for a processor or for its reader. Its processor time takes longer to read.
    const isOver = () => {
      if (since === 0 || own + performance.now() - since <= limits.ownMs) return false; // the prelude is not the program's own code
      const { user, system } = process.threadCpuUsage(processor);
      return (user + system) / 1000 > limits.ownMs;
    };
    const vm = await QuickJS.create({
      wasm,
      memoryLimit: limits.memoryBytes,
      maxStackSize: 256 * 1024,
      interruptHandler: () => {
        over ||= isOver();
        return over;
      },
      wasi: (memory: { readonly buffer: ArrayBuffer }) => ({
        clock_time_get(_clock: number, _precision: bigint, place: number) {
          new DataView(memory.buffer).setBigUint64(place, time, true);
          return 0;
        },
        random_get(place: number, length: number) {
          new Uint8Array(memory.buffer, place, length).fill(7);
          return 0;
        },
      }),
    });
    const end = (message: Extract<FromChild, { type: "done" | "failed" }>) => {
      if (!ended) send(lines > limits.logLines ? { ...message, unshown: lines - limits.logLines } : message);
      ended = true;
    };
    let [calls, open, lines] = [0, 0, 0];
    const order: number[] = [];
    const waitingResults = new Map<number, Result>();
    const call = vm.newFunction("call", (index, tool, input) => {
      const json = input?.toString() ?? "null";
      const name = tool?.toString() ?? "";
      if (calls >= limits.calls)
        throw new Error(
          `a program may make ${limits.calls} calls. Let it return what the next program needs`,
        );
      if (json.length > limits.valueCharacters)
        throw new Error(
          `the input has ${json.length} characters, and ${limits.valueCharacters} are the most. Make several calls`,
        );
      if (name.length > limits.nameCharacters) throw new Error("no tool has a name that long");
      calls += 1;
      open += 1;
      const began = performance.now();
      send({ type: "call", index: index?.toNumber() ?? 0, tool: name, json });
      since += performance.now() - began; // the reader may be busy with earlier calls
      return vm.undefined;
    });
    const log = vm.newFunction("log", (text) => {
      if (++lines <= limits.logLines) send({ type: "log", text: (text?.toString() ?? "").slice(0, 2_000) });
      return vm.undefined;
    });
    const endOverTime = () => {
      const message = `its own code ran longer than its limit of ${limits.ownMs / 1000} s, not counting calls. Let a tool do the work, or split it into several programs`;
      end({ type: "failed", message, reason: "limit" });
    };
    const finish = vm.newFunction("finish", (isDone, text, about) => {
      if (over) endOverTime(); // however it got here
      const words = text?.toString() ?? "null";
      const [code, lost] = [about?.toString() ?? "", about?.toString().slice(0, 2_000)];
      const missing = order.find((index) => index >= calls);
      if (missing !== undefined) {
        const message = `it does not make call ${missing + 1} again, which was made before the restart`;
        end({ type: "failed", message, reason: "diverged" });
      } else if (isDone?.toNumber() !== 1)
        end({
          type: "failed",
          message: words.slice(0, 4_000),
          reason: "program",
          ...(/^[a-z_]{1,40}$/.test(code) ? { code } : {}),
        });
      else if (words.length <= limits.valueCharacters)
        end({ type: "done", json: words, ...(lost ? { lost } : {}) });
      else
        end({
          type: "failed",
          reason: "limit",
          message: `the result has ${words.length} characters, and ${limits.valueCharacters} are the most. Return less, or write a file with a tool`,
        });
      return vm.undefined;
    });
    const connect = vm.evalCode(`(${prelude})`);
    const megabytes = vm.newNumber(limits.memoryBytes / 1024 / 1024);
    const values = vm.newNumber(limits.inputValues);
    const wire = vm.callFunction(connect, vm.undefined, call, log, finish, megabytes, values);
    return {
      hear(message: ToChild): void {
        if (message.type === "result") take(message);
        else if (message.type === "program") begin(message);
        else send({ type: "pong" });
      },
      dispose: () => vm.dispose(),
    };

    function timed<Value>(work: () => Value): Value | undefined {
      since = performance.now();
      try {
        const value = work();
        vm.executePendingJobs();
        return value;
      } catch (error) {
        const words = error instanceof Error ? withPlace(error) : String(error);
        const message = /out of memory/.test(words)
          ? `${words}. A program has ${limits.memoryBytes / 1024 / 1024} MB of memory: keep less at a time`
          : words;
        if (!over) end({ type: "failed", message: message.slice(0, 4_000), reason: "program" });
        return undefined;
      } finally {
        own += performance.now() - since;
        // Nothing runs, and no call is under way whose end could change that.
        if (begun && !over && open === 0)
          end({ type: "failed", message: "it waits for something that never comes", reason: "program" });
        if (over) endOverTime();
      }
    }

    /**
     * The program reads results in the order in which its calls ended. After a restart, recorded results come first,
     * in their order, so that the program takes the same path again; other results come when that order needs them.
     */
    function take(result: Result): void {
      waitingResults.set(result.index, result);
      for (let next = nextOf(); next !== undefined; next = nextOf()) {
        waitingResults.delete(next.index);
        if (next.index === order[0]) order.shift();
        settle(next);
      }
    }

    function nextOf(): Result | undefined {
      const [first] = order;
      if (first !== undefined && first < calls) return waitingResults.get(first);
      return waitingResults.values().next().value;
    }

    function settle({ index, ok, json }: Result): void {
      open -= 1;
      // Results that the program does not keep must not stay in its memory.
      vm.withScope(() => {
        const values = [vm.newNumber(index), vm.newNumber(ok ? 1 : 0), vm.newString(json)];
        timed(() => vm.callFunction(wire, vm.undefined, ...values));
      });
    }

    function begin({ code, clock, ended: recorded }: Extract<ToChild, { type: "program" }>): void {
      order.push(...recorded);
      time = BigInt(clock) * 1_000_000n;
      own = 0;
      processor = process.threadCpuUsage();
      let script: string;
      try {
        script = stripTypeScriptTypes(`async function program(tools, console) {\n${code}\n}`);
      } catch (error) {
        end({ type: "failed", message: `it is not valid: ${syntaxError(error)}`, reason: "program" });
        return;
      }
      const start = timed(() => vm.evalCode(`${script}\nprogram`, "program.js"));
      begun = true;
      if (start !== undefined) timed(() => vm.callFunction(wire, vm.undefined, vm.newNumber(-1), start));
    }
  }

  function withPlace({ name, message, stack = "" }: Error): string {
    const [, line, column] = /program\.js:(\d+):(\d+)/.exec(stack) ?? [];
    const place = Number(line ?? 0) > 1 ? ` (line ${Number(line) - 1}, column ${column})` : "";
    return `${name}: ${message}${place}`;
  }

  /**
   * The error and its position: the stack begins with the line number, the line, and a mark below the fault.
   */
  function syntaxError(error: unknown): string {
    const { message, stack = "" } = error instanceof Error ? error : new Error(String(error));
    const [first = ""] = message.trim().split("\n");
    const line = Number(/^:(\d+)\n/.exec(stack)?.[1] ?? 1) - 1;
    const column = (/^( *)\^+ *$/m.exec(stack)?.[1]?.length ?? -1) + 1;
    const hint = /'import'|'export'/.test(first) ? ". A program has no modules: it calls tools" : "";
    return line > 0 && column > 0 ? `line ${line}, column ${column}: ${first}${hint}` : `${first}${hint}`;
  }
}
