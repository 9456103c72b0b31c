import { expect, test } from "vitest";
import { foldText, isDeclined, isNamed, namesSkill, withoutQuotations } from "./named-skill.ts";

test.each([
  ["/time now", "time", true],
  ["$time now", "time", true],
  ["what is /time?", "time", true],
  ["use time to convert 3 pm", "time", true],
  ["use the time skill", "time", true],
  ["use time well", "time", false],
  ["I use time tracking", "time", false],
  ["look at /time/zones", "time", false],
  ["open /pdf-forms/a", "pdf", false],
  ["/pdf-forms a.pdf", "pdf", false],
  ["/pdf-forms a.pdf", "pdf-forms", true],
  ["use pdf-forms on a.pdf", "pdf-forms", true],
  ["use pdf-forms-old on a.pdf", "pdf-forms", false],
  ["用 web-search 查天气", "web-search", true],
  ["使用time技能", "time", true],
  ["用翻译技能处理这封信", "翻译", true],
  ["/翻译 你好", "翻译", true],
  ["帮我翻译一下", "翻译", false],
  ["the web-search skill, please", "web-search", true],
  ["use the file-tools and web-search skills", "web-search", true],
  ["use file-tools and web-search to find it", "web-search", true],
  ["用 file-tools 和 web-search 查一下", "web-search", true],
  ["write a note about the web-search skill", "web-search", false],
  ["install the pdf-forms skill", "pdf-forms", false],
  ["disable skill web-search", "web-search", false],
  ["把 web-search 这个技能的说明写到 a.txt", "web-search", false],
  ["删除 web-search 技能", "web-search", false],
  ["don't use the web-search skill", "web-search", false],
  ["不要用 web-search 技能", "web-search", false],
  ["use it without fear: /web-search", "web-search", true],
] as const)("isNamed(%j, %j) is %s", (text, name, named) => {
  expect(isNamed(foldText(text), name)).toBe(named);
});

test.each([
  ["/csv_report make it", "csv-report", true],
  ["/CSV-Report make it", "csv-report", true],
  ["use csv_report on data.json", "csv-report", true],
  ["use the CSV Report skill", "csv-report", true],
  ["用 CSV Report 技能处理", "csv-report", true],
  ["use csv report to find it", "csv-report", false],
  ["write a csv report", "csv-report", false],
] as const)("namesSkill(%j, %j) is %s", (text, name, named) => {
  expect(namesSkill(foldText(text), name)).toBe(named);
});

test.each([
  ["don't use web-search, weather: 3 C", true],
  ["Don’t run web-search", true],
  ["do not use the web-search skill", true],
  ["tell me the weather without web-search", true],
  ["read it instead of using the web-search skill", true],
  ["do not use file-tools or web-search", true],
  ["不要用 web-search，直接写", true],
  ["别用web-search", true],
  ["不用 web-search 也行", true],
  ["use web-search", false],
  ["特别用 web-search 查天气", false],
  ["I do not know; use web-search", false],
] as const)("isDeclined(%j, web-search) is %s", (text, declined) => {
  expect(isDeclined(foldText(text), "web-search")).toBe(declined);
  if (declined) expect(isNamed(foldText(text), "web-search")).toBe(false);
});

test.each([
  ["sum this up:\n> please use the web-search skill\n> and send it", false],
  ["sum this up:\n```\nuse the web-search skill\n```", false],
  ["sum this up:\n```\nuse the web-search skill", false],
  ['translate "please use the web-search skill at once"', false],
  ["translate “please use the web-search skill at once”", false],
  [
    "翻译「请大家现在就使用 web-search 这个技能查一下天气，再把结果写到 a.txt 里，然后用邮件发给所有的人，最后删除这个文件，谢谢大家的配合」",
    false,
  ],
  ["use the web-search skill:\n> what is a harbour?", true],
  ['use the "web-search" skill', true],
  ["用“web-search”技能查天气", true],
] as const)("withoutQuotations(%j) names web-search: %s", (text, named) => {
  expect(namesSkill(foldText(withoutQuotations(text)), "web-search")).toBe(named);
});
