import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { aForger } from "./a-forger.ts";

type Log = NonNullable<NonNullable<Parameters<typeof createRuntime>[0]>["config"]>["log"];

/** A home of its own, with what opens it, finishes runs in it, checks them and forges them. */
export async function aHome() {
  const folder = await mkdtemp(join(tmpdir(), "dejima-anchor-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));
  const home = join(folder, "home");
  const faults: unknown[] = [];
  const open = (log: Log = {}, network: { allowPrivate: string[] } = { allowPrivate: [] }): Runtime =>
    createRuntime({
      workspace: folder,
      home,
      variables: { HOME: folder },
      config: { log, network },
      onFault: (fault) => faults.push(fault),
    });
  /** One finished run, with the runtime closed after it. */
  const finishedRun = async (...how: Parameters<typeof open>) => {
    await using runtime = open(...how);
    return (await runtime.execute("current_time", {})).runId;
  };
  const verify = async (runId: string, ...how: Parameters<typeof open>) => {
    await using runtime = open(...how);
    return await runtime.history.verify(runId);
  };
  return { folder, home, faults, open, finishedRun, verify, forger: aForger(home) };
}

/** The result of each check. */
export const results = (check: Awaited<ReturnType<Awaited<ReturnType<typeof aHome>>["verify"]>>) =>
  Object.fromEntries(check.checks.map(({ what, result }) => [what, result]));
