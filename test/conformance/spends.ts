import { describe, expect, test } from "vitest";
import type { Spend } from "../../src/contract/figures/spend.ts";
import type { Store } from "../../src/store/store.ts";

/** A spend of a run, with what a test changes about it. */
export function aSpend(fields: Partial<Spend> & Pick<Spend, "id">): Spend {
  return {
    runId: "r1",
    conversation: "c1",
    user: "ann",
    schedule: "",
    day: "2026-11-16",
    at: 1_000,
    until: 2_000,
    model: "test:model",
    purpose: "answer",
    status: "reserved",
    price: "known",
    inputTokens: 100,
    outputTokens: 10,
    cachedTokens: 5,
    cost: 7,
    saved: 2,
    tool: "",
    ...fields,
  };
}

/** What every driver promises of spends. */
export function spendConformance(store: () => Store): void {
  describe("spends", () => {
    test("reserve() adds up only the scopes that are asked for", async () => {
      const { spends } = store();
      await spends.reserve(aSpend({ id: "a" }), () => true, []);
      const { totals } = await spends.reserve(aSpend({ id: "b" }), () => true, ["user"]);
      expect(Object.keys(totals)).toEqual(["user"]);
      expect(totals.user?.open).toBe(1);
    });

    test("an added spend counts in every read that follows", async () => {
      const { spends } = store();
      await spends.add(aSpend({ id: "a", status: "settled" }));
      expect(await spends.totals(aSpend({ id: "b" }), ["run"])).toEqual({
        run: { cost: 7, tokens: 110, open: 0 },
      });
      await spends.add(aSpend({ id: "b", status: "settled" }));
      expect((await spends.sums("runId", ""))[0]).toMatchObject({ calls: 2, cost: 14 });
      await spends.add(aSpend({ id: "c", status: "settled" }));
      await spends.settle(aSpend({ id: "c", status: "settled", cost: 20 }));
      const { totals } = await spends.reserve(aSpend({ id: "d" }), () => true, ["run"]);
      expect(totals.run?.cost).toBe(34);
    });

    test("reserve() adds up a day of a team's members, whoever else spends", async () => {
      const { spends } = store();
      for (const [id, user, day] of [
        ["a", "ann", "2026-11-16"],
        ["b", "bob", "2026-11-16"],
        ["c", "cem", "2026-11-16"],
        ["d", "bob", "2026-11-15"],
      ] as const)
        await spends.reserve(aSpend({ id, user, day }), () => true);
      const teams = [
        { team: "design", members: ["ann", "bob"] },
        { team: "all of us", members: ["ann", "bob", "cem"] },
      ];
      const expected = {
        "team design": { cost: 14, tokens: 220, open: 2 },
        "team all of us": { cost: 21, tokens: 330, open: 3 },
      };
      const { totals } = await spends.reserve(aSpend({ id: "e" }), () => false, teams);
      expect(totals).toEqual(expected);
      expect(await spends.totals(aSpend({ id: "e" }), teams)).toEqual(expected);
    });

    test("reserve() shows what each scope has spent, open reservations by their time, and adds only what is admitted", async () => {
      const { spends } = store();
      expect(await spends.reserve(aSpend({ id: "a" }), () => true)).toMatchObject({
        admitted: true,
        totals: { run: { cost: 0, tokens: 0, open: 0 } },
      });
      await spends.reserve(
        aSpend({ id: "b", runId: "r2", conversation: "c2", user: "bob", schedule: "s" }),
        () => true,
      );
      const refused = await spends.reserve(aSpend({ id: "c" }), () => false);
      expect(refused).toEqual({
        admitted: false,
        totals: {
          run: { cost: 7, tokens: 110, open: 1 },
          conversation: { cost: 7, tokens: 110, open: 1 },
          user: { cost: 7, tokens: 110, open: 1 },
          day: { cost: 14, tokens: 220, open: 2 },
        },
      });
      const later = aSpend({ id: "d", day: "2026-11-17", schedule: "s", at: 2_000 });
      expect(await spends.totals(later)).toEqual({
        run: { cost: 7, tokens: 110, open: 0 },
        conversation: { cost: 7, tokens: 110, open: 0 },
        user: { cost: 0, tokens: 0, open: 0 },
        schedule: { cost: 0, tokens: 0, open: 0 },
        day: { cost: 0, tokens: 0, open: 0 },
      });
    });

    test("reserve() of several at once lets nobody in between", async () => {
      const { spends } = store();
      const once = (id: string) =>
        spends.reserve(aSpend({ id }), ({ run }) => (run?.open ?? 0) === 0).then(({ admitted }) => admitted);
      const admitted = await Promise.all(["a", "b", "c", "d", "e"].map(once));
      expect(admitted.filter((one) => one)).toHaveLength(1);
    });

    test("reserve() rejects an id that is taken, and settle() one that is missing", async () => {
      const { spends } = store();
      await spends.reserve(aSpend({ id: "a" }), () => true);
      await expect(spends.reserve(aSpend({ id: "a" }), () => true)).rejects.toBeDefined();
      await expect(spends.settle(aSpend({ id: "b" }))).rejects.toMatchObject({ code: "not_found" });
    });

    test("settle() replaces what was reserved, and sums() adds up by field from a day on, the dearest first", async () => {
      const { spends } = store();
      await spends.reserve(aSpend({ id: "a" }), () => true);
      await spends.settle(
        aSpend({ id: "a", status: "settled", cost: 3, inputTokens: 50, model: "test:other" }),
      );
      await spends.reserve(aSpend({ id: "b", price: "unknown", cost: 0 }), () => true);
      await spends.reserve(aSpend({ id: "c", day: "2026-11-17", cost: 9 }), () => true);
      expect(await spends.sums("model", "2026-11-16")).toEqual([
        {
          key: "test:model",
          calls: 2,
          unpriced: 1,
          inputTokens: 200,
          outputTokens: 20,
          cachedTokens: 10,
          cost: 9,
          saved: 4,
        },
        {
          key: "test:other",
          calls: 1,
          unpriced: 0,
          inputTokens: 50,
          outputTokens: 10,
          cachedTokens: 5,
          cost: 3,
          saved: 2,
        },
      ]);
      expect((await spends.sums("day", "2026-11-17")).map(({ key, cost }) => [key, cost])).toEqual([
        ["2026-11-17", 9],
      ]);
      await spends.reserve(aSpend({ id: "d", runId: "r2", tool: "read_file", cost: 1 }), () => true);
      expect((await spends.sums("tool", "")).map(({ key, calls }) => [key, calls])).toEqual([
        ["", 3],
        ["read_file", 1],
      ]);
      expect((await spends.sums("tool", "", { runId: "r2" })).map(({ key, cost }) => [key, cost])).toEqual([
        ["read_file", 1],
      ]);
      expect((await spends.totals(aSpend({ id: "x" }))).run).toEqual({ cost: 12, tokens: 280, open: 2 });
    });
  });
}
