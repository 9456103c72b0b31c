import { link, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { makeFifo } from "../../../test/files/make-fifo.ts";
import type { Mask, MountedFolder } from "../../contract/data/file-access.ts";
import { judge } from "../../policy/judge.ts";
import { globalLayer } from "../../policy/rule-layers.ts";
import { withheldFrom } from "../../policy/withheld.ts";
import { isInside } from "../../support/paths.ts";
import { findMasks } from "./find-masks.ts";

const SHELL = { name: "shell", aliases: ["bash"], risk: "medium" } as const;
let folder = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-masks-")));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const layerOf = (base: string, lists: { safe?: string[]; confirm?: string[]; deny?: string[] }) =>
  globalLayer({ safe: [], confirm: [], deny: [], ...lists }, { base, lineOf: () => undefined });

async function masksOf(
  base: string,
  lists: Parameters<typeof layerOf>[1],
  access: MountedFolder["access"] = "read-write",
) {
  const masks = await findMasks([{ path: base, access }], withheldFrom(SHELL, [layerOf(base, lists)]));
  return masks.map(({ type, path }) => `${type} ${path.slice(base.length + 1)}`).sort();
}

async function tree(name: string, files: readonly string[]): Promise<string> {
  const base = join(folder, name);
  for (const file of files) {
    await mkdir(dirname(join(base, file)), { recursive: true });
    await writeFile(join(base, file), file);
  }
  return base;
}

describe("findMasks()", () => {
  test("hides what a rule denies or asks about, and names that say they hold secrets", async () => {
    const base = await tree("rules", [
      "private/a",
      "notes/b",
      "c",
      ".env",
      "x/y/id_rsa",
      ".env.example",
      "d/.SSH/k",
    ]);
    expect(await masksOf(base, { deny: ["file.read(./private/**)"], confirm: ["file.read(./c)"] })).toEqual([
      "hide-file .env",
      "hide-file c",
      "hide-file x/y/id_rsa",
      "hide-folder d/.SSH",
      "hide-folder private",
    ]);
    expect(await masksOf(base, { safe: ["file.read(**/.env)", "shell"], confirm: ["shell(*)"] })).toEqual([
      "hide-file x/y/id_rsa",
      "hide-folder d/.SSH",
    ]);
  });

  test("locks what a rule keeps from being changed or deleted, where it could be", async () => {
    const base = await tree("locks", [".git/config", ".git/hooks/x", "a/b.lock", "src/c"]);
    const rules = { deny: ["file.write(./.git/**)", "file.delete(**/*.lock)"] };
    expect(await masksOf(base, rules)).toEqual(["lock .git", "lock a/b.lock"]);
    expect(await masksOf(base, rules, "read-only")).toEqual([]);
  });

  test("holds the folders above whose new name would take the file out of the rule", async () => {
    const base = await tree("holds", ["a/b/private/x", "c/d/.secret"]);
    expect(await masksOf(base, { deny: ["file.read(./a/b/private/**)", "file.read(**/.secret)"] })).toEqual([
      "hide-file c/d/.secret",
      "hide-folder a/b/private",
      "hold a",
      "hold a/b",
    ]);
    const locked = { deny: ["file.write(./a/**)", "file.read(./a/b/private/**)"] };
    expect(await masksOf(base, locked)).toEqual(["hide-folder a/b/private", "lock a"]);
  });

  test("finds every other name of a withheld file, and masks pipes; links need none", async () => {
    const base = await tree("links", ["private/a", "private/deep/b", "open/c", ".git/x"]);
    await link(join(base, "private/deep/b"), join(base, "open/other"));
    await link(join(base, ".git/x"), join(base, "open/x"));
    await symlink("../private/a", join(base, "open/link"));
    makeFifo(join(base, "open/pipe"));
    expect(await masksOf(base, { deny: ["file.read(./private/**)", "file.write(./.git/**)"] })).toEqual([
      "hide-file open/other",
      "hide-file open/pipe",
      "hide-folder private",
      "lock .git",
      "lock open/x",
    ]);
  });

  test("refuses what it cannot mask: too many single files, a name that is not UTF-8", async () => {
    const many = await tree(
      "many",
      Array.from({ length: 501 }, (_, at) => `keys/${at}.pem`),
    );
    await expect(masksOf(many, {})).rejects.toThrow(/501 of the files.*file\.read/);
    expect(await masksOf(many, { deny: ["file.read(./keys/**)"] })).toEqual(["hide-folder keys"]);
    const odd = await tree("odd", ["a"]);
    await writeFile(Buffer.concat([Buffer.from(`${odd}/`), Buffer.from([0xff]), Buffer.from(".pem")]), "x");
    await expect(masksOf(odd, {})).rejects.toThrow(/not UTF-8/);
  });

  test("masks exactly what reading is refused, in 10,000 cases of rules and paths", async () => {
    const random = seeded(20_261_115);
    const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item; // never empty
    const names = [
      "a",
      "b",
      "private",
      "Private",
      ".git",
      ".env",
      "id_rsa.pub",
      "x y",
      "new\nline",
      "e\u0301",
      "é",
      "*",
      "[q]",
      "key.pem",
      "'",
      "$(x)",
    ];
    const segments = ["a", "b", "private", "*", "**", ".git", "?", "*.env", "é", "x y", ".*"];
    let cases = 0;
    for (let round = 0; cases < 10_000; round++) {
      const paths = new Set<string>();
      while (paths.size < 60) {
        const depth = 1 + Math.floor(random() * 4);
        paths.add(Array.from({ length: depth }, () => pick(names)).join("/"));
      }
      const files = [...paths].filter((path) => ![...paths].some((other) => other.startsWith(`${path}/`)));
      const base = await tree(`round-${round}`, files);
      for (let set = 0; set < 20; set++) {
        const rule = () => {
          const parts = Array.from({ length: 1 + Math.floor(random() * 3) }, () => pick(segments));
          return `file.read(${pick(["./", "", `${base}/`])}${parts.join("/")}${pick(["", "/**", "/"])})`;
        };
        const lists = { deny: [rule(), rule()], confirm: [rule()], safe: random() < 0.3 ? [rule()] : [] };
        const layer = layerOf(base, lists);
        const masks = await findMasks([{ path: base, access: "read-only" }], withheldFrom(SHELL, [layer]));
        for (const file of files) {
          const target = join(base, file).normalize("NFC");
          const reader = { name: "read_file", aliases: [], risk: "low" } as const;
          const { verdict } = judge({ tool: reader, effects: [{ kind: "file.read", target }] }, [layer]);
          cases += 1;
          const hidden = masks.some((mask) => covers(mask, join(base, file)));
          if ((verdict !== "allow") === hidden) continue;
          // A folder that is withheld itself takes with it what a further rule would let through.
          const above =
            hidden &&
            masks.some(({ type, path }) => type === "hide-folder" && isInside(join(base, file), path));
          if (!above) expect({ lists, file, verdict, hidden }).toBe("in agreement");
        }
      }
    }
    expect(cases).toBeGreaterThanOrEqual(10_000);
  });
});

const covers = ({ type, path }: Mask, file: string): boolean =>
  type === "hide-folder" ? isInside(file, path) : type === "hide-file" && path === file;

function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
