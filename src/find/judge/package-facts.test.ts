import { expect, test } from "vitest";
import { packageFacts } from "./package-facts.ts";

const version = (by: string, more: Record<string, unknown> = {}) => ({ _npmUser: { name: by }, ...more });

test("packageFacts() sees that a sixteenth version has another publisher, install scripts and no proof any more", () => {
  const proven = { dist: { attestations: { url: "x" } } };
  const before = Array.from({ length: 15 }, (_, at) => [`1.0.${at}`, version("author", proven)] as const);
  const versions = {
    ...Object.fromEntries(before),
    "1.0.15": version("somebody", { scripts: { postinstall: "node steal.js" } }),
  };
  const time = Object.fromEntries(
    Object.keys(versions).map((name, at) => [name, new Date(Date.UTC(2026, 0, at + 1)).toISOString()]),
  );
  expect(packageFacts({ time, versions }, "1.0.15")).toMatchObject({
    versions: 16,
    publisher: "somebody",
    newPublisher: true,
    newScripts: true,
    provenance: false,
    hadProvenance: true,
  });
  expect(packageFacts({ time, versions }, "1.0.14")).toMatchObject({
    publisher: "author",
    newPublisher: false,
    newScripts: false,
    provenance: true,
  });
});
