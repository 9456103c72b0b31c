import { expect, test } from "vitest";
import { candidateSchema } from "../candidate.ts";
import { riskReport } from "./risk-report.ts";

const candidate = (type: "npm" | "pypi", name = "io.github.someone/words") =>
  candidateSchema.parse({
    name,
    kind: "mcp",
    description: "Counts words",
    registry: "https://made.example",
    package: { type, identifier: "words-counter-server", version: "1.0.0" },
  });

test("riskReport() warns where the code of a PyPI package was not found", () => {
  const said = (type: "npm" | "pypi") =>
    riskReport({ candidate: candidate(type), older: [], now: 0 }).lines.filter(({ text }) =>
      text.startsWith("Its code was not scanned"),
    );
  expect(said("pypi")).toMatchObject([{ severity: "warning" }]);
  expect(said("npm")).toEqual([]);
});

test.each([
  ["Cyrillic o", "io.github.some\u043ene/words"],
  ["a hidden character", "io.github.some\u200bone/words"],
  ["Greek", "io.github.someone/w\u03bfrds"],
])("riskReport() calls a name with %s dangerous", (_what, name) => {
  expect(riskReport({ candidate: candidate("npm", name), older: [], now: 0 }).grade).toBe("dangerous");
});

test("riskReport() has nothing against names in one script", () => {
  for (const name of ["io.github.someone/words", "cn.某人/数字数", "ru.кто-то/слова"])
    expect(riskReport({ candidate: candidate("npm", name), older: [], now: 0 }).grade).not.toBe("dangerous");
});

test("riskReport() says how often a registry counted downloads, and that a registry of packages said nothing", () => {
  const said = (more: object) => {
    const { lines } = riskReport({ candidate: { ...candidate("npm"), ...more }, older: [], now: 0 });
    return lines.map(({ severity, text }) => `${severity} ${text}`).join("\n");
  };
  expect(said({ downloads: 1_234 })).toMatch(/fact Downloaded 1234 times/);
  expect(said({})).toMatch(/notice The package registry did not report its publisher/);
  expect(said({})).not.toMatch(/Downloaded/);
});
