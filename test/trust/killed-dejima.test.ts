import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { claimNewHome } from "../../src/config/trust/home-claim.ts";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { usable } from "../sandbox/engines.ts";
import { findProcesses } from "../sandbox/escape/world.ts";
import { outputOf } from "../support/a-runtime.ts";
import { programFile } from "../support/program.ts";
import { aCliFolder } from "../support/run-cli.ts";

const { works, why } = await usable("bubblewrap");

/** How long the program would go on; shows among its arguments and nowhere else. */
const MARK = "778.125";
const COMMAND = `echo evil > .git/hooks/pre-commit; echo 'all: ; evil' > Makefile; echo 'persona: evil' > dejima.yaml; echo > wrote; sleep ${MARK}`;

describe.runIf(works)(`a Dejima that is killed while a program runs${why}`, () => {
  let workspace: string;
  const runtimes: Runtime[] = [];
  beforeEach(async () => {
    workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-killed-")));
    await prepare(workspace);
  });
  afterEach(async () => {
    for (const runtime of runtimes.splice(0)) await runtime.close();
    await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });

  function open(notices: string[] = []): Runtime {
    const runtime = createRuntime({
      workspace,
      config: { permissions: { confirm: ["shell"] } },
      ask: async () => ({ answer: "approve", by: "test" }),
      onNotice: (text) => notices.push(text),
    });
    runtimes.push(runtime);
    return runtime;
  }

  test("has its self-starting files set apart at the next start, which says so", async () => {
    await killWhileRunning(workspace);
    expect(existsSync(join(workspace, ".git/hooks/pre-commit"))).toBe(true);
    const notices: string[] = [];
    const runtime = open(notices);
    const output = outputOf(await runtime.execute("shell", { command: "true", write: true }));
    expect(notices).toEqual([expect.stringContaining(".git/hooks/pre-commit (Git runs it or obeys it)")]);
    const named = (output as { setApartEarlier: { path: string }[] }).setApartEarlier.map(({ path }) => path);
    expect(named).toEqual([".git/hooks/pre-commit", "dejima.yaml", "Makefile"]);
    expect(existsSync(join(workspace, ".git/hooks/pre-commit"))).toBe(false);
    expect(existsSync(join(workspace, "dejima.yaml"))).toBe(false);
    expect(await readFile(join(workspace, "Makefile"), "utf8")).toBe("all:\n");
    expect((await runtime.setApart.list()).map(({ status }) => status)).toEqual(Array(3).fill("waiting"));
    expect(await readdir(join(workspace, ".dejima/set-apart/open"))).toEqual([]);
    const again: string[] = [];
    await open(again).ready();
    expect(again).toEqual([]);
  });

  test("does not have the files of one that still runs set apart by another", async () => {
    const child = await startProgram(workspace);
    try {
      const notices: string[] = [];
      await open(notices).setApart.list();
      expect(notices).toEqual([]);
      expect(existsSync(join(workspace, ".git/hooks/pre-commit"))).toBe(true);
    } finally {
      await kill(child);
    }
  });

  test("is told of by every command that uses the home", async () => {
    await using cli = await aCliFolder();
    await prepare(cli.folder);
    claimNewHome(join(cli.folder, ".dejima"), cli.variables);
    await killWhileRunning(cli.folder);
    const { stderr, json } = await cli.run(["set-apart", "list", "--json"], { asProcess: true });
    expect(stderr).toContain("They were set apart: .git/hooks/pre-commit");
    expect(json<unknown[]>()).toHaveLength(3);
    expect(existsSync(join(cli.folder, ".git/hooks/pre-commit"))).toBe(false);
  });
});

async function prepare(folder: string): Promise<void> {
  await mkdir(join(folder, ".git/hooks"), { recursive: true });
  await writeFile(join(folder, "Makefile"), "all:\n");
}

async function startProgram(folder: string) {
  const program = programFile(import.meta.dirname, "killed-program.ts");
  const child = spawn(process.execPath, [program, folder, COMMAND], { stdio: "inherit" });
  await expect.poll(() => existsSync(join(folder, "wrote")), { timeout: 30_000 }).toBe(true);
  return child;
}

async function kill(child: Awaited<ReturnType<typeof startProgram>>): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
  await expect.poll(() => findProcesses(MARK), { timeout: 15_000 }).toEqual([]);
}

const killWhileRunning = async (folder: string) => kill(await startProgram(folder));
