import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { cpSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("../..", import.meta.url));
const modules = join(root, "bench/peers/node_modules");
/** The server behind every gateway. */
export const backend = [
  process.execPath,
  join(modules, "@modelcontextprotocol/server-everything/dist/index.js"),
];

/** How a client speaks: protocol 2026-07-28, sessions of the protocols before it, or the oldest one with two channels. */
export type Protocol = "modern" | "session" | "sse";

/** A gateway that runs: where it listens, and which process it is. */
export interface Gateway {
  readonly name: string;
  readonly url: string;
  readonly protocols: readonly Protocol[];
  readonly process: ChildProcess;
}

/** Starts all gateways in front of the same server. Ours is the command that is published, as the others are. */
export async function startGateways(folder: string): Promise<Gateway[]> {
  const command = buildCommand(folder);
  const [program = "", script = ""] = backend;
  const everything = { command: program, args: [script] };
  writeFileSync(
    join(folder, "dejima.yaml"),
    JSON.stringify({
      mcpServers: { everything: { ...everything, trusted: true, risk: "low", sends: "nothing" } },
    }),
  );
  writeFileSync(join(folder, "hub.json"), JSON.stringify({ mcpServers: { everything } }));
  const ports = await Promise.all([1, 2, 3, 4].map(freePort));
  const bin = (name: string) => join(modules, ".bin", name);
  const specs: [string, string[], string, readonly Protocol[]][] = [
    [
      "ours",
      [command, "--config", "dejima.yaml", "mcp", "serve", "--port", `${ports[0]}`],
      `:${ports[0]}/mcp`,
      ["session", "sse", "modern"],
    ],
    [
      "mcp-proxy",
      [bin("mcp-proxy"), "--port", `${ports[1]}`, "--host", "127.0.0.1", "--", ...backend],
      `:${ports[1]}/mcp`,
      ["session"],
    ],
    [
      "supergateway",
      [
        bin("supergateway"),
        ...["--stdio", backend.join(" "), "--outputTransport", "streamableHttp", "--stateful"],
        ...["--port", `${ports[2]}`, "--logLevel", "none"],
      ],
      `:${ports[2]}/mcp`,
      ["session"],
    ],
    [
      "mcp-hub",
      [bin("mcp-hub"), "--port", `${ports[3]}`, "--config", join(folder, "hub.json")],
      `:${ports[3]}/mcp`,
      ["sse"],
    ],
  ];
  return Promise.all(
    specs.map(async ([name, args, place, protocols]) => {
      const child = spawn(process.execPath, args, { cwd: folder, stdio: "ignore" });
      const url = `http://127.0.0.1${place}`;
      await untilListening(url);
      return { name, url, protocols, process: child };
    }),
  );
}

function buildCommand(folder: string): string {
  const target = join(folder, "dist");
  const { status } = spawnSync(process.execPath, ["scripts/build.ts", target], {
    cwd: root,
    stdio: "ignore",
  });
  if (status !== 0) throw new Error("Cannot build the published files: scripts/build.ts failed");
  cpSync(join(root, "bin"), join(folder, "bin"), { recursive: true });
  cpSync(join(root, "package.json"), join(folder, "package.json"));
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  return join(folder, "bin/dejima.js");
}

/** Processor time of a process, without its children, in milliseconds. */
export function cpuOf({ pid }: ChildProcess): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ")[1]?.split(" ") ?? [];
  return (Number(fields[11]) + Number(fields[12])) * 10; // the kernel counts in hundredths of a second
}

/** Resident memory in megabytes. */
export function memoryOf({ pid }: ChildProcess): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kilobytes) / 1024;
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, "127.0.0.1", () => {
      const address = server.address();
      server.close(() => resolve(typeof address === "object" ? (address?.port ?? 0) : 0));
    });
  });
}

async function untilListening(url: string): Promise<void> {
  for (let attempt = 0; attempt < 300; attempt++) {
    const answered = await fetch(url, { method: "POST", body: "{}" }).then(
      () => true,
      () => false,
    );
    if (answered) return;
    await delay(100);
  }
  throw new Error(`Nobody listens at ${url}`);
}
