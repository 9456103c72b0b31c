import { parentPort, Worker, workerData } from "node:worker_threads";
import { thrownText } from "../../support/thrown-text.ts";

interface WorkerOptions {
  /** Name of the worker's file, without its extension. */
  readonly worker: string;
  /** `import.meta.url` of a module beside the worker, in the source and in the build. */
  readonly beside: string;
  readonly signal: AbortSignal;
}

type WorkerReport<Result> =
  | { readonly type: "done"; readonly result: Result }
  | { readonly type: "failed"; readonly message: string };

const MEMORY_MB = 512;

/** Runs a job in a worker thread. Stops the thread when the job ends or the signal aborts. */
export function runInWorker<Result>(
  job: unknown,
  { worker: name, beside, signal }: WorkerOptions,
): Promise<Result> {
  signal.throwIfAborted();
  const { promise, resolve, reject } = Promise.withResolvers<Result>();
  const worker = new Worker(new URL(`./${name}${beside.endsWith(".ts") ? ".ts" : ".js"}`, beside), {
    workerData: job,
    env: {},
    execArgv: [],
    stdout: true, // keeps what parsers print out of this process's output
    stderr: true,
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  const stop = () => reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  worker.once("message", (report: WorkerReport<Result>) =>
    report.type === "done" ? resolve(report.result) : reject(new Error(report.message)),
  );
  worker.once("error", reject);
  worker.once("exit", () => reject(new Error("its thread ended early")));
  return promise.finally(() => {
    signal.removeEventListener("abort", stop);
    return worker.terminate();
  });
}

/** Called by a worker file: does the job that `runInWorker()` passed and reports the result. */
export async function doJob<Job>(work: (job: Job) => unknown): Promise<void> {
  parentPort?.postMessage(await report(work));
}

async function report<Job>(work: (job: Job) => unknown): Promise<WorkerReport<unknown>> {
  try {
    // Only runInWorker() starts these workers, with the job that their file names.
    return { type: "done", result: await work(workerData as Job) };
  } catch (error) {
    return { type: "failed", message: thrownText(error) };
  }
}
