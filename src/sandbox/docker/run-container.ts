import { setTimeout as delay } from "node:timers/promises";
import type { Launched, LaunchRequest } from "../driver.ts";
import { createWorkspaceGauge } from "../limit/measure-usage.ts";
import { limitFailure, limitOfExitCode } from "../limit/resource-limits.ts";
import { type Engine, splitFrames } from "./engine.ts";
import { removeContainer } from "./start-bridge.ts";

/** How long to wait before killing a container again, if the engine failed the first request. */
const RETRY_MS = 500;
/** The exit code of a program killed by SIGKILL. */
const KILLED = 137;
const INSPECT_DELAY_MS = 100;
const INSPECT_ATTEMPTS = 50;

interface ContainerRun {
  /** The engine's request to create the container. */
  readonly body: object;
  readonly request: LaunchRequest;
  /** Called once nothing of the container is left. */
  dispose(): Promise<void> | undefined;
}

/** Creates and starts one container. On failure it is removed; the caller calls `dispose`. */
export async function runContainer(
  engine: Engine,
  { body, request, ...run }: ContainerRun,
): Promise<Launched> {
  const id = await engine.create(body);
  try {
    const socket = await engine.attach(id);
    await engine.call(`/containers/${id}/start`, { method: "POST" });
    // Requested only now: a container that has already ended counts as not running, so its end cannot be
    // missed.
    const waited = engine.call(`/containers/${id}/wait`, {
      method: "POST",
      query: { condition: "not-running" },
      patient: true,
    });
    const exited = waited.then((answer) => Number((answer as { StatusCode: number }).StatusCode)); // documented
    let ended = false;
    let killed = false;
    const end = () => {
      ended = true;
    };
    exited.then(end, end);
    const kill = async () => {
      killed = true;
      while (!ended) {
        try {
          await engine.call(`/containers/${id}/kill`, { method: "POST", accept: [404, 409] });
          return;
        } catch {
          await delay(RETRY_MS); // the engine may be slow under the load of the very program that must end
        }
      }
    };
    const gauge = createWorkspaceGauge(request.mounts, request.limits.workspaceBytes);
    return {
      stdin: socket,
      ...splitFrames(socket),
      exited,
      begin: () => gauge.reset(),
      kill: () => void kill(),
      brokenLimit: async () => ((await gauge.isFull()) ? "workspaceBytes" : null),
      limitAtEnd: async (exitCode) =>
        limitOfExitCode(exitCode) ??
        ((await ranOutOfMemory(engine, id, exitCode === KILLED && !killed)) ? "memoryBytes" : null),
      startFailure: limitFailure,
      async dispose() {
        socket.destroy();
        await removeContainer(engine, id);
        await run.dispose();
      },
    };
  } catch (error) {
    await removeContainer(engine, id);
    throw error;
  }
}

/**
 * Whether the kernel killed it for memory. The engine may learn that after the end, so a killed container is
 * inspected again.
 */
async function ranOutOfMemory(engine: Engine, id: string, wasKilled: boolean): Promise<boolean> {
  for (let attempt = 0; ; attempt++) {
    const found = await engine.call(`/containers/${id}/json`);
    if ((found as { State?: { OOMKilled?: boolean } }).State?.OOMKilled === true) return true; // documented
    if (!wasKilled || attempt === INSPECT_ATTEMPTS) return false;
    await delay(INSPECT_DELAY_MS);
  }
}
