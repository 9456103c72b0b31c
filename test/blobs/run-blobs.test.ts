import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isGenuine, sealedText, sealOf } from "../../src/approval/grant-seal.ts";
import type { BlobStore } from "../../src/blobs/blob-store.ts";
import { diskBlobs } from "../../src/blobs/open-blobs.ts";
import type { Grant } from "../../src/contract/asking/grant.ts";
import { openArtifactStore } from "../../src/execution/observation/run-stores.ts";
import { openRunBlobs } from "../../src/execution/run/run-blobs.ts";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { sha256 } from "../../src/support/lazy-crypto.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-run-blobs-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

let worlds = 0;

/** Machines that share a blob store and a store of documents. */
function aWorld(change: (blobs: BlobStore) => BlobStore = (blobs) => blobs) {
  const here = join(folder, String(worlds++));
  const blobs = change(diskBlobs(join(here, "blobs")));
  const { documents } = createMemoryStore();
  return {
    blobs,
    machine(name: string) {
      const runsFolder = join(here, name);
      const own = openRunBlobs({ runsFolder, blobs: async () => blobs, documents: async () => documents });
      const at = (path: string) => join(runsFolder, "run-1", path);
      return {
        ...own,
        runsFolder,
        at,
        write(path: string, content: string) {
          mkdirSync(dirname(at(path)), { recursive: true });
          writeFileSync(at(path), content);
        },
        text: (path: string) => readFileSync(at(path), "utf8"),
      };
    },
  };
}

test("publish() stores new files once, and no half-written ones", async () => {
  const put: string[] = [];
  const world = aWorld((blobs) => ({
    ...blobs,
    put: (blob, file) => {
      put.push(file.slice(file.indexOf("run-1")));
      return blobs.put(blob, file);
    },
  }));
  const a = world.machine("a");
  a.write(`observations/${sha256("one")}`, "one");
  a.write(`observations/${sha256("half")}.part`, "ha");
  a.write("artifacts/a file.txt", "for you");
  a.write("undo/.run-1.1.json.abc.part", "{");
  await Promise.all([a.publish("run-1"), a.publish("run-1")]);
  expect(put.sort()).toEqual(["run-1/artifacts/a file.txt", `run-1/observations/${sha256("one")}`]);
  const b = world.machine("b");
  await b.bring("run-1", "observations", sha256("one"));
  await b.bringArtifact("run-1", { name: "a file.txt", sha256: sha256("for you") });
  expect([b.text(`observations/${sha256("one")}`), b.text("artifacts/a file.txt")]).toEqual([
    "one",
    "for you",
  ]);
  expect(readdirSync(b.at("observations"))).toEqual([sha256("one")]);
});

test("bringJournals() brings each journal as it is now, whichever machine changed it last", async () => {
  const world = aWorld();
  const [a, b] = [world.machine("a"), world.machine("b")];
  a.write("undo/run-1.1.json", "done");
  await a.publish("run-1");
  await b.bringJournals("run-1");
  expect(b.text("undo/run-1.1.json")).toBe("done");
  b.write("undo/run-1.1.json", "undone");
  // What this machine has changed and not yet published is not taken back.
  await b.bringJournals("run-1");
  expect(b.text("undo/run-1.1.json")).toBe("undone");
  await b.publish("run-1");
  await a.bringJournals("run-1");
  expect(a.text("undo/run-1.1.json")).toBe("undone");
});

test("a journal that could not be kept is not announced, and kept with the next attempt", async () => {
  let away = true;
  const world = aWorld((blobs) => ({
    ...blobs,
    put: (blob, file) => (away ? Promise.reject(new Error("away")) : blobs.put(blob, file)),
  }));
  const [a, b] = [world.machine("a"), world.machine("b")];
  a.write("undo/run-1.1.json", "done");
  await expect(a.publish("run-1")).rejects.toThrow("away");
  await b.bringJournals("run-1");
  expect(() => b.text("undo/run-1.1.json")).toThrow("ENOENT");
  away = false;
  await a.publish("run-1");
  await b.bringJournals("run-1");
  expect(b.text("undo/run-1.1.json")).toBe("done");
});

test("bringArtifact() does not take another file of the same name for the one in the log", async () => {
  const world = aWorld();
  const [a, b] = [world.machine("a"), world.machine("b")];
  a.write("artifacts/report.txt", "as recorded");
  await a.publish("run-1");
  b.write("artifacts/report.txt", "of a process that had lost the run");
  await b.bringArtifact("run-1", { name: "report.txt", sha256: sha256("as recorded") });
  expect(b.text("artifacts/report.txt")).toBe("as recorded");
});

test("put() finds another name for an artifact whose name the run used at another machine", () => {
  const made = [{ name: "report.txt", mediaType: "text/plain", bytes: 1, sha256: sha256("1") }];
  const store = openArtifactStore(join(folder, "empty-run"), made);
  const file = { name: "report.txt", mediaType: "text/plain", content: Buffer.from("2") };
  expect(store.put(file).name).toBe("report-2.txt");
});

test("isGenuine() accepts a grant whose seal another machine has, and none that is only in the database", async () => {
  const world = aWorld();
  const [a, b] = [world.machine("a"), world.machine("b")];
  // Only what is sealed counts here.
  const unsealed = { id: "g1", runId: "run-1", approvalId: "q", by: "ann", door: "http", createdAt: 1 };
  const terms = { tool: "act", users: ["ann"] } as unknown as Grant["terms"];
  const grant = { ...unsealed, terms, status: "active", uses: 0 } as Omit<Grant, "seal">;
  const given: Grant = { ...grant, seal: sealOf(grant) };
  const widened = { ...grant, terms: { ...terms, users: ["ann", "eve"] } };
  const forged: Grant = { ...widened, seal: sealOf(widened) };
  a.write(`grants/${given.seal}`, sealedText(given));
  await a.publish("run-1");
  const place = {
    runsFolder: b.runsFolder,
    isSealed: (runId: string, seal: string) =>
      b.bring(runId, "grants", seal).then(
        () => true,
        () => false,
      ),
  };
  expect(await isGenuine(given, place)).toBe(true);
  expect(await isGenuine(forged, place)).toBe(false);
  expect(await isGenuine({ ...forged, seal: given.seal }, place)).toBe(false);
  expect(await isGenuine(given, { runsFolder: b.runsFolder })).toBe(false);
});

test("remove() deletes the files of the given runs, and no others", async () => {
  const world = aWorld();
  const a = world.machine("a");
  a.write("artifacts/a.txt", "a");
  a.write("undo/run-1.1.json", "journal");
  await a.publish("run-1");
  await a.remove(["run"]);
  expect(await world.blobs.list("runs/run-1/artifacts")).toHaveLength(1);
  await a.remove(["run-1"]);
  rmSync(a.at("."), { recursive: true });
  expect(await world.blobs.list("runs/run-1/artifacts")).toEqual([]);
  await a.bringJournals("run-1");
  expect(() => a.text("undo/run-1.1.json")).toThrow("ENOENT");
});
