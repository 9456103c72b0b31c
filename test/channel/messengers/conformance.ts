import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { z } from "zod";
import type { MessengerName } from "../../../src/config/schema/messengers.ts";
import { channels } from "../../../src/config/schema/messengers.ts";
import { openMessengers } from "../../../src/doors/messengers/open-messengers.ts";
import { type Script, ScriptedModel } from "../../../src/model/language/scripted-model.ts";
import { aRuntime, aTool, type TestRuntime, type TestRuntimeOptions } from "../../support/a-runtime.ts";
import type { From, ShownMessage, TestMessenger } from "./test-messenger.ts";

/** Waits for what happens on the other side of a connection. */
export const eventually = <Result>(check: () => Result | Promise<Result>) =>
  vi.waitFor(check, { timeout: 60_000, interval: 20 });

const note = z.object({ name: z.string() });

/** Notes what it is asked to note, or looks at the pictures it was sent; else says what it heard. */
const script: Script = ({ messages }) => {
  const at = messages.findLastIndex(({ role }) => role === "user");
  const said = JSON.stringify(messages[at]);
  const names = [...(/note ([\w ]+)/.exec(said)?.[1] ?? "").matchAll(/\w+/g)].map(([name]) => name);
  if (messages.slice(at).some(({ role }) => role === "tool"))
    return { text: `Noted ${names.join(" and ")}.` };
  if (names.length > 0) return { calls: names.map((name) => ({ tool: "note", input: { name } })) };
  if (said.includes("send it"))
    return {
      calls: [{ tool: "deliver_artifacts", input: { artifacts: [{ path: "out.csv", caption: "here" }] } }],
    };
  return { text: `Heard: ${/"text":"([^"]*)/.exec(said)?.[1]}` };
};

export interface MessengerWorld extends AsyncDisposable {
  readonly messenger: TestMessenger;
  readonly world: TestRuntime;
  /** What was noted, by whom. */
  readonly noted: string[];
  readonly faults: unknown[];
  shownTo(place: string): ShownMessage[];
  /** The card of the question about this note. */
  card(name: string): Promise<ShownMessage>;
}

export const PEOPLE = ["ann", "ben", "cho", "dan", "eve", "lea"];

/** A runtime that is reached through a messenger on loopback. */
export async function aMessengerWorld(
  name: MessengerName,
  open: () => Promise<TestMessenger>,
  { approvers, ...options }: TestRuntimeOptions & { approvers?: string[] } = {},
): Promise<MessengerWorld> {
  const messenger = await open();
  const noted: string[] = [];
  const who = { allowed: PEOPLE, ...(approvers === undefined ? {} : { approvers }) };
  const tool = aTool({
    name: "note",
    risk: "medium",
    input: note,
    effects: (input) => [{ kind: "message.send", target: note.parse(input).name }],
    run: (input) => {
      noted.push(note.parse(input).name);
      return "ok";
    },
  });
  const { config = {}, ...rest } = options;
  const world = await aRuntime({
    model: new ScriptedModel(script),
    tools: [tool],
    files: { "out.csv": "1,2" },
    ...rest,
    config: {
      permissions: { confirm: ["note"] },
      ...messenger.config,
      ...config,
      channels: channels.parse({ [name]: { ...messenger.settings, ...who } }),
    },
  });
  const faults: unknown[] = [];
  const doors = await openMessengers({ runtime: world.runtime, onFault: (error) => void faults.push(error) });
  expect([doors.names, faults]).toEqual([[name], []]);
  const asks = (text: string, about: string) => new RegExp(`\\b${about}\\b`).test(text);
  return {
    messenger,
    world,
    noted,
    faults,
    shownTo: (place) => messenger.shown().filter(({ to }) => to === place),
    card: (about) =>
      eventually(() => {
        const found = messenger.shown().find(({ text, buttons }) => buttons.length > 0 && asks(text, about));
        expect(found, `a card about ${about}`).toBeDefined();
        // The line above fails without one.
        return found as ShownMessage;
      }),
    async [Symbol.asyncDispose]() {
      await doors.close();
      await world[Symbol.asyncDispose]();
      await messenger[Symbol.asyncDispose]();
    },
  };
}

/** What every messenger with cards promises. One server and one runtime: each test has people and notes of its own. */
export function messengerConformance(
  name: MessengerName,
  open: () => Promise<TestMessenger>,
  {
    group,
    threads = false,
    changesLater = true,
  }: {
    readonly group?: string;
    readonly threads?: boolean;
    /** Whether a card can be changed that was not pressed; else the answer is told below it. */
    readonly changesLater?: boolean;
  } = {},
): void {
  describe(`the messenger ${name}`, { timeout: 120_000 }, () => {
    let made: MessengerWorld;
    beforeAll(async () => {
      made = await aMessengerWorld(name, open);
    }, 60_000);
    afterAll(async () => {
      const { faults } = made;
      await made[Symbol.asyncDispose]();
      expect(faults).toEqual([]);
    });
    const write = (from: From, text: string) => made.messenger.write(from, text);
    const yes = ({ buttons }: ShownMessage) => buttons[0]?.reply ?? "";
    const no = ({ buttons }: ShownMessage) => buttons.at(-1)?.reply ?? "";
    const press = (person: string, card: ShownMessage, reply: string) =>
      made.messenger.press(person, card.id, reply);
    const now = ({ id }: ShownMessage) => made.messenger.shown().find((one) => one.id === id);
    /** What became of a question that was answered elsewhere. */
    const told = ({ id, to }: ShownMessage) =>
      changesLater
        ? (made.messenger.shown().find((one) => one.id === id)?.text ?? "")
        : made
            .shownTo(to)
            .map((one) => one.text)
            .join("\n");
    const pending = async (card: ShownMessage) =>
      (await made.world.runtime.approvals.show(yes(card).split(" ")[1] ?? "")).status;
    const said = (place: string, text: RegExp) =>
      eventually(() =>
        expect(
          made
            .shownTo(place)
            .map((one) => one.text)
            .join("\n"),
        ).toMatch(text),
      );

    test("a message is answered once, also when it comes twice; a stranger is told once", async () => {
      await write({ person: "ann" }, "good morning");
      await said("ann", /Heard: good morning/);
      await made.messenger.repeat();
      await write({ person: "mallory" }, "let me in");
      await write({ person: "mallory" }, "let me in");
      await write({ person: "ann" }, "and again");
      await said("ann", /Heard: and again/);
      expect(made.shownTo("ann").filter(({ text }) => text.includes("good morning"))).toHaveLength(1);
      await said("mallory", new RegExp(`channels\\W+${name}\\W+allowed`));
      expect(made.shownTo("mallory")).toHaveLength(1);
    });

    test("a press on approve runs the call once; the card then says who and when, and has no buttons", async () => {
      await write({ person: "ann" }, "note alpha");
      const card = await made.card("alpha");
      expect(card.buttons.map(({ words }) => words)).toEqual(["Approve", "Deny"]);
      expect(await press("ann", card, yes(card))).toBe("");
      await said("ann", /Noted alpha\./);
      await eventually(() => expect(now(card)).toMatchObject({ buttons: [], changes: 1 }));
      expect(now(card)?.text).toMatch(/✓ Approved by ann, \d{4}-\d\d-\d\d \d\d:\d\d/);
      expect(await press("ann", card, yes(card))).toMatch(/not accepted/);
      expect(made.noted.filter((one) => one === "alpha")).toHaveLength(1);
    });

    test("a press on deny runs nothing, and the card says so", async () => {
      await write({ person: "ann" }, "note beta");
      const card = await made.card("beta");
      await press("ann", card, no(card));
      await eventually(() => expect(now(card)?.text).toMatch(/✗ Denied by ann/));
      expect(made.noted).not.toContain("beta");
    });

    test("others, strangers, other cards and made-up questions answer nothing", async () => {
      await write({ person: "ann" }, "note gamma");
      const card = await made.card("gamma");
      await write({ person: "ben" }, "note delta");
      const other = await made.card("delta");
      expect(await press("ben", card, yes(card))).toMatch(/not allowed to answer/);
      expect(await press("mallory", card, yes(card))).toMatch(/allowed here/);
      expect(await press("ben", other, yes(card))).toMatch(/not allowed to answer/);
      expect(await press("ann", other, yes(other))).toMatch(/not allowed to answer/);
      expect(await press("ann", { ...card, id: "forwarded" }, yes(card))).toMatch(/not allowed to answer/);
      expect(await press("ann", card, "yes zzzzzz")).toMatch(/not accepted/);
      expect(await press("ann", card, "note epsilon")).toMatch(/not accepted/);
      expect([await pending(card), await pending(other)]).toEqual(["pending", "pending"]);
      expect(made.noted.filter((one) => ["gamma", "delta", "epsilon"].includes(one))).toEqual([]);
      await press("ann", card, no(card));
      await press("ben", other, no(other));
      await eventually(() => expect([now(card)?.buttons, now(other)?.buttons]).toEqual([[], []]));
    });

    test("of two questions each button answers its own", async () => {
      await write({ person: "cho" }, "note zeta eta");
      const [zeta, eta] = [await made.card("zeta"), await made.card("eta")];
      await press("cho", eta, yes(eta));
      await eventually(() => expect(now(eta)?.text).toMatch(/Approved/));
      expect(await pending(zeta)).toBe("pending");
      await press("cho", zeta, no(zeta));
      await said("cho", /Noted zeta and eta\./);
      expect(made.noted).toContain("eta");
      expect(made.noted).not.toContain("zeta");
    });

    test("a typed answer counts with its id, a question answered elsewhere closes its card, and Chinese stays Chinese", async () => {
      await write({ person: "dan" }, "帮我记一下 note theta");
      const card = await made.card("theta");
      expect(card.buttons.map(({ words }) => words)).toEqual(["批准", "拒绝"]);
      await write({ person: "dan" }, yes(card).replace("yes", "确认"));
      await eventually(() => expect(told(card)).toMatch(/✓ dan 已批准/));
      expect(made.noted).toContain("theta");
      await write({ person: "dan" }, "再记一下 note iota");
      const second = await made.card("iota");
      const id = yes(second).split(" ")[1] ?? "";
      await made.world.runtime.approvals.answer(id, { answer: "deny", by: "local", door: "cli" });
      await eventually(() => expect(told(second)).toMatch(/✗ 本机用户 已拒绝/));
    });

    test("a picture and a document come in, a file goes out; no text that is sent can call or link", async () => {
      const picture = Buffer.from("picture bytes");
      await made.messenger.write({ person: "eve" }, "look at this", { picture });
      await said("eve", /Heard: look at this\\n\[picture\.\w+, image/);
      await made.messenger.write({ person: "eve" }, "", {
        file: { name: "plan.txt", content: Buffer.from("text") },
      });
      await said("eve", /Heard: \[plan\.txt/);
      await write({ person: "eve" }, "send it");
      await eventually(() =>
        expect(made.messenger.files().map(({ content }) => String(content))).toEqual(["1,2"]),
      );
      await said("eve", /Noted/);
    });

    test("a lost connection comes back", async () => {
      made.messenger.drop();
      await write({ person: "ann" }, "still there?");
      await said("ann", /Heard: still there\?/);
    });

    test.runIf(group !== undefined)(
      "in a group: only mentions are heard, a bare yes answers nothing, only whoever asked may press",
      async () => {
        const here = { person: "ann", group: group ?? "" };
        await write({ ...here, unmentioned: true }, "note lambda");
        await write(here, "note kappa");
        const card = await made.card("kappa");
        expect(card.to).toBe(group);
        await write(here, "yes");
        await said(group ?? "", new RegExp(`"${yes(card)}"`));
        await write({ ...here, person: "ben" }, yes(card));
        expect(await press("ben", card, yes(card))).toMatch(/not allowed to answer/);
        expect(await pending(card)).toBe("pending");
        await press("ann", card, yes(card));
        await said(group ?? "", /Noted kappa\./);
        expect(made.noted).not.toContain("lambda");
        expect(made.shownTo("ann").some(({ text }) => text.includes("kappa"))).toBe(false);
      },
    );

    test.runIf(threads)("a thread is answered in the thread", async () => {
      await write({ person: "ben", group: group ?? "", thread: "root-1" }, "in a thread");
      await eventually(() =>
        expect(made.messenger.shown().find(({ text }) => text.includes("in a thread"))?.to).toContain(
          "root-1",
        ),
      );
    });

    test("a listed approver answers for others in a group, but not their private questions", async () => {
      await using strict = await aMessengerWorld(name, open, { approvers: ["lea"] });
      await strict.messenger.write({ person: "ann" }, "note mu");
      const card = await strict.card("mu");
      for (const person of ["ann", "lea"])
        expect(await strict.messenger.press(person, card.id, yes(card))).toMatch(/not allowed to answer/);
      if (group === undefined) return;
      await strict.messenger.write({ person: "ann", group }, "note nu");
      const shared = await strict.card("nu");
      expect(await strict.messenger.press("ann", shared.id, yes(shared))).toMatch(/not allowed to answer/);
      expect(await strict.messenger.press("lea", shared.id, yes(shared))).toBe("");
      await eventually(() =>
        expect(
          strict
            .shownTo(group)
            .map(({ text }) => text)
            .join(),
        ).toMatch(/Noted nu\./),
      );
      expect(strict.noted).toEqual(["nu"]);
      await eventually(() =>
        expect(strict.messenger.shown().find(({ id }) => id === shared.id)?.text).toMatch(/Approved by lea/),
      );
    });

    test("a card whose time is over says so, and its buttons run nothing", async () => {
      const config = { approvals: { expiry: { chat: "1s" } } };
      await using brief = await aMessengerWorld(name, open, { config });
      await brief.messenger.write({ person: "ann" }, "note xi");
      await eventually(() =>
        expect(brief.messenger.shown().some(({ text }) => /Not answered in time/.test(text))).toBe(true),
      );
      const card = brief.messenger.shown().find(({ text }) => /Not answered in time/.test(text));
      const [{ id } = { id: "" }] = await brief.world.runtime.approvals.list();
      expect(await brief.messenger.press("ann", card?.id ?? "", `yes ${id}`)).toMatch(/in time/);
      expect(brief.noted).toEqual([]);
    });
  });
}
