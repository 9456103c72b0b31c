import {
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readlinkSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import fc from "fast-check";
import { expect, test } from "vitest";
import { resolveLinks } from "./resolve-links.ts";

const NAMES = ["a", "b", "c", "\u00e9", "e\u0301"];
const name = fc.constantFrom(...NAMES);
const path = fc.array(fc.constantFrom(...NAMES, ".."), { minLength: 1, maxLength: 5 });
const made = fc.record({
  at: fc.array(name, { minLength: 1, maxLength: 3 }),
  kind: fc.constantFrom("file", "folder", "link", "link from the top"),
  target: path,
});

test("resolveLinks() follows links as a walk name by name does, in trees with loops, dangling links and missing ends", () => {
  let resolved = 0;
  let seen = 0;
  fc.assert(
    fc.property(
      fc.array(made, { maxLength: 8 }),
      fc.array(path, { minLength: 20, maxLength: 20 }),
      (tree, paths) => {
        const root = realpathSync(mkdtempSync(join(tmpdir(), "dejima-links-")));
        try {
          for (const entry of tree) tryMake(root, entry);
          for (const parts of paths) {
            const wanted = `${root}/${parts.join("/")}`;
            const [ours, reference] = [outcome(() => resolveLinks(wanted)), outcome(() => walk(wanted))];
            expect(ours, wanted).toBe(reference);
            seen++;
            if (ours !== wanted) resolved++;
          }
        } finally {
          rmSync(root, { recursive: true });
        }
      },
    ),
    { numRuns: 100, seed: 21 },
  );
  expect(seen).toBe(2_000);
  expect(resolved).toBeGreaterThan(500);
});

function tryMake(root: string, { at, kind, target }: { at: string[]; kind: string; target: string[] }): void {
  const place = join(root, ...at);
  try {
    mkdirSync(dirname(place), { recursive: true });
    if (kind === "folder") mkdirSync(place);
    else if (kind === "file") writeFileSync(place, "", { flag: "wx" });
    else symlinkSync(kind === "link" ? target.join("/") : join(root, ...target), place);
  } catch {
    // Something else stands there, or a file where a folder is needed.
  }
}

function outcome(work: () => string): string {
  try {
    return work();
  } catch (error) {
    return error instanceof Error && "code" in error ? String(error.code) : "another error";
  }
}

/** Follows a path one name after the other, with nothing but single looks. */
function walk(wanted: string, links = 40): string {
  const [first = "", ...rest] = wanted.split("/").filter(Boolean).map(String);
  let at = "/";
  const pending = [first, ...rest];
  for (let next = pending.shift(); next !== undefined; next = pending.shift()) {
    if (next === "..") {
      at = dirname(at);
      continue;
    }
    const here = [next, next.normalize("NFC"), next.normalize("NFD")]
      .map((each) => join(at, each))
      .find(exists);
    if (here === undefined) return join(at, next, ...pending);
    if (!lstatSync(here).isSymbolicLink()) {
      at = here;
      continue;
    }
    if (links === 0) throw Object.assign(new Error("too many links"), { code: "ELOOP" });
    const target = readlinkSync(here);
    const from = target.startsWith("/") ? target : `${at}/${target}`;
    return walk([from, ...pending].join("/"), links - 1);
  }
  return at;
}

function exists(place: string): boolean {
  try {
    lstatSync(place);
    return true;
  } catch {
    return false;
  }
}
