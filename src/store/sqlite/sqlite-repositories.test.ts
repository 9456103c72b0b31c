import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
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
