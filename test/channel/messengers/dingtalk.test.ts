import { expect, test } from "vitest";
import { aDingtalk } from "./a-dingtalk.ts";
import { aMessengerWorld, eventually, type MessengerWorld } from "./conformance.ts";

const GROUP = "cidTeam+/==";
const said = (made: MessengerWorld, place: string, text: RegExp) =>
  eventually(() =>
    expect(
      made
        .shownTo(place)
        .map((one) => one.text)
        .join("\n"),
    ).toMatch(text),
  );

test("DingTalk: messages are taken once, buttons say their answer, others are refused, and what became of a question is told below it", async () => {
  await using made = await aMessengerWorld("dingtalk", aDingtalk);
  const { messenger, noted } = made;
  await messenger.write({ person: "ann" }, "good morning");
  await said(made, "ann", /Heard: good morning/);
  await messenger.repeat();
  await messenger.write({ person: "ann" }, "note alpha");
  const card = await made.card("alpha");
  const [yes, no] = card.buttons.map(({ reply }) => reply);
  expect(card.buttons.map(({ words }) => words)).toEqual(["Approve", "Deny"]);
  await messenger.press("ben", card.id, yes ?? "");
  await messenger.write({ person: "ben" }, yes ?? "");
  await said(made, "ben", /not allowed to answer/);
  expect(noted).toEqual([]);
  await messenger.press("ann", card.id, yes ?? "");
  await said(made, "ann", /Noted alpha\./);
  await said(made, "ann", /✓ Approved by ann/);
  await messenger.press("ann", card.id, no ?? "");
  await said(made, "ann", /not accepted/);
  expect(noted).toEqual(["alpha"]);
  expect(made.shownTo("ann").filter(({ text }) => text.includes("good morning"))).toHaveLength(1);
  expect(made.faults).toEqual([]);
});

test("DingTalk: in groups only the asker or a listed approver answers; files come and go", async () => {
  await using made = await aMessengerWorld("dingtalk", aDingtalk, { approvers: ["lea"] });
  const { messenger, noted } = made;
  await messenger.write({ person: "ann", group: GROUP }, "note beta");
  const card = await made.card("beta");
  expect(card.to).toBe(GROUP);
  const yes = card.buttons[0]?.reply ?? "";
  for (const person of ["ann", "ben"]) await messenger.press(person, card.id, yes);
  await eventually(() =>
    expect(made.shownTo(GROUP).filter(({ text }) => text.includes("not allowed to answer"))).toHaveLength(2),
  );
  expect(noted).toEqual([]);
  await messenger.press("lea", card.id, yes);
  await said(made, GROUP, /Noted beta\./);
  await said(made, GROUP, /✓ Approved by lea/);
  await messenger.write({ person: "eve" }, "look at this", { picture: Buffer.from("picture bytes") });
  await said(made, "eve", /Heard: look at this\\n\[picture\.jpg, image/);
  await messenger.write({ person: "eve" }, "", { file: { name: "plan.txt", content: Buffer.from("text") } });
  await said(made, "eve", /Heard: \[plan\[?\.\]?txt/);
  await messenger.write({ person: "eve" }, "send it");
  await eventually(() => expect(messenger.files().map(({ content }) => String(content))).toEqual(["1,2"]));
  await said(made, "eve", /Noted/);
  messenger.drop();
  await messenger.write({ person: "ann" }, "still there?");
  await said(made, "ann", /Heard: still there\?/);
  expect(made.faults).toEqual([]);
});
