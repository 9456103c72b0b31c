import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SKILL_LIMITS } from "../../src/sources/skills/archive/admission.ts";
import { unpack } from "../../src/sources/skills/archive/unpack.ts";
import { folderSnapshot } from "./folder-snapshot.ts";
import { tarGz } from "./hostile-archives.ts";
import { localEntry, type RawEntry, rawZip } from "./raw-zip.ts";

const SKILL: RawEntry = { name: "good/SKILL.md", content: Buffer.from("---\nname: good\n---\n") };

let root: string;
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "dejima-layout-"));
});
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test("unpack() refuses a zip whose entries call themselves otherwise where they stand", async () => {
  expect(await unpacked(rawZip([{ ...SKILL, localName: "evil/SKILL.md" }]))).toMatch(/has another name/);
});

test("unpack() refuses zip entries that share their bytes, however well each is formed", async () => {
  const inner = localEntry("good/inner", Buffer.from("x"));
  const outer: RawEntry = { name: "good/outer", content: inner };
  const at = localEntry(outer.name, Buffer.alloc(0)).length;
  const zip = rawZip([outer, { name: "good/inner", content: Buffer.from("x"), at }]);
  expect(await unpacked(zip)).toMatch(/"good\/inner" overlaps another/);
  expect(await unpacked(rawZip([SKILL, outer]))).toEqual(["good", "good/SKILL.md", "good/outer"]);
});

test("unpack() refuses dots of other widths and names that turn the direction of writing", async () => {
  for (const name of [
    "good/．．/x",
    "good/‥/x",
    "good/․․",
    "good/..／x",
    "good/gpj\u202ehs.",
    "good/\u2066a",
  ]) {
    const zip = rawZip([SKILL, { name, content: Buffer.from("x") }]);
    expect(await unpacked(zip), name).toMatch(/leaves its folder|how it is displayed/);
    expect(await unpacked(tarGz([{ path: name, content: "x" }])), name).toMatch(/^Cannot unpack/);
  }
  const content = Buffer.from("x");
  const plain = ["good/…", "good/会议：记录.md", "good/é", "good/👩‍💻.md", "good/a..b"].map((name) => ({
    name,
    content,
  }));
  expect(await unpacked(rawZip(plain))).toHaveLength(plain.length + 1);
});

test("unpack() leaves out version control data and what macOS puts beside files", async () => {
  const left = ["good/.git/hooks/pre-commit", "good/sub/.GIT/config", "good/._SKILL.md", "._good"];
  const entries = [SKILL, ...left.map((name) => ({ name, content: Buffer.from("x") }))];
  expect(await unpacked(rawZip(entries))).toEqual(["good", "good/SKILL.md"]);
  const tar = tarGz(entries.map(({ name, content }) => ({ path: name, content })));
  expect(await unpacked(tar)).toEqual(["good", "good/SKILL.md"]);
});

/** Why an archive was refused, or the paths that came out of it. */
async function unpacked(bytes: Buffer): Promise<string | string[]> {
  const target = join(root, `target-${count++}`);
  await mkdir(target);
  const file = `${target}.archive`;
  await writeFile(file, bytes);
  return unpack(file, target, SKILL_LIMITS).then(
    async () => Object.keys(await folderSnapshot(target)).sort(),
    (error: Error) => error.message,
  );
}
