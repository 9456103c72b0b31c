import { mkdir, mkdtemp, readFile, realpath, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../runtime.ts";
import { listDrivers } from "../../sandbox/create-sandbox.ts";

const [bubblewrap] = await listDrivers();
const works = bubblewrap?.usable === true;
const why = works ? "" : ` (skipped: ${bubblewrap?.reason})`;
let workspace = "";
let runtime: Runtime;

beforeAll(async () => {
  workspace = await realpath(await mkdtemp(join(tmpdir(), "dejima-shell-")));
  await writeFile(join(workspace, "a.txt"), "content\n");
  await writeFile(join(workspace, "dejima.yaml"), "secret: rules\n");
  await mkdir(join(workspace, ".dejima"), { recursive: true });
  await writeFile(join(workspace, ".dejima/key"), "secret key\n");
  const confirm = ["shell"];
  const ask = async () => ({ answer: "approve", by: "test" }) as const;
  runtime = createRuntime({
    workspace,
    ask,
    config: { permissions: { confirm }, sandbox: { timeout: "60s" } },
  });
});

afterAll(async () => {
  await runtime.close();
  await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
});

async function shell(input: { command: string; write?: boolean; timeout?: number }) {
  const outcome = await runtime.execute("shell", input);
  if (outcome.type === "success") return outcome.output as { stdout: string };
  return { code: outcome.error.code, ...outcome.error.details } as { code: string; stdout?: string };
}

test.runIf(works)(`shell sees the workspace, and nothing of Dejima's own${why}`, async () => {
  expect(await shell({ command: "cat a.txt" })).toMatchObject({ stdout: "content\n" });
  expect(await shell({ command: "cat dejima.yaml; ls -A .dejima" })).toMatchObject({ stdout: "" });
});

test.runIf(works)(`shell writes only when the call says so, and never Dejima's own${why}`, async () => {
  expect(await shell({ command: "touch b.txt" })).toMatchObject({ code: "exit_nonzero" });
  expect(await shell({ command: "echo new > b.txt; cat b.txt", write: true })).toMatchObject({
    stdout: "new\n",
  });
  expect(await shell({ command: "touch .dejima/x", write: true })).toMatchObject({ code: "exit_nonzero" });
  expect(await shell({ command: "mv dejima.yaml elsewhere", write: true })).toMatchObject({
    code: "exit_nonzero",
  });
});

test.runIf(works)(`shell gives timeout and the exit code as data${why}`, async () => {
  expect(await shell({ command: "sleep 30", timeout: 0.3 })).toMatchObject({
    code: "timeout",
    exitCode: 124,
  });
  expect(await shell({ command: "echo before; exit 7" })).toMatchObject({
    code: "exit_nonzero",
    exitCode: 7,
    stdout: "before\n",
  });
});

test("shell is asked for by default, and a rule with a pattern vouches for whole commands only", async () => {
  const asked = createRuntime({ workspace, config: { permissions: { safe: ["shell(git status*)"] } } });
  const verdict = async (command: string) => (await asked.explain("shell", { command })).verdict;
  expect(await verdict("ls")).toBe("ask");
  expect(await verdict("git status -s")).toBe("allow");
  expect(await verdict("git status; rm -rf x")).toBe("ask");
  expect(await verdict("git status $(rm x)")).toBe("ask");
  expect((await asked.explain("shell", { command: "git status", write: true })).verdict).toBe("deny");
  expect((await asked.explain("shell", { command: "git status", hosts: ["example.com"] })).verdict).toBe(
    "deny",
  );
  await asked.close();
});

test.runIf(works)(
  `undoing a shell call puts back the files that it changed, however it ended${why}`,
  async () => {
    const call = async (command: string, timeout = 4) => {
      const outcome = await runtime.execute("shell", { command, write: true, timeout });
      const found = outcome.type === "success" ? outcome.output : outcome.error.details;
      return { callId: outcome.callId, ...(found as { changed?: string[] }) };
    };
    const content = () => readFile(join(workspace, "a.txt"), "utf8");
    const commands: [string, number?][] = [
      ["echo one > a.txt; mkdir -p x/y; echo two > x/y/b.txt"],
      ["echo one > a.txt; mkdir -p x/y; echo two > x/y/b.txt; exit 3"],
      ["echo one > a.txt; mkdir -p x/y; echo two > x/y/b.txt; sleep 30", 0.5],
    ];
    for (const [command, timeout] of commands) {
      const { callId, changed } = await call(command, timeout);
      expect(changed).toEqual(["a.txt", "x/y/b.txt"]);
      expect(await content()).toBe("one\n");
      expect((await runtime.undo(callId)).undone).toHaveLength(2);
      expect(await content()).toBe("content\n");
      await expect(stat(join(workspace, "x"))).rejects.toThrow("ENOENT");
    }
  },
);
