import { expect, test } from "vitest";
import type { Call, JudgedRequest } from "../../src/execution/call.ts";
import { ContentWitness } from "../../src/execution/flow/content-witness.ts";
import { createMarkIndex, type MarkIndex } from "../../src/execution/flow/mark-index.ts";
import type { ExecutionWorld } from "../../src/execution/harbour.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { sha256 } from "../../src/support/lazy-crypto.ts";

const SEQUENCES = 10_000;
const PATHS = ["/w/a", "/w/b", "/w/sub/a", "/w/sub/b"];

/** A file on the disk: its text, whether it holds a stranger's words, and whether Dejima put it at this path. */
interface File {
  readonly text: string;
  readonly isForeign: boolean;
  readonly isPlaced: boolean;
}

/** A witness of one call. Its run has read a stranger's page, or nothing. */
function witnessOf(marks: MarkIndex, sources: readonly string[]): ContentWitness {
  const provenance = { sourceOf: () => undefined, inputSources: () => sources, mark: () => {} };
  // The witness uses only these parts of the call and of its world.
  return new ContentWitness(
    { callId: "r.1", runId: "r" } as Call,
    {} as JudgedRequest,
    { marks, provenance, now: () => 1 } as unknown as ExecutionWorld,
  );
}

test(`the mark stays with a stranger's words through ${SEQUENCES} made sequences of writes, moves, copies and edits`, async () => {
  let state = 20_261_117;
  const pick = (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  let texts = 0;
  let foreign = 0;
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    const { marks: repository } = createMemoryStore();
    const index = () => createMarkIndex({ marks: async () => repository, now: () => 1 });
    const processes = [index(), index()];
    const disk = new Map<string, File>();
    const steps: string[] = [];
    for (let step = pick(5) + 2; step > 0; step--) {
      const marks = processes[pick(2)] ?? expect.unreachable();
      const [path = "", other = ""] = [PATHS[pick(4)], PATHS[pick(4)]];
      const held = disk.get(path);
      const what = pick(7);
      steps.push(`${what} ${path} ${other}`);
      if (what < 2) {
        // A run writes: marked, or clean.
        const isForeign = what === 0;
        const text = `text ${texts++}`;
        const witness = witnessOf(marks, isForeign ? ["a page"] : []);
        const change = { path, sha256: sha256(text) };
        await witness.writing([change]);
        disk.set(path, { text, isForeign, isPlaced: true });
        await witness.written([change]);
      } else if (held === undefined) continue;
      else if (what === 2 && path !== other) {
        // A clean run moves it.
        const witness = witnessOf(marks, []);
        const change = { path: other, sha256: sha256(held.text), from: path };
        await witness.writing([change]);
        disk.delete(path);
        disk.set(other, held);
        await witness.written([change]);
      } else if (what === 3 && held.isPlaced) {
        // Somebody edits it.
        disk.set(path, { ...held, text: `${held.text} edited ${texts++}` });
      } else if (what === 4) {
        // Somebody copies it.
        if (held.text.includes("edited")) continue;
        disk.set(other, { ...held, isPlaced: path === other && held.isPlaced });
      } else if (what === 5) {
        // A clean run deletes it.
        disk.delete(path);
        await witnessOf(marks, []).written([{ path }]);
      } else if (what === 6) processes[pick(2)] = index(); // a new process begins
    }
    for (const [path, { text, isForeign }] of disk) {
      if (isForeign) foreign += 1;
      for (const marks of processes)
        if (isForeign && (await marks.ofFile(path, Buffer.from(text))).length === 0)
          expect.fail(`${path} lost its mark: ${steps.join(", ")}`);
    }
  }
  expect(foreign).toBeGreaterThan(SEQUENCES / 4);
});
