import { Worker } from "node:worker_threads";
import type { QueryReport } from "./query-worker.ts";
import type { QueryJob, Selection } from "./select-values.ts";

const MEMORY_MB = 512;

/** Evaluates a query in a thread that ends with it or with the call. */
export function queryInThread(job: QueryJob, { signal }: { signal: AbortSignal }): Promise<Selection> {
  const { promise, resolve, reject } = Promise.withResolvers<Selection>();
  // Source and build stand beside their worker under the same name; only the ending differs.
  const file = new URL(`./query-worker${import.meta.url.endsWith(".ts") ? ".ts" : ".js"}`, import.meta.url);
  const worker = new Worker(file, {
    workerData: job,
    env: {},
    execArgv: [],
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  worker.once("message", (report: QueryReport) =>
    report.type === "done" ? resolve(report.selection) : reject(new Error(report.message)),
  );
  worker.once("error", reject);
  worker.once("exit", () => reject(new Error("its thread ended early")));
  return promise.finally(() => {
    signal.removeEventListener("abort", stop);
    return worker.terminate();
  });
}
