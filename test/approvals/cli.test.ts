import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { COMMAND } from "../support/command.ts";
import { trustFolder } from "../support/trust.ts";

let workspace: string;
beforeAll(async () => {
  workspace = await mkdtemp(join(tmpdir(), "dejima-approvals-"));
  await writeFile(join(workspace, "dejima.yaml"), "permissions: {confirm: [write_file]}\n");
  await trustFolder(workspace, { XDG_STATE_HOME: workspace });
});
afterAll(() => rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const start = (...args: string[]) => startPlain(...args, "--json");

function startPlain(...args: string[]): ChildProcessWithoutNullStreams {
  const env = {
    ...process.env,
    NODE_COMPILE_CACHE: join(workspace, ".cache"),
    XDG_STATE_HOME: workspace,
    DEJIMA_HOME: undefined,
  };
  return spawn(process.execPath, [COMMAND, ...args], { cwd: workspace, env });
}

async function finish(
  child: ChildProcessWithoutNullStreams,
): Promise<{ code: number | null; data: unknown }> {
  const [out, [code]] = await Promise.all([text(child.stdout), once(child, "exit")]);
  return { code, data: out === "" ? undefined : JSON.parse(out) };
}

const dejima = (...args: string[]) => finish(start(...args));

/** A call that waits in the store after its command has ended, and the question about it. */
async function parked(path: string): Promise<{ id: string; runId: string }> {
  const { code, data } = await dejima(
    "tool",
    "call",
    "write_file",
    "--park",
    "--input",
    JSON.stringify({ path, content: "x" }),
  );
  expect([code, data]).toMatchObject([
    3,
    { error: { code: "approval_required", details: { parked: true } } },
  ]);
  return (data as { error: { details: { id: string; runId: string } } }).error.details;
}

const statusOf = async (runId: string) =>
  ((await dejima("log", "list")).data as { id: string; status: string }[]).find(({ id }) => id === runId)
    ?.status;

test("tool call --park leaves the question and ends with code 3; the call runs when it is approved, once", async () => {
  const { id, runId } = await parked("a.txt");
  expect((await dejima("approvals", "list")).data).toMatchObject([
    { id, status: "pending", tool: "write_file" },
  ]);
  expect((await dejima("approvals", "show", id)).data).toMatchObject({
    attended: false,
    call: { state: "not run" },
  });
  expect(await statusOf(runId)).toBe("parked");
  expect(await dejima("approvals", "approve", id)).toMatchObject({
    code: 0,
    data: { accepted: true, outcome: { type: "success", output: { bytesWritten: 1 } } },
  });
  expect(await readFile(join(workspace, "a.txt"), "utf8")).toBe("x");
  expect(await statusOf(runId)).toBe("done");
  expect((await dejima("log", "verify", runId)).data).toMatchObject({ ok: true });
  expect(await dejima("approvals", "deny", id)).toMatchObject({ code: 1, data: { accepted: false } });
});

test("a parked call that is denied never runs, and its run ends as failed", async () => {
  const { id, runId } = await parked("c.txt");
  expect(await dejima("approvals", "deny", id)).toMatchObject({
    code: 0,
    data: { accepted: true, outcome: { error: { code: "approval_denied" } } },
  });
  const shown = await text(startPlain("approvals", "show", id).stdout);
  expect(shown).toContain("denied");
  expect(shown).not.toMatch(/Expires in|--grant|--rule/);
  expect(await statusOf(runId)).toBe("failed");
  expect((await dejima("log", "verify", runId)).data).toMatchObject({ ok: true });
  await expect(readFile(join(workspace, "c.txt"))).rejects.toThrow("ENOENT");
});
