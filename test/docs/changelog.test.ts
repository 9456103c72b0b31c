import { readFileSync } from "node:fs";
import { expect, test } from "vitest";

const root = new URL("../..", import.meta.url).pathname;
const KINDS = ["Added", "Changed", "Deprecated", "Removed", "Fixed", "Security"];

/** The headings of each version that are unknown or stand there twice. */
function oddHeadings(text: string): string[] {
  return text
    .split(/^## /m)
    .slice(1)
    .flatMap((version) => {
      const headings = [...version.matchAll(/^### (.+)$/gm)].map(([, heading = ""]) => heading);
      return headings.filter((one, at) => !KINDS.includes(one) || headings.indexOf(one) !== at);
    });
}

test("each version of the changelog has each kind of change once", () => {
  expect(oddHeadings(readFileSync(`${root}CHANGELOG.md`, "utf8"))).toEqual([]);
  expect(oddHeadings("## [1.0.0]\n### Added\n### Fixes\n### Added\n")).toEqual(["Fixes", "Added"]);
});
