import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, test } from "vitest";
import { openStore } from "../open-store.ts";

test("list() sees every change of documents at once, of this connection and of another one", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-documents-"));
  const file = join(folder, "dejima.db");
  const [own, other] = [await openStore({ file }), await openStore({ file })];
  const seen = async () => (await own.documents.list("budgets")).map(({ key, value }) => `${key} ${value}`);
  try {
    expect(await seen()).toEqual([]);
    await other.documents.put("budgets", "day", 1);
    expect(await seen()).toEqual(["day 1"]);
    await own.documents.put("budgets", "run", 2);
    expect(await seen()).toEqual(["day 1", "run 2"]);
    await other.documents.put("budgets", "day", 3);
    await other.documents.delete("budgets", "run");
    expect(await seen()).toEqual(["day 3"]);
    await own.documents.delete("budgets", "day");
    expect(await seen()).toEqual([]);
    // A caller that changes what it got changes nothing for the next one.
    await own.documents.put("budgets", "call", { most: 1 });
    Object.assign((await own.documents.list("budgets"))[0]?.value ?? {}, { most: 2 });
    expect((await own.documents.list("budgets"))[0]?.value).toEqual({ most: 1 });
  } finally {
    await own.close();
    await other.close();
    await rm(folder, { recursive: true });
  }
});

test("kept rows follow every writer: this connection, another one, and another process from the next turn on", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-kept-"));
  const file = join(folder, "dejima.db");
  const [own, other] = [await openStore({ file }), await openStore({ file })];
  // A connection that the store does not know, as that of another process.
  const foreign = new DatabaseSync(file);
  const model = () => own.documents.get("agent", "model");
  const told = (text: string) => () => ({
    id: `m-${text}`,
    user: "ann",
    text,
    type: "fact" as const,
    importance: 0.5,
    source: {},
    createdAt: 1,
    usedAt: 1,
    mentions: 1,
    recalls: 0,
  });
  const memories = async () => (await own.memories.list("ann", { limit: 5 })).map(({ text }) => text);
  try {
    expect([await model(), await memories()]).toEqual([undefined, []]);
    await own.documents.put("agent", "model", "a");
    expect(await model()).toBe("a");
    await other.documents.put("agent", "model", "b");
    expect(await model()).toBe("b");
    foreign.exec(`UPDATE documents SET json = '"c"'`);
    await nextTurn();
    expect(await model()).toBe("c");
    await own.documents.delete("agent", "model");
    expect(await model()).toBeUndefined();
    await own.memories.tell({ user: "ann", fingerprint: "1" }, told("first"));
    expect(await memories()).toEqual(["first"]);
    await other.memories.tell({ user: "ann", fingerprint: "2" }, told("second"));
    expect(await memories()).toEqual(["second", "first"]);
    await own.memories.delete("ann", ["m-first"]);
    expect(await memories()).toEqual(["second"]);
    // More reads than are kept, and texts too long to keep, are read all the same.
    for (let at = 0; at < 300; at++) expect(await own.documents.get("many", `${at}`)).toBeUndefined();
    await own.documents.put("many", "long", "x".repeat(20_000));
    expect(await own.documents.get("many", "long")).toHaveLength(20_000);
  } finally {
    foreign.close();
    await own.close();
    await other.close();
    await rm(folder, { recursive: true });
  }
});
