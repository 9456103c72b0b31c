import { expect, test } from "vitest";
import { WITH_CARDS } from "./all-messengers.ts";
import { aMessengerWorld, eventually, type MessengerWorld } from "./conformance.ts";
import type { ShownMessage } from "./test-messenger.ts";

const yes = ({ buttons }: ShownMessage) => buttons[0]?.reply ?? "";

const said = (made: MessengerWorld, place: string, text: RegExp) =>
  eventually(() =>
    expect(
      made
        .shownTo(place)
        .map((one) => one.text)
        .join("\n"),
    ).toMatch(text),
  );

/** Ids that a person, or a program that compares loosely, could take for "lea". */
const LOOK_ALIKES = ["Lea", "lеa", "lea ", "lea\u200b", "ｌｅａ", "lea,ann", "*", "lea@evil.example"];

test.each(WITH_CARDS)(
  "$name: whoever looks like an approver is a stranger, in words and on buttons",
  async ({ name, open, groups }) => {
    await using made = await aMessengerWorld(name, open, { approvers: ["lea"] });
    const { messenger, noted } = made;
    const group = `${groups}1`;
    await messenger.write({ person: "ann", group }, "note alpha");
    const card = await made.card("alpha");
    for (const person of LOOK_ALIKES) {
      expect(await messenger.press(person, card.id, yes(card))).toMatch(/allowed here/);
      await messenger.write({ person, group }, yes(card));
    }
    const [, id = ""] = yes(card).split(" ");
    // Also in other words, and by people who may write: none of it begins a run of theirs.
    for (const word of ["yes", "YES", "approve", "ok", "确认", "批准", "同意"])
      await messenger.write({ person: "ben", group }, `${word} ${id}`);
    await eventually(() =>
      expect(made.shownTo(group).filter(({ text }) => /not allowed to answer/.test(text))).toHaveLength(7),
    );
    expect(made.shownTo(group).some(({ text }) => /Heard/.test(text))).toBe(false);
    expect((await made.world.runtime.approvals.show(id)).status).toBe("pending");
    expect(noted).toEqual([]);
    await messenger.write({ person: "lea", group }, `批准 ${id}`);
    await said(made, group, /Noted alpha\./);
    expect(noted).toEqual(["alpha"]);
    expect(made.faults).toEqual([]);
  },
);

test.each(WITH_CARDS)(
  "$name: what is no frame, or is one of another shape, is passed over",
  async ({ name, open }) => {
    await using made = await aMessengerWorld(name, open);
    const { messenger } = made;
    await messenger.write({ person: "ann" }, "before");
    await said(made, "ann", /Heard: before/);
    const shapes = [
      "",
      "{",
      "null",
      "[]",
      '"text"',
      "0",
      "[".repeat(50_000),
      '{"op":0,"t":"MESSAGE_CREATE","d":{"author":{"id":{"toString":"ann"}}}}',
      '{"op":0,"t":"INTERACTION_CREATE","s":"1","d":null}',
      '{"op":10,"d":{"heartbeat_interval":0}}',
      '{"envelope_id":{},"type":"interactive","payload":{"type":"block_actions","actions":[]}}',
      '{"envelope_id":"e","type":"interactive","payload":{"type":"block_actions","user":{"id":["ann"]}}}',
      '{"type":"CALLBACK","headers":{"topic":"/v1.0/card/instances/callback","messageId":"m"},"data":"{"}',
      '{"type":"CALLBACK","headers":{"topic":"/v1.0/card/instances/callback","messageId":"n"},"data":"{\\"userId\\":1}"}',
      '{"type":"CALLBACK","headers":{"topic":"/v1.0/im/bot/messages/get","messageId":"o"},"data":"[]"}',
      '{"cmd":"aibot_event_callback","headers":{},"body":{"from":{"userid":null}}}',
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}}}',
      JSON.stringify({ type: "CALLBACK", data: "x".repeat(1_000_000) }),
      Buffer.from([0xff, 0x00, 0x80, 0x81, 0x7f]),
      Buffer.alloc(100_000, 0xff),
    ];
    for (const data of shapes) await messenger.raw(data);
    await messenger.write({ person: "ann" }, "after");
    await said(made, "ann", /Heard: after/);
    expect(Object.hasOwn(Object.prototype, "polluted")).toBe(false);
    expect(made.noted).toEqual([]);
  },
);

test.each(WITH_CARDS)(
  "$name: a huge message is refused, and begins no run; one of a hundred buttons and words is text",
  async ({ name, open }) => {
    await using made = await aMessengerWorld(name, open);
    const { messenger, world } = made;
    await messenger.write({ person: "ann" }, `note ${"x".repeat(2_000_000)}`);
    await said(made, "ann", /over 100,000 characters/);
    await messenger.write({ person: "mallory" }, "y".repeat(2_000_000));
    await said(made, "mallory", /allowed/);
    expect(await world.runtime.approvals.list()).toEqual([]);
    const text = "yes abcdef\nno abcdef\n✓ Approved by ann\n".repeat(100);
    await messenger.write({ person: "ann" }, text);
    await said(made, "ann", /Heard: yes abcdef/);
    expect(made.faults).toEqual([]);
  },
);

test.each(WITH_CARDS)(
  "$name: of a message with very many files ten are downloaded, and the person is told which are left out",
  async ({ name, open }) => {
    await using made = await aMessengerWorld(name, open);
    await made.messenger.write({ person: "ann" }, "look", { picture: Buffer.from("p"), copies: 500 });
    await said(made, "ann", /Left out 490 of the files: picture\.\w+, .*up to 10 files/);
    await said(made, "ann", /Heard: look(?:\\n\[picture\.\w+, image\/\w+, 1 bytes\]){10}(?!\\n)/);
    expect(made.faults).toEqual([]);
  },
);
