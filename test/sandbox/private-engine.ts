import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { createEngine } from "../../src/sandbox/docker/engine.ts";
import { findProgram } from "../../src/sandbox/process/find-program.ts";

/** A container engine of the tests' own, that nobody else sees. */
export interface PrivateEngine {
  readonly socket: string;
  stop(): Promise<void>;
}

const READY_MS = 100_000;

/** Why there can be none here; undefined when there can. */
export function missingForEngine(): string | undefined {
  if (process.getuid?.() !== 0) return "only root can start an engine of his own";
  const missing = ["dockerd", "containerd", "runc", "busybox"].filter(
    (name) => findProgram(name) === undefined,
  );
  return missing.length === 0 ? undefined : `not installed: ${missing.join(", ")}`;
}

/**
 * Starts an engine in a folder of its own, without a bridge and without touching the firewall. Besides root, members of
 * the group may use it.
 */
export async function startPrivateEngine(group = 0): Promise<PrivateEngine> {
  const folder = mkdtempSync(join(tmpdir(), "dejima-engine-"));
  chmodSync(folder, 0o711);
  const place = (name: string) => join(folder, name);
  const socket = place("docker.sock");
  const runsc = findProgram("runsc");
  const runtimes =
    runsc === undefined
      ? {}
      : { runsc: { path: runsc, runtimeArgs: ["--platform=ptrace", "--network=none"] } };
  writeFileSync(place("daemon.json"), JSON.stringify({ runtimes }));
  const log = openSync(place("log"), "a");
  const start = (name: string, args: string[]) =>
    spawn(findProgram(name) ?? name, args, {
      stdio: ["ignore", log, log],
      env: { PATH: "/usr/sbin:/usr/bin:/sbin:/bin" },
    });
  const containerd = start("containerd", [
    "--root",
    place("ctrd"),
    "--state",
    place("ctrd-state"),
    "--address",
    place("ctrd.sock"),
  ]);
  const dockerd = start("dockerd", [
    ...[
      "--containerd",
      place("ctrd.sock"),
      "--config-file",
      place("daemon.json"),
      "--data-root",
      place("data"),
    ],
    ...["--exec-root", place("exec"), "-p", place("pid"), "-H", `unix://${socket}`, "-G", String(group)],
    ...["--bridge=none", "--iptables=false", "--ip-forward=false", "--ip-masq=false"],
  ]);
  try {
    await answer(socket, dockerd);
  } catch (error) {
    const words = readFileSync(place("log"), "utf8").slice(-1500);
    await stop();
    throw new Error(`Cannot start an engine: ${error instanceof Error ? error.message : error}\n${words}`);
  }
  return { socket, stop };

  async function stop(): Promise<void> {
    for (const child of [dockerd, containerd]) await end(child);
    const mounts = readFileSync("/proc/self/mounts", "utf8").split("\n");
    for (const line of mounts.reverse()) {
      const path = line.split(" ")[1] ?? "";
      if (path.startsWith(folder)) spawnSync("umount", ["-l", path]);
    }
    rmSync(folder, { recursive: true, force: true });
  }
}

async function answer(socket: string, daemon: ChildProcess): Promise<void> {
  const engine = createEngine(socket);
  for (const end = Date.now() + READY_MS; Date.now() < end; ) {
    if (daemon.exitCode !== null) throw new Error(`dockerd ended with ${daemon.exitCode}`);
    const isUp = await engine.call("/_ping").then(
      () => true,
      () => false,
    );
    if (isUp) return;
    await delay(50);
  }
  throw new Error(`it did not answer within ${READY_MS} ms`);
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill("SIGTERM");
  const patience = setTimeout(() => child.kill("SIGKILL"), 10_000);
  await once(child, "exit");
  clearTimeout(patience);
}
