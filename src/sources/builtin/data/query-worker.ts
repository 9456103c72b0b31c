// Runs in a thread of its own: a query from a model may take time without end, and is ended with its thread.
import { parentPort, workerData } from "node:worker_threads";
import { type QueryJob, type Selection, selectValues } from "./select-values.ts";

/** What the worker says. */
export type QueryReport =
  | { readonly type: "done"; readonly selection: Selection }
  | { readonly type: "failed"; readonly message: string };

parentPort?.postMessage(report(workerData as QueryJob)); // queryInThread() is the only one who starts it

function report(job: QueryJob): QueryReport {
  try {
    return { type: "done", selection: selectValues(job) };
  } catch (error) {
    return { type: "failed", message: error instanceof Error ? error.message : String(error) };
  }
}
