import { once } from "node:events";
import type { Writable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import type { DriverName } from "../../contract/config-names.ts";
import { defined } from "../../support/defined.ts";
import { thrownText } from "../../support/thrown-text.ts";
import type { Launched } from "../driver.ts";
import type { LimitName, Limits } from "../limit/limits.ts";
import type { ConnectionRecord, Input, SandboxResult, SandboxRun } from "../sandbox.ts";
import { createOutputLog, createPassingLog, type OutputLog } from "./output-log.ts";

/** The exit code of a run that timed out. */
const TIMEOUT_EXIT_CODE = 124;

/** How often a running program is checked against limits that the kernel does not enforce. */
const WATCH_INTERVAL_MS = 250;

const WATCH_INTERVAL_OF_STAYING_MS = 1000;

/** How long the output may stay open after the program ended, if a process it left behind keeps it open. */
const DRAIN = { turns: 10, turnMs: 50 };

interface SuperviseOptions {
  readonly driver: DriverName;
  readonly limits: Limits;
  readonly stdin: Input | undefined;
  readonly stays: boolean;
  readonly signal: AbortSignal | undefined;
  /** Filled while the program runs, if hosts were granted. */
  readonly connections: readonly ConnectionRecord[] | undefined;
}

/** Supervises one launched program from its first byte until all of its processes are gone. */
export function supervise(launching: Promise<Launched>, options: SuperviseOptions): SandboxRun {
  const started = performance.now();
  const { outputBytes } = options.limits;
  const log = options.stays ? createPassingLog(outputBytes) : createOutputLog(outputBytes);
  const control = createRunControl(launching);
  const result = settle();
  return {
    output: log,
    result,
    kill: () => control.end({ cancelled: true }),
    ...defined({ connections: options.connections }),
  };

  async function settle(): Promise<SandboxResult> {
    let launched: Launched;
    try {
      launched = await launching;
    } catch (error) {
      log.finish();
      return outcome({ exitCode: null, cause: thrownText(error) });
    }
    const timer = options.stays
      ? undefined
      : setTimeout(() => control.end({ limit: "wallTimeMs" }), options.limits.wallTimeMs);
    const cancel = () => control.end({ cancelled: true });
    if (options.signal?.aborted) cancel();
    options.signal?.addEventListener("abort", cancel, { once: true });
    const over = new AbortController();
    try {
      launched.begin();
      const drained = collect(launched, log, control);
      void feedInput(launched.stdin, options.stdin);
      void watch(launched, control, { over: over.signal, stays: options.stays });
      const exitCode = await launched.exited;
      over.abort();
      control.freeze();
      launched.kill();
      await Promise.race([drained, drainTime()]);
      const broken =
        control.ending() ?? asEnding(log.truncated ? "outputBytes" : await launched.limitAtEnd(exitCode));
      log.finish();
      const failure = broken === undefined ? launched.startFailure(exitCode, log.text("stderr")) : undefined;
      return failure === undefined
        ? ended(exitCode, broken)
        : outcome({ exitCode: null, cause: failure }, true);
    } catch (error) {
      log.finish();
      return outcome({ exitCode: null, cause: thrownText(error) });
    } finally {
      clearTimeout(timer);
      over.abort();
      options.signal?.removeEventListener("abort", cancel);
      launched.stdout.destroy();
      launched.stderr.destroy();
      launched.stdin.destroy();
      await launched.dispose().catch(() => {}); // an engine that died took everything with it
    }
  }

  function ended(exitCode: number, ending: Ending | undefined): SandboxResult {
    if (ending === undefined) return outcome({ exitCode });
    if ("cancelled" in ending) return outcome({ exitCode, cause: "cancelled" });
    const timedOut = ending.limit === "wallTimeMs";
    return outcome({ exitCode: timedOut ? TIMEOUT_EXIT_CODE : exitCode, timedOut, limitHit: ending.limit });
  }

  function outcome(
    facts: Partial<SandboxResult> & Pick<SandboxResult, "exitCode">,
    silent = false,
  ): SandboxResult {
    return {
      stdout: silent ? "" : log.text("stdout"),
      stderr: silent ? "" : log.text("stderr"),
      durationMs: Math.round(performance.now() - started),
      timedOut: false,
      truncated: log.truncated,
      limitHit: null,
      driver: options.driver,
      ...defined({ connections: options.connections }),
      ...facts,
    };
  }
}

/** Waits in turns of the event loop, each of which reads. A process that got no processor time for the whole wait has read nothing. */
async function drainTime(): Promise<void> {
  for (let turn = 0; turn < DRAIN.turns; turn++) await delay(DRAIN.turnMs, undefined, { ref: false });
}

const asEnding = (limit: LimitName | null): Ending | undefined => (limit === null ? undefined : { limit });

async function collect(launched: Launched, log: OutputLog, control: RunControl): Promise<void> {
  const read = async (stream: "stdout" | "stderr") => {
    try {
      for await (const bytes of launched[stream]) {
        if (!log.append(stream, bytes as Buffer)) control.end({ limit: "outputBytes" }); // streams without encoding
      }
    } catch {
      // A stream that breaks while its program is killed has delivered all it had.
    }
  };
  await Promise.all([read("stdout"), read("stderr")]);
}

async function watch(
  launched: Launched,
  control: RunControl,
  { over, stays }: { over: AbortSignal; stays: boolean },
): Promise<void> {
  const interval = stays ? WATCH_INTERVAL_OF_STAYING_MS : WATCH_INTERVAL_MS;
  while (!over.aborted) {
    await delay(interval, undefined, { signal: over, ref: false }).catch(() => {});
    if (over.aborted) return;
    const limit = await launched.brokenLimit().catch(() => null);
    if (limit !== null && !over.aborted) control.end({ limit });
  }
}

/** Why a run ended before its program did. The first cause counts. */
type Ending = { readonly limit: LimitName } | { readonly cancelled: true };

/** Ends a run for one reason: the first. */
interface RunControl {
  end(ending: Ending): void;
  ending(): Ending | undefined;
  /** The program ended on its own: later causes no longer count. */
  freeze(): void;
}

function createRunControl(launching: Promise<Launched>): RunControl {
  let first: Ending | undefined;
  let frozen = false;
  return {
    end(ending) {
      if (frozen) return;
      first ??= ending;
      launching.then(
        (launched) => launched.kill(),
        () => {},
      );
    },
    ending: () => first,
    freeze: () => {
      frozen = true;
    },
  };
}

/** Waits until there is room again, or nobody to read. */
async function drained(stdin: Writable): Promise<void> {
  const stop = new AbortController();
  const { signal } = stop;
  await Promise.race([once(stdin, "drain", { signal }), once(stdin, "close", { signal })]);
  stop.abort(); // takes the listener of the other one away
}

/** Writes all of the input at the pace the program reads it, and closes it. */
async function feedInput(stdin: Writable, input: Input | undefined): Promise<void> {
  stdin.on("error", () => {}); // a program may end without reading its input
  if (typeof input !== "object" || input instanceof Uint8Array) {
    stdin.end(input);
    return;
  }
  try {
    for await (const piece of input) {
      if (stdin.destroyed) return;
      if (!stdin.write(piece)) await drained(stdin);
    }
  } catch {
    // If the input breaks off, the program sees the end of its input.
  }
  stdin.end();
}
