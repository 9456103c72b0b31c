import { mkdir, mkdtemp, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../../runtime.ts";
import { listDrivers } from "../../../sandbox/create-sandbox.ts";

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
    config: { permissions: { confirm }, sandbox: { timeout: "5s" } },
  });
});

afterAll(async () => {
  await runtime.close();
  await rm(workspace, { recursive: true, force: true });
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
