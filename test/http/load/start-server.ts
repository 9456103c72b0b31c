import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A server under load, in a process of its own. */
export interface LoadServer {
  readonly url: string;
  readonly port: number;
  /** Ends it as a crash or a restart would; resolves when it is gone. */
  end(signal: "SIGKILL" | "SIGTERM"): Promise<void>;
  /** Resident memory in bytes. */
  memory(): Promise<number>;
}

const program = new URL("load-server.ts", import.meta.url).pathname;

/** Starts one on this workspace and waits until it listens. */
export async function startServer(
  workspace: string,
  { port = 0, pauseMs = 0 }: { readonly port?: number; readonly pauseMs?: number } = {},
): Promise<LoadServer> {
  const child: ChildProcess = spawn(process.execPath, [program, workspace, String(port), String(pauseMs)], {
    stdio: ["ignore", "pipe", "inherit"],
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
    async memory() {
      const text = await (await fetch(`${url}/metrics`)).text();
      return Number(/^process_resident_memory_bytes (\d+)$/m.exec(text)?.[1]);
    },
  };
}
