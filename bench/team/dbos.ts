import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { aPostgres } from "../../test/store/a-postgres.ts";
import { peer } from "../peers.ts";

export const APPLICATION = "bench-team";
export const QUEUE = "runs";
export const WORKFLOW = "waitingRun";
/** How long a tool waits, here as in the team's own processes. */
export const WAIT_MS = 1_000;

interface Enqueued {
  getResult(options: { readonly pollingIntervalMs: number }): Promise<unknown>;
}

/** What we use of the SDK of DBOS. */
export interface DbosSdk {
  readonly DBOS: {
    registerWorkflow(work: (what: string) => Promise<string>, options: { readonly name: string }): unknown;
    runStep<Result>(step: () => Promise<Result>, options: { readonly name: string }): Promise<Result>;
    setConfig(config: Readonly<Record<string, string>>): void;
    launch(): Promise<void>;
    registerQueue(name: string, options: Readonly<Record<string, number>>): Promise<unknown>;
    shutdown(): Promise<void>;
  };
  readonly DBOSClient: {
    create(options: Readonly<Record<string, string>>): Promise<{
      enqueue(
        options: { readonly queueName: string; readonly workflowName: string },
        what: string,
      ): Promise<Enqueued>;
      destroy(): Promise<void>;
    }>;
  };
}

const POLL_MS = 50;

/** Milliseconds per DBOS workflow, with many at once and with worker processes on a separate PostgreSQL. */
export async function dbosThroughput(options: {
  readonly workflows: number;
  readonly workers: number;
  readonly runsEach: number;
}): Promise<number> {
  // The package exports what its declarations say.
  const { DBOSClient } = (await peer("@dbos-inc/dbos-sdk")) as unknown as DbosSdk;
  await using postgres = await aPostgres();
  const address = await postgres.newDatabase();
  const workers: ChildProcess[] = [];
  try {
    // The first one makes the tables.
    for (let index = 0; index < options.workers; index++)
      workers.push(await start(address, options.runsEach));
    const client = await DBOSClient.create({ systemDatabaseUrl: address, applicationName: APPLICATION });
    const round = async (name: string) => {
      const began = performance.now();
      const results = await Promise.all(
        Array.from({ length: options.workflows }, async (_none, index) => {
          const handle = await client.enqueue(
            { queueName: QUEUE, workflowName: WORKFLOW },
            `${name}-${index}`,
          );
          return handle.getResult({ pollingIntervalMs: POLL_MS });
        }),
      );
      const wrong = results.find((result, index) => result !== `Answered: ${name}-${index}`);
      if (wrong !== undefined) throw new Error(`DBOS answered ${wrong}`);
      return (performance.now() - began) / options.workflows;
    };
    await round("warm");
    const figure = await round("measured");
    await client.destroy();
    return figure;
  } finally {
    await Promise.all(
      workers.map(async (worker) => {
        const gone = once(worker, "exit");
        worker.kill("SIGKILL");
        await gone;
      }),
    );
  }
}

async function start(address: string, runs: number): Promise<ChildProcess> {
  const file = fileURLToPath(new URL("dbos-worker.ts", import.meta.url));
  const child = spawn(process.execPath, ["--no-deprecation", file, address, String(runs)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise<void>((resolve, reject) => {
    child.stdout.on("data", (chunk) => {
      if (String(chunk).includes("working")) resolve();
    });
    child.once("exit", (code) => reject(new Error(`A worker of DBOS ended with ${code}`)));
  });
  return child;
}
