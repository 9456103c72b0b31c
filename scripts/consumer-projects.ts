/** A program of somebody else that uses the package, and what it needs besides. */
interface ConsumerProgram {
  readonly name: string;
  readonly file: string;
  readonly packages: readonly string[];
  readonly text: string;
}

/** A custom login, a tool, and a runtime that stores nothing in the current folder. */
const PARTS = `
const runtime = createRuntime({ workspace: mkdtempSync(join(tmpdir(), "dejima-consumer-")) });
const caller = (request: Request): Caller | undefined =>
  request.headers.get("cookie") === "user=ann" ? { name: "ann", role: "user" } : undefined;
`;

const IMPORTS = `
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createRuntime } from "dejima";
`;

/** Requests the caller, the tools and a call from a served handler. Without the login every request is refused. */
const ASKS = `
const ask = (path: string, init: RequestInit = {}) =>
  fetch(base + path, { ...init, headers: { cookie: "user=ann", "content-type": "application/json" } });
const me = await (await ask("/api/me")).json();
if (me.name !== "ann") throw new Error("expected ann: " + JSON.stringify(me));
const tools: unknown[] = await (await ask("/api/tools")).json();
if (tools.length === 0) throw new Error("expected tools");
const chat = await ask("/v1/chat/completions", {
  method: "POST",
  body: JSON.stringify({ model: "offline", messages: [{ role: "user", content: "hello" }] }),
});
if (chat.status !== 200) throw new Error("expected an answer: " + (await chat.text()));
if ((await fetch(base + "/api/me")).status !== 401) throw new Error("expected 401 without a login");
`;

/** Programs that the gate compiles and runs. */
export const CONSUMERS: readonly ConsumerProgram[] = [
  {
    name: "Express",
    file: "express.ts",
    packages: ["express@5", "@types/express@5"],
    text: `${IMPORTS}
import { type Caller, toNodeHandler } from "dejima/http";
import express from "express";
${PARTS}
const app = express();
const handler = toNodeHandler(runtime, { caller });
app.use("/dejima", handler);
app.use(express.json());
app.post("/own", (request, response) => void response.json({ read: request.body }));
const server = app.listen(0, "127.0.0.1");
await new Promise((resolve) => server.once("listening", resolve));
const address = server.address();
if (address === null || typeof address === "string") throw new Error("expected a port");
const base = "http://127.0.0.1:" + address.port + "/dejima";
${ASKS}
const own = await fetch("http://127.0.0.1:" + address.port + "/own", {
  method: "POST",
  headers: { "content-type": "application/json" },
  body: '{"a":1}',
});
if ((await own.json()).read.a !== 1) throw new Error("expected the routes of the program to work beside");
await handler.close();
server.close();
server.closeAllConnections();
await runtime.close();
`,
  },
  {
    name: "CommonJS",
    file: "common.cts",
    packages: [],
    text: `
import dejima = require("dejima");
import http = require("dejima/http");
import os = require("node:os");
import fs = require("node:fs");
async function main() {
  const workspace = fs.mkdtempSync(os.tmpdir() + "/dejima-consumer-");
  const runtime = dejima.createRuntime({ workspace });
  const listed = runtime.tools();
  if (listed.length === 0 || typeof http.toFetchHandler !== "function") throw new Error("expected tools");
  await runtime.close();
}
main().catch((error) => { console.error(error); process.exitCode = 1; });
`,
  },
];

/** A project on a framework, made, built and run in a folder below the installed packages. */
interface FrameworkProject {
  readonly name: string;
  /** Too large for every gate: `npm run check:package` includes it. */
  readonly isLarge: boolean;
  readonly packages: readonly string[];
  readonly files: Readonly<Record<string, string>>;
  readonly command: readonly [string, ...string[]];
}

const NEXT_ROUTE = `
import { type Caller, toFetchHandler } from "dejima/http";
import { dejima } from "../../../../lib/dejima";

export const runtime = "nodejs";
const caller = (request: Request): Caller | undefined =>
  request.headers.get("cookie") === "user=ann" ? { name: "ann", role: "user" } : undefined;
const handle = toFetchHandler(dejima, { path: "/api/dejima", caller });
export { handle as GET, handle as POST };
`;

/** Builds and starts the site, asks it, and stops it. */
const NEXT_DRIVER = `
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
const next = ["../node_modules/next/dist/bin/next"];
const built = spawnSync("node", [...next, "build"], { stdio: "inherit", env: { ...process.env, NEXT_TELEMETRY_DISABLED: "1" } });
if (built.status !== 0) throw new Error("expected a build");
const site = spawn("node", [...next, "start", "-H", "127.0.0.1", "-p", "0"], { stdio: ["ignore", "pipe", "inherit"] });
try {
  let base = "";
  for await (const line of createInterface({ input: site.stdout })) {
    base = /http:\\/\\/127\\.0\\.0\\.1:\\d+/.exec(line)?.[0] ?? base;
    if (line.includes("Ready")) break;
  }
  base += "/api/dejima";
  ${ASKS}
} finally {
  site.kill();
  await once(site, "exit");
}
`;

export const FRAMEWORKS: readonly FrameworkProject[] = [
  {
    name: "Vitest",
    isLarge: false,
    packages: ["vitest@5"],
    files: {
      "greet.test.ts": `
import { createMemoryStore, createRuntime, defineTool } from "dejima";
import { expect, test } from "vitest";
import { z } from "zod";

const greet = defineTool({
  name: "greet", summary: "Greet a person by name", description: "Returns a greeting.", category: "custom",
  risk: "low", input: z.object({ name: z.string() }), effects: () => [],
  run: ({ name }) => \`Hello \${name}\`,
});

test("a tool of one's own is called through the gate", async () => {
  await using runtime = createRuntime({ tools: [greet], store: createMemoryStore() });
  expect(await runtime.execute("greet", { name: "Ann" })).toMatchObject({ type: "success", output: "Hello Ann" });
});
`,
    },
    command: ["node", "../node_modules/vitest/vitest.mjs", "run"],
  },
  {
    name: "Next.js",
    isLarge: true,
    packages: ["next@16", "react@19", "react-dom@19", "@types/react@19", "typescript@5"],
    files: {
      "next.config.ts": 'export default { serverExternalPackages: ["dejima"] };',
      "app/layout.tsx":
        'export default ({ children }: { children: React.ReactNode }) => <html lang="en"><body>{children}</body></html>;',
      "app/page.tsx": "export default () => <p>Hello</p>;",
      "lib/dejima.ts": `${IMPORTS}
export const dejima = createRuntime({ workspace: mkdtempSync(join(tmpdir(), "dejima-consumer-")) });
`,
      "app/api/dejima/[...path]/route.ts": NEXT_ROUTE,
      "drive.mjs": NEXT_DRIVER.replaceAll(/: (?:string|RequestInit|unknown\[\])/g, ""),
    },
    command: ["node", "drive.mjs"],
  },
];
