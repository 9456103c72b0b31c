import { describe, expect, test } from "vitest";
import type { Conversation, Turn } from "../../src/contract/user/conversation.ts";
import type { Store } from "../../src/store/store.ts";

/** What every driver promises of conversations, turns and steps. */
export function conversationConformance(store: () => Store): void {
  describe("conversations", () => {
    test("put() adds, replaces, and list() gives the last one spoken in first", async () => {
      const { conversations } = store();
      await conversations.put(aConversation("a", 1));
      await conversations.put(aConversation("b", 2));
      expect((await conversations.list({ limit: 5 })).map(({ id }) => id)).toEqual(["b", "a"]);
      await conversations.put({ ...aConversation("a", 3), title: "changed" });
      expect((await conversations.list({ limit: 1 })).map(({ id }) => id)).toEqual(["a"]);
      expect((await conversations.get("a"))?.title).toBe("changed");
      expect(await conversations.get("c")).toBeUndefined();
    });

    test("turns() gives the last ones, oldest first; a replaced one keeps its place", async () => {
      const { conversations } = store();
      for (const runId of ["1", "2", "3"]) await conversations.putTurn(aTurn(runId, "a"));
      await conversations.putTurn(aTurn("other", "b"));
      await conversations.putTurn({ ...aTurn("2", "a"), status: "done", answer: "yes 出島" });
      const turns = await conversations.turns("a", { limit: 2 });
      expect(turns.map(({ runId, answer }) => [runId, answer])).toEqual([
        ["2", "yes 出島"],
        ["3", ""],
      ]);
      expect(await conversations.turns("a", { limit: 0 })).toEqual([]);
      expect((await conversations.turn("2"))?.status).toBe("done");
      expect(await conversations.turn("missing")).toBeUndefined();
    });
  });

  describe("conversations of several users", () => {
    test("list() pages without gaps and keeps to one user; turns() pages back; delete() takes the turns along", async () => {
      const { conversations } = store();
      for (const id of ["a", "b", "c", "d"])
        await conversations.put({ ...aConversation(id, 5), user: id === "b" ? "eve" : "somebody" });
      const ids = async (page: Parameters<typeof conversations.list>[0]) =>
        (await conversations.list(page)).map(({ id }) => id);
      expect(await ids({ limit: 2 })).toEqual(["d", "c"]);
      expect(await ids({ limit: 2, before: "c" })).toEqual(["b", "a"]);
      expect(await ids({ limit: 9, user: "somebody" })).toEqual(["d", "c", "a"]);
      expect(await ids({ limit: 9, user: "somebody", before: "c" })).toEqual(["a"]);
      for (const runId of ["1", "2", "3"]) await conversations.putTurn(aTurn(runId, "a"));
      const earlier = await conversations.turns("a", { limit: 5, before: "3" });
      expect(earlier.map(({ runId }) => runId)).toEqual(["1", "2"]);
      expect(await conversations.delete("a")).toBe(true);
      expect(await conversations.delete("a")).toBe(false);
      expect(await conversations.turn("1")).toBeUndefined();
      expect(await ids({ limit: 9 })).toEqual(["d", "c", "b"]);
    });

    test("list() finds by what stands in title, messages and answers, and takes every character as itself", async () => {
      const { conversations } = store();
      for (const id of ["a", "b", "c"])
        await conversations.put({ ...aConversation(id, 5), title: `About ${id}` });
      await conversations.putTurn({ ...aTurn("1", "a"), message: "Unload 100% of the tea" });
      await conversations.putTurn({ ...aTurn("2", "b"), message: "and 100 more", answer: "三艘船 are in" });
      const found = async (text: string) =>
        (await conversations.list({ limit: 9, text })).map(({ id }) => id).sort();
      expect(await found("ABOUT")).toEqual(["a", "b", "c"]);
      expect(await found("about c")).toEqual(["c"]);
      expect(await found("100%")).toEqual(["a"]);
      expect(await found("三艘")).toEqual(["b"]);
      expect(await found("1_0")).toEqual([]);
      expect(await conversations.list({ limit: 9, text: "tea", user: "nobody" })).toEqual([]);
    });
  });

  describe("steps", () => {
    test("append() keeps the steps of each run in order and refuses a number twice", async () => {
      const { steps } = store();
      const step = (number: number, node: string) => ({
        runId: "r",
        number,
        node,
        patch: { a: [number] },
        at: 5,
      });
      await steps.append([step(0, "route"), step(1, "generate")]);
      await steps.append([{ ...step(0, "route"), runId: "other" }]);
      await steps.append([]);
      await expect(steps.append([step(1, "again")])).rejects.toMatchObject({ code: "conflict" });
      await expect(steps.append([step(2, "new"), step(1, "again")])).rejects.toMatchObject({
        code: "conflict",
      });
      expect(await steps.list("r")).toEqual([step(0, "route"), step(1, "generate")]);
      expect(await steps.list("none")).toEqual([]);
    });

    test("append() stores the turn that ends with the steps together with them, or neither", async () => {
      const { conversations, steps } = store();
      const step = { runId: "1", number: 0, node: "enforce", patch: {}, at: 5 };
      const turn = { ...aTurn("1", "a"), status: "done" as const, answer: "yes" };
      await conversations.putTurn(aTurn("1", "a"));
      await steps.append([step], { turn });
      expect(await conversations.turn("1")).toMatchObject({ status: "done", answer: "yes" });
      const again = steps.append([step], { turn: { ...turn, answer: "no" } });
      await expect(again).rejects.toMatchObject({ code: "conflict" });
      expect((await conversations.turn("1"))?.answer).toBe("yes");
      expect(await steps.list("1")).toEqual([step]);
    });

    test("append() stores nothing of steps and turn that `clean` takes out", async () => {
      const { conversations, steps } = store();
      const step = { runId: "1", number: 0, node: "route", patch: { said: "secret" }, at: 5 };
      const turn = { ...aTurn("1", "a"), message: "a secret", answer: "secret", context: ["secret"] };
      const clean = (json: string) => json.replaceAll("secret", "gone");
      await steps.append([step], { turn, clean });
      expect(await steps.list("1")).toEqual([{ ...step, patch: { said: "gone" } }]);
      const stored = { ...turn, message: "a gone", answer: "gone", context: ["gone"] };
      expect(await conversations.turn("1")).toEqual(stored);
    });
  });
}

export function aConversation(id: string, updatedAt: number): Conversation {
  return { id, door: "cli", user: "somebody", title: id, createdAt: 1, updatedAt };
}

export function aTurn(runId: string, conversationId: string): Turn {
  return {
    runId,
    conversationId,
    message: "hi",
    status: "open",
    answer: "",
    startedAt: 1,
    context: [{ a: 1 }],
  };
}
