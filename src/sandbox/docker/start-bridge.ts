import { chmod, mkdtemp, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { LaunchRequest } from "../driver.ts";
import { bridge, programText } from "../inside-programs.ts";
import { describeBridge } from "./container.ts";
import { type Engine, splitFrames } from "./engine.ts";

type BridgeOptions = Omit<Parameters<typeof describeBridge>[0], "proxySocket">;

/** The container whose loopback leads to the proxy. */
interface Bridge {
  readonly id: string;
  remove(): Promise<void>;
}

/** Creates the folder with the bridge program for its container. The caller removes it. */
export async function bridgePrograms(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "dejima-docker-"));
  await chmod(folder, 0o755);
  await writeFile(join(folder, "bridge.cjs"), programText(bridge));
  return folder;
}

/**
 * Starts the bridge to granted hosts, beside the program and out of its reach. Returns `undefined` if no
 * hosts were granted.
 */
export async function startBridge(
  engine: Engine,
  { proxySocket }: LaunchRequest,
  options: BridgeOptions,
): Promise<Bridge | undefined> {
  if (proxySocket === undefined) return undefined;
  const body = describeBridge({ ...options, proxySocket });
  const id = await engine.create(body);
  let detach = () => {};
  const remove = async () => {
    detach();
    await removeContainer(engine, id);
  };
  try {
    const socket = await engine.attach(id);
    detach = () => socket.destroy();
    await engine.call(`/containers/${id}/start`, { method: "POST" });
    const { stdout, stderr } = splitFrames(socket);
    let words = "";
    stderr.on("data", (bytes: Buffer) => {
      words = `${words}${bytes}`.slice(-500);
    });
    const [first] = await stdout.take(1).toArray();
    if (first === undefined) throw new Error(`Cannot open the way to granted hosts: ${words.trim()}`);
    return { id, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}

/** Kills a container and removes it. */
export async function removeContainer(engine: Engine, id: string): Promise<void> {
  await engine.call(`/containers/${id}`, {
    method: "DELETE",
    query: { force: "1", v: "1" },
    accept: [404, 409],
  });
}
