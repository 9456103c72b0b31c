import { expect, test } from "vitest";
import type { Tool, ToolContext } from "../../src/contract/tool.ts";
import { PROFILE_KEYS } from "../../src/contract/user/profile.ts";
import type { Call, JudgedRequest } from "../../src/execution/call.ts";
import { ContentWitness } from "../../src/execution/flow/content-witness.ts";
import { createMarkIndex } from "../../src/execution/flow/mark-index.ts";
import type { ExecutionWorld } from "../../src/execution/harbour.ts";
import { createMemories, type Memories } from "../../src/memory/memories.ts";
import { openEmbedders } from "../../src/model/open-embedders.ts";
import { createProfiles } from "../../src/profile/profiles.ts";
import { createSchedules } from "../../src/schedule/schedules.ts";
import { memoryTools } from "../../src/sources/builtin/memory-tools.ts";
import { profileTools } from "../../src/sources/builtin/profile-tools.ts";
import { scheduleTools } from "../../src/sources/builtin/schedule-tools.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { sha256 } from "../../src/support/lazy-crypto.ts";

const SEQUENCES = 10_000;
const KEYS = PROFILE_KEYS.filter((key) => key !== "timezone" && key !== "language");
const PAGE = "a page";
const embedders = await openEmbedders({ driver: "embedded" });

/** Something stored, and whether a stranger's words are in it. */
interface Stored {
  readonly text: string;
  readonly isForeign: boolean;
}

type TestStore = ReturnType<typeof createMemoryStore>;

const partsOf = (store: TestStore) => ({
  store: async () => store,
  redact: async (text: string) => text,
  now: () => 1,
});

/** The memories as one process sees them. Opening them is slow, so sequences share them and forget what they added. */
const openMemories = (store: TestStore) =>
  createMemories({ ...partsOf(store), embedders: async () => embedders, limit: 1_000 });

/** The tools and marks of one process over a store. */
function aProcess(store: TestStore, memories: Memories) {
  const parts = partsOf(store);
  const ownerOf = async () => ({ user: "ada", conversation: "c", door: "cli" });
  const timezoneOf = async () => "UTC";
  const schedules = createSchedules({
    ...parts,
    timezoneOf,
    limit: 1_000,
    ledger: async () => store.schedules,
    defaults: { missed: "skip", unattended: "deny" },
  });
  const tools: Tool[] = [
    ...memoryTools({ memories: async () => memories, ownerOf, timezoneOf }),
    ...profileTools({ profiles: async () => createProfiles(parts), ownerOf }),
    ...scheduleTools({ schedules: async () => schedules, ownerOf }),
  ];
  const marks = createMarkIndex({ marks: async () => store.marks, now: () => 1 });
  /** Makes a call in a run that has read a stranger's page, or nothing. Returns its output and the sources it marks the run with. */
  async function call(name: string, input: object, inputSources: readonly string[] = []) {
    const found: string[] = [];
    const mark: ToolContext["mark"] = (sources) => found.push(...sources);
    const tool = tools.find((one) => one.name === name) ?? expect.unreachable();
    // These tools use only these parts of their context.
    const context = {
      runId: "r",
      callId: "r.1",
      userId: "ada",
      inputSources,
      mark,
    } as unknown as ToolContext;
    return { output: JSON.stringify(await tool.run(input, context)), marks: found };
  }
  return { call, marks };
}

function numbersFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

test(`memories, profile lines, schedules and artifacts keep their marks through ${SEQUENCES} made sequences`, async () => {
  const pick = numbersFrom(20_261_118);
  let [made, foreign] = [0, 0];
  const shared = createMemoryStore();
  let opened = [openMemories(shared), openMemories(shared)];
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    const store = createMemoryStore();
    if (sequence % 200 === 0) opened = [openMemories(shared), opened[1] ?? expect.unreachable()].reverse();
    const begin = (at: number) => aProcess(store, opened[at] ?? expect.unreachable());
    let processes = [begin(0), begin(1)];
    const memories = new Map<string, Stored>();
    const lines = new Map<string, Stored>();
    const schedules = new Map<string, Stored>();
    const artifacts: Stored[] = [];
    const steps: string[] = [];
    const any = (held: ReadonlyMap<string, Stored>) => [...held][pick(held.size)];
    for (let step = pick(5) + 2; step > 0; step--) {
      const { call, marks } = processes[pick(2)] ?? expect.unreachable();
      const isForeign = pick(2) === 0;
      const sources = isForeign ? [PAGE] : [];
      const text = `word${made} note${made++}`;
      const what = pick(9);
      steps.push(`${what}${isForeign ? " foreign" : ""}`);
      if (what === 0) {
        const { id } = JSON.parse(
          (await call("add_memory", { content: text, type: "fact" }, sources)).output,
        );
        memories.set(id, { text, isForeign });
      } else if (what === 1) {
        // The same words again, spelt differently: the memory stays whose it was.
        const [, known] = any(memories) ?? [];
        if (known === undefined) continue;
        const content = `${known.text.toUpperCase()}.`;
        const again = await call("add_memory", { content, type: "fact" }, sources);
        expect(JSON.parse(again.output).status).toBe("strengthened");
        if (known.isForeign) expect(again.marks).toContain(PAGE);
      } else if (what === 2) {
        const [replaces] = any(memories) ?? [];
        if (replaces === undefined) continue;
        const added = await call("add_memory", { content: text, type: "fact", replaces }, sources);
        memories.delete(replaces);
        memories.set(JSON.parse(added.output).id, { text, isForeign });
      } else if (what === 3) {
        const key = KEYS[pick(KEYS.length)] ?? expect.unreachable();
        await call("update_user_profile", { key, value: text }, sources);
        lines.set(key, { text, isForeign });
      } else if (what === 4) {
        const added = await call("schedule_task", { task: text, kind: "task", in: "2 days" }, sources);
        schedules.set(JSON.parse(added.output).id, { text, isForeign });
      } else if (what === 5) {
        // A change of the time alone keeps the words, and whoever chose the time is noted as well.
        const [id, known] = any(schedules) ?? [];
        if (id === undefined || known === undefined) continue;
        const isNew = pick(2) === 0;
        await call("update_scheduled_task", { id, in: "3 days", ...(isNew ? { task: text } : {}) }, sources);
        schedules.set(id, { text: isNew ? text : known.text, isForeign: isForeign || known.isForeign });
      } else if (what === 6) {
        const content = Buffer.from(text);
        const provenance = { sourceOf: () => undefined, inputSources: () => sources, isOwnText: () => false };
        const witness = new ContentWitness(
          { callId: "r.1", runId: "r" } as Call,
          {} as JudgedRequest,
          { marks, provenance, now: () => 1 } as unknown as ExecutionWorld,
        );
        const kept = { name: "a.txt", mediaType: "text/plain", sha256: sha256(text), bytes: content.length };
        witness.artifact(kept as Parameters<typeof witness.artifact>[0], content);
        await witness.end();
        artifacts.push({ text, isForeign });
      } else if (what === 7) {
        const [id] = any(memories) ?? [];
        if (id !== undefined) await call("forget_memory", { ids: [id] });
        if (id !== undefined) memories.delete(id);
      } else processes = [begin(pick(2)), processes[pick(2)] ?? expect.unreachable()];
    }
    const stored = [...memories.values(), ...lines.values(), ...schedules.values()];
    foreign += [...stored, ...artifacts].filter(({ isForeign }) => isForeign).length;
    for (const { call, marks } of processes) {
      const [query] = [...memories.values()].map(({ text }) => text);
      const readings = [
        await call("search_memory", { limit: 50 }),
        ...(query === undefined || sequence % 5 > 0
          ? []
          : [await call("search_memory", { query, limit: 50 })]),
        await call("get_user_profile", {}),
        await call("list_scheduled_tasks", { limit: 100 }),
      ];
      for (const { output, marks: found } of readings) {
        const isForeign = stored.some((one) => one.isForeign && output.includes(one.text));
        if (isForeign !== found.includes(PAGE)) expect.fail(`${steps.join(", ")}: ${output}`);
      }
      // Whoever saves an artifact anywhere saves its bytes.
      for (const { text, isForeign } of artifacts)
        if ((await marks.ofFile(`/w/${pick(9)}.txt`, Buffer.from(text))).length > 0 !== isForeign)
          expect.fail(`${steps.join(", ")}: an artifact`);
    }
    if (memories.size > 0) await processes[0]?.call("forget_memory", { ids: [...memories.keys()] });
  }
  expect(foreign).toBeGreaterThan(SEQUENCES / 2);
}, 600_000);
