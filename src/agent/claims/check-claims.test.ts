import { expect, test } from "vitest";
import type { Receipt } from "../workflow/state.ts";
import { unsupportedClaims } from "./check-claims.ts";

const receipt = (fields: Partial<Receipt>): Receipt => ({
  key: "k",
  callId: "c",
  tool: "t",
  signature: "s",
  ok: true,
  effects: [],
  ...fields,
});

test.each([
  "I have written the file out.txt.",
  "The file was saved.",
  "I've sent the mail to Ada.",
  "The script was executed.",
  "notes.md has been deleted.",
  "已写入 out.txt。",
  "文件已经删除。",
  "邮件发送成功了。",
  "脚本已执行，一切正常。",
])("unsupportedClaims(%j) finds what no call shows", (answer) => {
  expect(unsupportedClaims(answer, [])).toHaveLength(1);
});

test.each([
  "The file was not written.",
  "I could not delete it.",
  "If you agree, the script will be executed.",
  "没有写入任何文件。",
  "脚本未执行。",
  "The README says: `I have written the file`.",
  "```\nfile was saved\n```",
  "> The mail was sent.",
  "It is 10:30 in Tokyo.",
])("unsupportedClaims(%j) finds nothing: denials, plans, code and quotations claim nothing", (answer) => {
  expect(unsupportedClaims(answer, [])).toEqual([]);
});

test("unsupportedClaims() takes a success with the effect as a receipt, a failure as none", () => {
  const claim = "I have written the file out.txt.";
  expect(unsupportedClaims(claim, [receipt({ effects: ["file.write"] })])).toEqual([]);
  expect(unsupportedClaims(claim, [receipt({ effects: ["file.write"], ok: false })])).toHaveLength(1);
  expect(unsupportedClaims(claim, [receipt({ effects: ["file.read"], tool: "look" })])).toHaveLength(1);
});
