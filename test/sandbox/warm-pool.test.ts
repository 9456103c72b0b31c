import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import { ALL_LIMITS } from "../../src/sandbox/driver.ts";
import { createOutputLog } from "../../src/sandbox/process/output-log.ts";
import type { Sandbox, SandboxResult, StartOptions } from "../../src/sandbox/sandbox.ts";
import { sandboxConformance } from "./conformance.ts";
import { usable } from "./engines.ts";
import { findProcesses } from "./escape/world.ts";

const { works, why, report } = await usable("bubblewrap");

describe.runIf(works)(`bubblewrap, warm${why}`, () => {
  sandboxConformance({
    title: "every run takes a process that waits",
    create: async () => preparing(await createSandbox({ driver: "bubblewrap", warmPool: {} })),
    holds: ALL_LIMITS.filter((name) => !report?.limits.notHeld.includes(name)),
  });
});

describe.runIf(works)(`createWarmPool()${why}`, () => {
  let sandbox: Sandbox;
  let folder: string;
  beforeAll(async () => {
    sandbox = await createSandbox({ driver: "bubblewrap", warmPool: {} });
    folder = await mkdtemp(join(tmpdir(), "dejima-warm-"));
  });
  afterAll(async () => {
    await sandbox.close();
    await rm(folder, { recursive: true, maxRetries: 20, retryDelay: 100 });
  });

  async function run(
    name: string,
    text: string,
    options: StartOptions = {},
    args: string[] = [],
  ): Promise<SandboxResult> {
    const path = join(folder, name);
    await writeFile(path, text);
    const program = name.endsWith(".py") ? "python3" : "node";
    const full = { mounts: [{ path: folder, access: "read-only" }] as const, ...options };
    await sandbox.prepare([program, path], full);
    return sandbox.start([program, path, ...args], full).result;
  }

  test("a waiting Node becomes the script, in every format", async () => {
    const body = "console.log(process.argv.slice(2), process.execArgv.length, process.env.A, process.cwd());";
    const expected = { stdout: "[ 'x y' ] 0 1 /workspace\n", stderr: "", exitCode: 0 };
    for (const name of ["a.cjs", "a.mjs", "a.js"]) {
      expect(await run(name, body, { environment: { A: "1" } }, ["x y"]), name).toMatchObject(expected);
    }
    expect(
      await run("a.ts", `const n: number = 1;\n${body}`, { environment: { A: "1" } }, ["x y"]),
    ).toMatchObject(expected);
  });

  test("a script that became of a waiting Node is the main module", async () => {
    expect((await run("b.cjs", "console.log(require.main === module, __filename);")).stdout).toBe(
      `true ${folder}/b.cjs\n`,
    );
    expect((await run("b.mjs", "console.log(import.meta.main, await 5);")).stdout).toBe("true 5\n");
  });

  test("a waiting Node leaves the script's own input whole, and its errors and exit code as they are", async () => {
    expect((await run("c.mjs", "process.stdin.pipe(process.stdout);", { stdin: "inp\nut" })).stdout).toBe(
      "inp\nut",
    );
    expect(await run("d.cjs", "process.exitCode = 4;")).toMatchObject({ exitCode: 4 });
    const thrown = await run("e.cjs", "throw new Error('boom');");
    expect(thrown).toMatchObject({ exitCode: 1, stderr: expect.stringContaining("boom") });
  });

  test("a waiting Python becomes the script", async () => {
    await writeFile(join(folder, "helper.py"), "value = 7\n");
    const text =
      "import sys, os, helper\nprint(__name__, sys.argv[1:], helper.value, os.environ['A'], sys.stdin.read())\nsys.exit(3)";
    const result = await run("f.py", text, { environment: { A: "1" }, stdin: "in" }, ["x y"]);
    expect(result).toMatchObject({ stdout: "__main__ ['x y'] 7 1 in\n", stderr: "", exitCode: 3 });
    expect((await run("g.py", "print(sorted(n for n in globals() if not n.startswith('__')))")).stdout).toBe(
      "[]\n",
    );
  });

  test("a process is used once: the next run finds another, without anything of the first", async () => {
    const text =
      "console.log(globalThis.mark, fs.existsSync('/tmp/mark')); globalThis.mark = 1; fs.writeFileSync('/tmp/mark', '');";
    expect((await run("h.cjs", `const fs = require("fs");${text}`)).stdout).toBe("undefined false\n");
    expect((await run("h.cjs", `const fs = require("fs");${text}`)).stdout).toBe("undefined false\n");
  });

  test("a run behind granted hosts never takes a waiting process", async () => {
    const result = await run("i.cjs", "console.log(process.ppid > 1);", { hosts: ["example.com"] });
    expect(result).toMatchObject({ stdout: "true\n", exitCode: 0 });
  });

  test("close() leaves nothing waiting, and the pool keeps to its memory", async () => {
    const small = await createSandbox({ driver: "bubblewrap", warmPool: { maxMebibytes: 64 } });
    const workspaceBytes = 7_654_321; // shows among the arguments of what waits
    for (const processes of [60, 61, 62])
      await small.prepare(["node", "/x.cjs"], { limits: { processes, workspaceBytes } });
    const found = await findProcesses(String(workspaceBytes));
    expect(found.length).toBe(2); // one sandbox: the one outside and the first inside
    await small.close();
    expect(await findProcesses(String(workspaceBytes))).toEqual([]);
  });
});

/** Makes every start wait until there is a process for it, so that none is cold. */
function preparing(sandbox: Sandbox): Sandbox {
  const pending = new Set<Promise<unknown>>();
  return {
    ...sandbox,
    async close() {
      await Promise.all(pending);
      await sandbox.close();
    },
    start(argv, options) {
      const log = createOutputLog(Number.MAX_SAFE_INTEGER);
      const started = sandbox
        .prepare(argv, options)
        .catch(() => {})
        .then(() => sandbox.start(argv, options));
      pending.add(started);
      const copied = started.then(async (run) => {
        for await (const chunk of run.output) log.append(chunk.stream, Buffer.from(chunk.text));
        log.finish();
        return run.result;
      });
      return { output: log, result: copied, kill: () => void started.then((run) => run.kill()) };
    },
  };
}
