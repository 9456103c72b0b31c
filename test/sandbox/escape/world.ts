import { type ChildProcess, spawn } from "node:child_process";
import { chmod, chown, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** What lies outside and must stay there. Every file is readable for all: only the walls keep it. */
export interface World {
  readonly secret: string;
  /** Makes a workspace for one attempt, so that none sees what another did. */
  makeWorkspace(): Promise<string>;
  readonly readOnly: string;
  /** A process outside that must survive. */
  readonly bystander: ChildProcess;
  /** Told to every script by the environment. */
  environmentFor(workspace: string): Readonly<Record<string, string>>;
  close(): Promise<void>;
}

/** Stands in every secret: whoever prints it has broken out. */
export const SECRET = "the-harbour-master-knows";

export async function createWorld(owner?: number): Promise<World> {
  const root = await mkdtemp(join(tmpdir(), "dejima-escape-"));
  await chmod(root, 0o755);
  const place = (...parts: string[]) => join(root, ...parts);
  for (const folder of ["home/.ssh", "runs/other/sandbox", "workspaces", "read-only", "sockets"]) {
    await mkdir(place(folder), { recursive: true });
  }
  const secrets = {
    HOME_SECRET: "home/.ssh/id_rsa",
    OTHER_RUN: "runs/other/sandbox/note",
    DATABASE: "dejima.db",
    SECRET_FILE: "secret",
  };
  for (const path of Object.values(secrets)) await writeFile(place(path), SECRET, { mode: 0o644 });
  await writeFile(place("read-only/data"), "data");
  await chmod(place("sockets"), 0o777);

  const bystander = spawn("sleep", ["600"], { stdio: "ignore" });
  const abstract = `\0dejima-escape-${process.pid}-${owner ?? "self"}`;
  const listeners = await Promise.all([
    listen({ port: 0, host: "127.0.0.1" }),
    listen({ port: 0, host: "::1" }).catch(() => listen({ port: 0, host: "127.0.0.1" })),
    listen({ path: place("sockets/host.sock") }),
    listen({ path: abstract }),
  ]);
  await chmod(place("sockets/host.sock"), 0o777);
  const port = (server: Server | undefined) => {
    const address = server?.address();
    return String(typeof address === "object" ? address?.port : 0);
  };
  return {
    secret: place("secret"),
    async makeWorkspace() {
      const path = await mkdtemp(place("workspaces", "run-"));
      await writeFile(join(path, "own"), "own");
      if (owner !== undefined) for (const each of [path, join(path, "own")]) await chown(each, owner, owner);
      return path;
    },
    readOnly: place("read-only"),
    bystander,
    environmentFor: (workspace) => ({
      ...Object.fromEntries(Object.entries(secrets).map(([name, path]) => [name, place(path)])),
      ROOT: root,
      WORKSPACE: workspace,
      READ_ONLY: place("read-only"),
      PORT_4: port(listeners[0]),
      PORT_6: port(listeners[1]),
      SOCKET: place("sockets/host.sock"),
      ABSTRACT: abstract.slice(1),
      BYSTANDER: String(bystander.pid),
      OUTER: String(process.pid),
      GRANTED: "granted",
    }),
    async close() {
      bystander.kill("SIGKILL");
      await Promise.all(listeners.map((server) => new Promise((resolve) => server.close(resolve))));
      await rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    },
  };
}

function listen(where: { port: number; host: string } | { path: string }): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.end(SECRET));
    server.once("error", reject).listen(where, () => resolve(server));
  });
}

/** The processes of this machine whose command line holds the mark as a word of its own. */
export async function findProcesses(mark: string): Promise<number[]> {
  const found: number[] = [];
  for (const name of await readdir("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    const line = await readFile(`/proc/${name}/cmdline`, "utf8").catch(() => "");
    if (line.split("\0").includes(mark)) found.push(Number(name));
  }
  return found;
}
