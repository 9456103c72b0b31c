import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { SENSITIVE_NAMES } from "../../src/contract/data/sensitive-names.ts";
import { compileSensitive } from "../../src/files/search/compile-glob.ts";
import { hasSensitiveName, isSensitiveFile } from "../../src/policy/defaults.ts";
import { aRuntime } from "../support/a-runtime.ts";

const listed = compileSensitive(SENSITIVE_NAMES);

const SECRET =
  ".env .env.prod prod.env .env-live key.pem id_rsa id_ed25519 .npmrc .netrc credentials.json kubeconfig my.kubeconfig a.tfvars secrets.toml".split(
    " ",
  );
const PLAIN =
  ".env.example environment.ts kubeconfigs.md id_rsa.pub keys.md monkey old.txt backup.sql~ README.bak copy new.ts".split(
    " ",
  );
const AFTER = [
  "~",
  ".bak",
  ".old",
  ".orig",
  ".save",
  ".1",
  ".swp",
  "_backup",
  " copy",
  " (2)",
  ".~3~",
  ".bak2",
  ".2026-01-02",
  "-old",
];
const BEFORE = ["#", ".#", "~$", "Copy of "];

describe("a name that says it holds secrets", () => {
  test("counts however an earlier version of the file is called", () => {
    const name = fc
      .tuple(
        fc.constantFrom(...SECRET),
        fc.constantFrom("", ...BEFORE),
        fc.array(fc.constantFrom(...AFTER), { maxLength: 3 }),
        fc.boolean(),
        fc.constantFrom("", "src/", "a b/c.d/"),
      )
      .map(([base, before, after, capitals, folder]) => {
        const spelt = `${before}${base}${after.join("")}`;
        return `${folder}${capitals ? spelt.toUpperCase() : spelt}`;
      });
    fc.assert(
      fc.property(
        name,
        (path) => isSensitiveFile(`/w/${path}`) && hasSensitiveName(`/w/${path}`) && listed(path),
      ),
      { numRuns: 10_000, seed: 7 },
    );
  });

  test("leaves other names alone", () => {
    for (const path of PLAIN)
      expect([path, isSensitiveFile(`/w/${path}`), listed(path)]).toEqual([path, false, false]);
  });

  test("is asked about, and hidden from lists and programs", async () => {
    const files = Object.fromEntries(
      [".env~", ".env.bak", "kubeconfig", "key.pem.old"].map((name) => [name, "s3cret"]),
    );
    await using world = await aRuntime({ files: { ...files, "notes.txt": "plain" } });
    for (const path of Object.keys(files))
      expect(await world.runtime.execute("read_file", { path }), path).toMatchObject({
        type: "failure",
        error: { code: "approval_required" },
      });
    const list = JSON.stringify(await world.runtime.execute("list_files", { path: "." }));
    const found = JSON.stringify(await world.runtime.execute("grep", { pattern: "s3cret|plain" }));
    for (const text of [list, found]) {
      expect(text).toContain("notes.txt");
      for (const path of Object.keys(files)) expect(text).not.toContain(`"${path}"`);
    }
  });
});
