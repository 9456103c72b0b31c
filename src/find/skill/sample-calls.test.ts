import { expect, test } from "vitest";
import { sampleCalls } from "./sample-calls.ts";

test("sampleCalls() takes the arguments that the instructions show, with made-up files and values", () => {
  const text = [
    "Run `python scripts/report.py data/in.csv --to <language> --out=result.md [--fast]` first.",
    "    python3 ${SKILL}/scripts/report.py INPUT_PDF > out.txt",
    "The file report.pyc is not it.",
  ].join("\n");
  const calls = sampleCalls("scripts/report.py", text);
  expect(calls.map(({ args }) => args)).toEqual([
    ["data/in.csv", "--to", "en", "--out=result.md"],
    ["sample.pdf"],
    [],
  ]);
  expect(Object.keys(calls[0]?.files ?? {})).toEqual(["data/in.csv", "result.md"]);
  expect(calls[1]?.files["sample.pdf"]).toMatch(/^%PDF/);
});

test("sampleCalls() names no file outside of the working folder", () => {
  const [call] = sampleCalls("scripts/a.sh", "sh scripts/a.sh ../../x.txt /etc/hosts.txt ~/y.md");
  expect(Object.keys(call?.files ?? {})).toEqual(["x.txt", "etc/hosts.txt", "y.md"]);
});
