import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";

const COMMAND = join(import.meta.dirname, "../../bin/dejima.js");

let workspace: string;
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), "dejima-approvals-"));
  await writeFile(join(workspace, "dejima.yaml"), "permissions: {confirm: [write_file]}\n");
});
afterAll(() => rm(workspace, { recursive: true, force: true }));

function start(...args: string[]): ChildProcessWithoutNullStreams {
  const env = { ...process.env, NODE_COMPILE_CACHE: join(workspace, ".cache"), DEJIMA_HOME: undefined };
  return spawn(process.execPath, [COMMAND, ...args, "--json"], { cwd: workspace, env });
}

async function finish(
  child: ChildProcessWithoutNullStreams,
): Promise<{ code: number | null; data: unknown }> {
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { code, data: out === "" ? undefined : JSON.parse(out) };
}

const dejima = (...args: string[]) => finish(start(...args));

/** A call that waits in the store, and the id that it prints. */
async function parked(path: string): Promise<{ child: ChildProcessWithoutNullStreams; id: string }> {
  const child = start(
    "tool",
    "call",
    "write_file",
    "--park",
    "--input",
    JSON.stringify({ path, content: "x" }),
  );
  const [said] = await once(child.stderr, "data");
  const [, id = ""] = /^(\w+) waits for an answer/.exec(String(said)) ?? [];
  return { child, id };
}

test("a parked call of one terminal is listed, shown and approved from another, and then runs", async () => {
  const { child, id } = await parked("a.txt");
  const outcome = finish(child);
  expect((await dejima("approvals", "list")).data).toMatchObject([
    { id, status: "pending", tool: "write_file" },
  ]);
  expect((await dejima("approvals", "show", id)).data).toMatchObject({
    attended: true,
    call: { state: "not run" },
  });
  expect(await dejima("approvals", "approve", id)).toMatchObject({ code: 0, data: { accepted: true } });
  expect(await outcome).toMatchObject({ code: 0, data: { type: "success", output: { bytesWritten: 1 } } });
  expect(await dejima("approvals", "deny", id)).toMatchObject({ code: 1, data: { accepted: false } });
});

test("a parked call whose process was killed is run by the terminal that approves it", async () => {
  const { child, id } = await parked("b.txt");
  child.kill("SIGKILL");
  await once(child, "exit");
  const { code, data } = await dejima("approvals", "approve", id);
  expect([code, data]).toMatchObject([0, { accepted: true, outcome: { type: "success" } }]);
  expect(await readFile(join(workspace, "b.txt"), "utf8")).toBe("x");
  expect((await dejima("log", "verify")).data).toMatchObject({ ok: true });
});

test("a parked call that is denied ends with exit code 3", async () => {
  const { child, id } = await parked("c.txt");
  const outcome = finish(child);
  await dejima("approvals", "deny", id);
  expect(await outcome).toMatchObject({ code: 3, data: { error: { code: "approval_denied" } } });
});
