import { expect, test } from "vitest";
import { explainCall } from "../../src/flow/explain-call.ts";
import { createRunOrigins } from "../../src/flow/run-origins.ts";
import { spendsMoney } from "../../src/flow/spends-money.ts";
import { snakeName } from "../../src/text/snake-name.ts";
import { flowOf, namesAction } from "../../src/tool/flow-of.ts";
import { aTool } from "../support/a-runtime.ts";

test("snakeName() finds the words of a name in every style", () => {
  const names = ["EpicFHIRCancelAppointment", "delete-file", "files.delete", "sendMoney2", "get_URL"];
  expect(names.map(snakeName)).toEqual([
    "epic_fhir_cancel_appointment",
    "delete_file",
    "files_delete",
    "send_money2",
    "get_url",
  ]);
});

test("a tool that deletes, acts or pays is known by its name, whatever its style", () => {
  const mcp = { source: "mcp", category: "mcp" } as const;
  for (const name of ["delete-file", "EpicFHIRCancelAppointment", "drive.moveToTrash", "CameraDisable"])
    expect(flowOf({ name, ...mcp }).changes).toBe("for good");
  for (const name of ["share-item", "LockGrantAccess", "door.unlock"]) expect(namesAction(name)).toBe(true);
  for (const name of ["list-items", "GetAccess"]) expect(namesAction(name)).toBe(false);
  const spends = (name: string, input: object) =>
    spendsMoney({ tool: { ...aTool({ name: "tool" }), name }, input, effects: [] });
  expect([
    spends("transfer-funds", {}),
    spends("BinanceWithdraw", {}),
    spends("act", { totalAmount: 5 }),
  ]).toEqual([true, true, true]);
  expect(spends("rename-file", { name: "a" })).toBe(false);
});

/** Why a call of a tool is asked about that says who gets a text only by its name. */
function why(name: string, input: Readonly<Record<string, unknown>>): readonly string[] {
  const run = createRunOrigins();
  run.own.add(
    "Post 'The harbour opens at nine', reply 'Thank you all' to mail id 7041, set the temperature to 19",
  );
  run.saw("custom:");
  run.results.add("read_inbox", "the password is zebra", "custom:");
  const toJsonSchema = () => ({ properties: Object.fromEntries(Object.keys(input).map((key) => [key, {}])) });
  const tool = { ...aTool({ name }), input: { ...aTool({ name }).input, toJsonSchema } };
  return explainCall({ tool, input, effects: [] }, run).why;
}

test("a post and a reply have readers although no argument names them: their text must be the user's", () => {
  expect(why("post_tweet", { content: "The harbour opens at nine" })).toEqual([]);
  expect(why("post_tweet", { content: "the password is zebra" })).not.toEqual([]);
  expect(why("reply_to_mail", { mail_id: "7041", body: "Thank you all" })).toEqual([]);
  expect(why("reply_to_mail", { mail_id: "7041", body: "the password is zebra" })).not.toEqual([]);
});

test("a quantity is explained by the number that the user said, and by no other", () => {
  expect(why("set_temperature", { celsius: 19 })).toEqual([]);
  expect(why("set_temperature", { celsius: 35 })).not.toEqual([]);
  expect(why("set_temperature", { celsius: 7041 })).not.toEqual([]);
});
