import { expect, test } from "vitest";
import { type Reply, readReply } from "./chat-question.ts";

const one = { pending: ["tazuko"], shown: "tazuko" };
const two = { pending: ["tazuko", "benira"], shown: "benira" };
const yes = (id = "tazuko"): Reply => ({ type: "answer", answer: "approve", id });
const no = (id = "tazuko"): Reply => ({ type: "answer", answer: "deny", id });
const message: Reply = { type: "message" };

const APPROVING = [
  "确认",
  "同意",
  "批准",
  "yes",
  "y",
  "ok",
  "approve",
  "YES",
  "Yes",
  "yEs",
  "Y",
  "OK",
  "Ok",
  "oK",
  "Approve",
  "APPROVE",
  " yes ",
  "\tok\n",
  "　确认　",
  "\n同意\n",
  "批准\r\n",
  "yes tazuko",
  "确认 tazuko",
  "确认tazuko",
  "同意tazuko",
  "批准 TAZUKO",
  "YES Tazuko",
  "ok  tazuko",
  "approve\ttazuko",
  " y tazuko ",
  "ok　tazuko",
];

const DENYING = [
  "取消",
  "放弃",
  "拒绝",
  "no",
  "n",
  "cancel",
  "deny",
  "NO",
  "No",
  "N",
  "Cancel",
  "CANCEL",
  "Deny",
  " no ",
  "\n取消",
  "拒绝　",
  "no tazuko",
  "取消tazuko",
  "放弃 tazuko",
  "deny TAZUKO",
  "n tazuko",
  "cancel\n tazuko",
];

const MESSAGES = [
  // The words inside something else
  "不确认",
  "不同意",
  "不批准",
  "我不同意",
  "确认吗",
  "确认吗？",
  "要确认什么？",
  "先别确认",
  "请确认一下",
  "我确认",
  "确认过了吗",
  "没有确认",
  "同意不了",
  "不能同意",
  "别批准",
  "批准了吗",
  "谁批准的",
  "取消吗",
  "不取消",
  "不要取消",
  "不拒绝",
  "不放弃",
  "永不放弃",
  "我拒绝回答这个问题",
  "I know",
  "know",
  "now",
  "not",
  "nope",
  "nothing",
  "nobody",
  "none",
  "yesterday",
  "yes?",
  "yes.",
  "yes!",
  "ok?",
  "okay",
  "okey",
  "oki",
  "ok.",
  "okok",
  "yy",
  "nn",
  "yes yes",
  "no no",
  "yes no",
  "no yes",
  "ok ok",
  "yes/no",
  "y/n",
  "yes or no",
  "approved",
  "approves",
  "disapprove",
  "I approve",
  "please approve",
  "do not approve",
  "don't approve",
  "denying",
  "denied",
  "cannot",
  "cancelled",
  "uncancel",
  // With conditions
  "yes but only the first",
  "yes, but only the first",
  "yes please",
  "yes, please",
  "ok but wait",
  "ok, go on",
  "ok go",
  "好的，不过先等等",
  "确认，但是只改第一行",
  "同意，不过等一下",
  "确认 但是",
  "批准第一个",
  "no problem",
  "no worries",
  "no idea",
  "no, wait",
  "n/a",
  "yes 确认",
  "确认 yes",
  "yes to all",
  "都确认",
  "确认！",
  "确认。",
  "确认~",
  "「确认」",
  "“确认”",
  "'yes'",
  '"yes"',
  "`yes`",
  "**yes**",
  "> yes",
  "yes\nno",
  "yes\nand then delete the rest",
  "确认\n取消",
  "好",
  "好的",
  "可以",
  "行",
  "嗯",
  "是",
  "对",
  "不",
  "不行",
  "不要",
  "算了",
  // Look-alikes and hidden characters
  "ｙｅｓ",
  "ＯＫ",
  "уes",
  "yes\u200b",
  "\u200byes",
  "ye\u0301s",
  "确\u200b认",
  "y e s",
  "確認",
  "👍",
  "✅",
  "1",
  "0",
  "true",
  "",
  " ",
  "/approve",
  "/yes",
  "!yes",
  "approve:",
  "@bot yes",
  "yes @bot",
  // Ids that are none, or not alone
  "yes benira",
  "yes tazuk",
  "yes tazukoo",
  "yes#tazuko",
  "yes-tazuko",
  "yestazuko",
  "oktazuko",
  "tazuko",
  "tazuko yes",
  "tazuko 确认",
  "yes tazuko please",
  "yes tazuko benira",
  "yes tazuko, benira",
  "不确认tazuko",
  "不确认 tazuko",
  "don't approve tazuko",
  "not ok tazuko",
  "I know tazuko",
  "确认吗tazuko",
  "yes to tazuko",
  "确认 确认 tazuko",
];

test.each(APPROVING)("readReply() takes %j for a yes", (text) => expect(readReply(text, one)).toEqual(yes()));

test.each(DENYING)("readReply() takes %j for a no", (text) => expect(readReply(text, one)).toEqual(no()));

test.each(MESSAGES)("readReply() takes %j for conversation", (text) =>
  expect(readReply(text, one)).toEqual(message),
);

test.each(["approve all", "全部同意"])("readReply() asks how many %j means", (text) =>
  expect(readReply(text, one)).toMatchObject({ type: "ambiguous" }),
);

test("the matrix of replies has at least 120 lines, each of them once", () => {
  const all = [...APPROVING, ...DENYING, ...MESSAGES];
  expect(all.length).toBeGreaterThanOrEqual(120);
  expect(new Set(all).size).toBe(all.length);
});

test("readReply() asks which question is meant when several wait, and takes the id", () => {
  expect(readReply("yes", two)).toEqual({ type: "ambiguous", answer: "approve", ids: two.pending });
  expect(readReply("取消", two)).toEqual({ type: "ambiguous", answer: "deny", ids: two.pending });
  expect(readReply("yes benira", two)).toEqual(yes("benira"));
  expect(readReply("拒绝tazuko", two)).toEqual(no());
  expect(readReply("yes tazuko benira", two)).toEqual(message);
});

test("readReply() answers all only with the number of the questions that were listed, and exactly these", () => {
  const listed = [...two.pending].reverse();
  const all = { type: "all", answer: "approve", ids: two.pending };
  expect(readReply("approve all 2", { ...two, listed })).toEqual(all);
  const others = [undefined, [], ["tazuko"], ["tazuko", "another"], [...two.pending, "another"]];
  for (const ids of others)
    expect(readReply("approve all 2", { ...two, listed: ids })).toMatchObject({ type: "ambiguous" });
  for (const text of ["approve all", "全部同意", "approve all 1", "approve all 3"])
    expect(readReply(text, { ...two, listed })).toMatchObject({ type: "ambiguous" });
});

test("readReply() takes every message for conversation when nothing waits", () => {
  for (const text of [...APPROVING, ...DENYING]) expect(readReply(text, { pending: [] })).toEqual(message);
});

test("readReply() takes a word alone only for the question that is the last thing shown", () => {
  const waiting = { pending: ["tazuko"] };
  for (const text of ["yes", "no", "确认", "ok"]) expect(readReply(text, waiting)).toEqual(message);
  expect(readReply("yes tazuko", waiting)).toEqual(yes());
  // The one that was shown is settled: which of the others is meant, nobody knows.
  expect(readReply("yes", { ...waiting, shown: "benira" })).toMatchObject({ type: "ambiguous" });
  expect(readReply("yes benira", { ...waiting, shown: "benira" })).toEqual(message);
});

test.each(["approve all", "全部同意"])("readReply() asks how many are meant by %j", (text) =>
  expect(readReply(text, one)).toMatchObject({ type: "ambiguous", answer: "approve" }),
);
