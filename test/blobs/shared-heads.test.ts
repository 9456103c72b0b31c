import { copyFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { createHeadChain } from "../../src/execution/anchor/head-chain.ts";
import { readHeads } from "../../src/execution/anchor/read-heads.ts";
import { shareHeads } from "../../src/execution/anchor/shared-heads.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";

/** Machines with homes of their own that share one store, in which one at a time may chain. */
async function aTeamOfHomes() {
  const folder = await mkdtemp(join(tmpdir(), "dejima-shared-heads-"));
  const { documents } = createMemoryStore();
  const cut: unknown[] = [];
  let last: Promise<unknown> = Promise.resolve();
  return {
    folder,
    cut,
    machine(name: string) {
      const home = join(folder, name);
      const path = join(home, "heads.jsonl");
      const open = () => shareHeads(path, async () => documents, { onCut: (fault) => void cut.push(fault) });
      let shared = open();
      let isCrashing = false;
      const faults: unknown[] = [];
      const chain = () =>
        createHeadChain({
          home,
          witnesses: [],
          signer: () => undefined,
          now: () => 0,
          onChained: async () => {},
          exclusive(work) {
            const done = last.then(async () => {
              await shared.pull();
              const result = work();
              if (!isCrashing) await shared.push();
              return result;
            });
            last = done.catch(() => {});
            return done;
          },
          onFault: (fault) => {
            faults.push(fault);
          },
        });
      const add = async (runId: string) => {
        const own = chain();
        own.add({ runId, records: 1, head: runId });
        await own.done();
        for (const fault of faults.splice(0)) throw fault;
      };
      return {
        path,
        add,
        pull: () => shared.pull(),
        /** Dies after the chain of its home was written, before it was shared. */
        async crash(runId: string) {
          isCrashing = true;
          await add(runId);
          isCrashing = false;
          shared = open();
        },
        read: () => readHeads(path, () => true),
        text: () => (existsSync(path) ? readFileSync(path, "utf8") : ""),
      };
    },
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  };
}

test("every home has the same chain with the heads of all, whichever process chains, restarts or dies in between", async () => {
  await using team = await aTeamOfHomes();
  const machines = ["a", "b", "c"].map(team.machine);
  let seed = 7;
  const random = (below: number) => {
    seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((seed / 2_147_483_648) * below);
  };
  const added: string[] = [];
  for (let step = 0; step < 260; step++) {
    const machine = machines[random(3)];
    const does = random(10);
    if (does === 0) await machine?.crash(`lost-${step}`);
    else if (does < 3) await machine?.pull();
    else {
      await machine?.add(`run-${step}`);
      added.push(`run-${step}`);
    }
  }
  for (const machine of machines) await machine.add("the last of it");
  for (const machine of machines) await machine.pull();
  const [first] = machines;
  expect(new Set(machines.map(({ text }) => text())).size).toBe(1);
  const { heads, problem } = (await first?.read()) ?? { heads: [] };
  expect(problem).toBe(undefined);
  const known = new Set(heads.map(({ runId }) => runId));
  expect(added.filter((runId) => !known.has(runId))).toEqual([]);
  // A head that was cut off is named, and none is in the chain twice.
  expect(team.cut.length).toBeGreaterThan(0);
  const unique = heads.filter(({ runId }) => runId !== "the last of it");
  expect(unique.length).toBe(new Set(unique.map(({ runId }) => runId)).size);
});

test("a home with its own chain is refused and not changed", async () => {
  await using team = await aTeamOfHomes();
  await using others = await aTeamOfHomes();
  await team.machine("a").add("of the team");
  const [foreign, own] = [others.machine("a"), team.machine("b")];
  await foreign.add("of others");
  mkdirSync(dirname(own.path));
  copyFileSync(foreign.path, own.path);
  await expect(own.pull()).rejects.toMatchObject({ code: "conflict" });
  await expect(own.add("more")).rejects.toThrow("another chain than the team's");
  expect(own.text()).toBe(foreign.text());
});
