import { expect, test } from "vitest";
import { shellProgram } from "./shell-line.ts";

test.each([
  ["curl -s 'https://a.example/x y'", { what: "curl", detail: "-s 'https://a.example/x y'" }],
  ["KEY='a b' LANG=C /usr/bin/git log", { what: "/usr/bin/git", detail: "log" }],
  ["exec python3 x.py", { what: "python3", detail: "x.py" }],
  ["echo curl", undefined],
  ["city=London", undefined],
  ["'[' -f x ']'", undefined],
  ["", undefined],
])("shellProgram(%j) gives %j", (line, expected) => {
  expect(shellProgram(line)).toEqual(expected);
});
