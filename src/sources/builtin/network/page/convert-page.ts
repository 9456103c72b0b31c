import { Worker } from "node:worker_threads";
import { DejimaError } from "../../../../contract/error.ts";
import type { PageJob, PageReport, PageText } from "./page-job.ts";

interface ConvertOptions {
  /** For messages. */
  readonly url: string;
  readonly signal: AbortSignal;
  readonly timeoutMs?: number;
}

const TIMEOUT_MS = 15_000;
const MEMORY_MB = 512;

/** Turns a document into text, in a thread that ends with it, with its time, or with the call. */
export function convertPage(
  job: PageJob,
  { url, signal, timeoutMs = TIMEOUT_MS }: ConvertOptions,
): Promise<PageText> {
  const { promise, resolve, reject } = Promise.withResolvers<PageText>();
  // Source and build stand beside their worker under the same name; only the ending differs.
  const file = new URL(`./page-worker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
  const worker = new Worker(file, {
    workerData: job,
    env: {},
    execArgv: [],
    stdout: true, // what parsers print is nobody's output
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const stop = () => reject(new DejimaError("cancelled", `Cancelled reading "${url}"`, { url }));
  const timer = setTimeout(() => reject(late(url, timeoutMs)), timeoutMs);
  signal.addEventListener("abort", stop, { once: true });
  worker.once("message", (report: PageReport) =>
    report.type === "done" ? resolve(report.page) : reject(unreadable(url, report.message)),
  );
  worker.once("error", (error) => reject(unreadable(url, error.message)));
  worker.once("exit", () => reject(unreadable(url, "its reader ended early")));
  return promise.finally(() => {
    clearTimeout(timer);
    signal.removeEventListener("abort", stop);
    return worker.terminate();
  });
}

function unreadable(url: string, why: string): DejimaError {
  return new DejimaError(
    "io_error",
    `Cannot turn "${url}" into text: ${why.slice(0, 200)}. http_get returns it as it is`,
    { url },
  );
}

function late(url: string, timeoutMs: number): DejimaError {
  return new DejimaError("timeout", `Cannot turn "${url}" into text: it took longer than ${timeoutMs} ms`, {
    url,
    timeoutMs,
  });
}
