import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** Memory of a server in bytes. */
export interface MemoryUse {
  readonly resident: number;
  /** What it still holds after everything that can be given up was. */
  readonly held: number;
}

/** A server under load, in a process of its own. */
export interface LoadServer {
  readonly url: string;
  readonly port: number;
  /** Ends it as a crash or a restart would; resolves when it is gone. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
  memory(): Promise<MemoryUse>;
}

const program = new URL("load-server.ts", import.meta.url).pathname;

/** Starts one on this workspace and waits until it listens. */
export async function startServer(
  workspace: string,
  { port = 0, pauseMs = 0 }: { readonly port?: number; readonly pauseMs?: number } = {},
): Promise<LoadServer> {
  const child: ChildProcess = spawn(process.execPath, [program, workspace, String(port), String(pauseMs)], {
    stdio: ["ignore", "pipe", "inherit", "ipc"],
  });
  if (child.stdout === null) throw new Error("the server has no output");
  const lines = createInterface({ input: child.stdout });
  const [line] = (await once(lines, "line")) as [string];
  const { url } = JSON.parse(line) as { url: string };
  return {
    url,
    port: Number(new URL(url).port),
    async end(signal) {
      const gone = once(child, "exit");
      child.kill(signal);
      await gone;
    },
    memory: () =>
      new Promise<MemoryUse>((resolve, reject) => {
        const gone = () => reject(new Error("the server is gone"));
        child.once("disconnect", gone);
        child.once("message", (use) => {
          child.off("disconnect", gone);
          // The load server sends nothing else.
          resolve(use as MemoryUse);
        });
        child.send("memory", (error) => error !== null && reject(error));
      }),
  };
}
