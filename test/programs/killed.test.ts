import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import type { HarbourEvent } from "../../src/contract/event.ts";
import { createRuntime } from "../../src/runtime.ts";
import { programFile } from "../support/program.ts";

/** How many programs are killed again and again; DEJIMA_KILLED_PROGRAMS raises it for a longer look, and prints how many kills there were. */
const PROGRAMS = Number(process.env.DEJIMA_KILLED_PROGRAMS ?? 2);
const program = programFile(import.meta.dirname, "program-process.ts");

/** Starts or resumes the run and ends it after some events, by kill -9; without a number it ends by itself. */
async function live(
  workspace: string,
  runId: string | undefined,
  killAfter?: number,
): Promise<{ events: HarbourEvent[]; killed: boolean }> {
  const child = spawn(process.execPath, [program, workspace, ...(runId === undefined ? [] : [runId])], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const gone = once(child, "close");
  const events: HarbourEvent[] = [];
  for await (const line of createInterface({ input: child.stdout })) {
    events.push(JSON.parse(line));
    if (events.length === killAfter) child.kill("SIGKILL");
  }
  await gone;
  return { events, killed: child.signalCode === "SIGKILL" };
}

test(`a program that parks three times and is killed at random: ${PROGRAMS} times each effect once, and the same result`, async () => {
  let kills = 0;
  const at: Record<string, number> = {};
  for (let seed = 1; seed <= PROGRAMS; seed++) {
    const workspace = await mkdtemp(join(tmpdir(), "dejima-program-"));
    const queue = createRuntime({ workspace });
    try {
      let runId: string | undefined;
      let end: HarbourEvent | undefined;
      for (let step = 0; end === undefined; step++) {
        expect(step).toBeLessThan(40);
        // Killed two times out of three, after a number of events that differs from life to life.
        const { events, killed } = await live(
          workspace,
          runId,
          step % 3 === 2 ? undefined : 1 + ((seed * 7 + step * 5) % 11),
        );
        if (killed) {
          kills += 1;
          const last = events.at(-1)?.type ?? "";
          at[last] = (at[last] ?? 0) + 1;
        }
        runId ??= events[0]?.runId;
        // A kill may come after the end was recorded and before it was told.
        const records = runId === undefined ? events : await Array.fromAsync(queue.history.read(runId));
        end = records.find((event) => event.type === "run-end" && event.status === "done");
        for (const { id } of await queue.approvals.list({ status: "pending" }))
          await queue.approvals.answer(id, { answer: "approve", by: "a person", door: "test" });
      }
      const answer = end.type === "run-end" ? String(end.answer) : "";
      const done = (await readFile(join(workspace, "done.txt"), "utf8")).trim().split("\n").toSorted();
      // A kill between an effect and its record leaves a call that is not made again: the program is told so.
      if (answer.includes("it may have run")) expect(new Set(done).size).toBe(done.length);
      else {
        expect(JSON.parse(answer.replace("Result: ", ""))).toMatchObject({
          a: { did: "a" },
          n: 1,
          rest: [{ did: "b" }, { did: "c" }],
        });
        expect(done).toEqual(["a", "b", "c"]);
      }
      expect(await queue.history.verify(runId ?? "")).toMatchObject({ ok: true });
    } finally {
      await queue.close();
      await rm(workspace, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    }
  }
  expect(kills).toBeGreaterThan(PROGRAMS);
  if (PROGRAMS > 2) console.info(`${kills} kills of ${PROGRAMS} programs, the last event before each:`, at);
}, 3_600_000);
