import { type ChildProcess, spawn } from "node:child_process";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import type { HarbourEvent } from "../../src/contract/event.ts";
import { createRuntime } from "../../src/runtime.ts";
import { programFile } from "../support/program.ts";

const program = programFile(import.meta.dirname, "two-approvals-process.ts");

function start(workspace: string, driver: string, resume?: string) {
  const child = spawn(
    process.execPath,
    [program, workspace, driver, ...(resume === undefined ? [] : [resume])],
    {
      stdio: ["ignore", "pipe", "inherit"],
    },
  );
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const until = async (wanted: (event: HarbourEvent) => boolean): Promise<HarbourEvent> => {
    for (;;) {
      const { value, done } = await lines.next();
      if (done === true) return expect.unreachable("the process ended");
      const event: HarbourEvent = JSON.parse(value);
      if (wanted(event)) return event;
    }
  };
  return { child, until };
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = new Promise((resolve) => child.on("close", resolve));
  child.kill("SIGKILL");
  await gone;
}

test.each(["ours", "langgraph"])(
  "two approvals in one turn, killed between them: with the driver %s each call runs exactly once",
  async (driver) => {
    const workspace = await mkdtemp(join(tmpdir(), "dejima-two-"));
    const queue = createRuntime({ workspace });
    const approve = (id: string) =>
      queue.approvals.answer(id, { answer: "approve", by: "a person", door: "test" });
    const done = () => readFile(join(workspace, "done.txt"), "utf8").catch(() => "");
    try {
      const first = start(workspace, driver);
      const ids: string[] = [];
      await first.until((event) => event.type === "approval-start" && ids.push(event.id ?? "") === 2);
      await approve(ids[0] ?? "");
      const { runId } = await first.until((event) => event.type === "call-end");
      await kill(first.child);
      expect(await done()).toMatch(/^[ab]\n$/);
      const second = start(workspace, driver, runId);
      await approve(ids[1] ?? "");
      const end = await second.until((event) => event.type === "run-end");
      expect(end).toMatchObject({ runId, status: "done", answer: "Both." });
      expect((await done()).trim().split("\n").toSorted()).toEqual(["a", "b"]);
      expect(await queue.history.verify(runId)).toMatchObject({ ok: true });
    } finally {
      await queue.close();
      await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  },
);
