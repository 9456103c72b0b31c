import { randomBytes } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { SKILL_LIMITS } from "../../src/sources/skills/archive/admission.ts";
import { unpack } from "../../src/sources/skills/archive/unpack.ts";
import { folderSnapshot } from "./folder-snapshot.ts";
import { renameInZip, tarGz, writeZip } from "./hostile-archives.ts";

const ARCHIVES = join(import.meta.dirname, "../../../shared/data/hostile/archives");
const SKILL = "---\nname: good\ndescription: Does good\n---\n";

let root: string;
let count = 0;
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "dejima-archives-"));
});
afterAll(() => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test("unpack() gives every archive of the hostile collection its verdict and writes nothing elsewhere", async () => {
  if (!existsSync(ARCHIVES)) return console.log(`passed over: ${ARCHIVES} is missing`);
  const lines = readFileSync(join(ARCHIVES, "manifest.jsonl"), "utf8").trim().split("\n");
  for (const { file, verdict } of lines.map((line) => JSON.parse(line))) {
    const { refused, files } = await attempt(join(ARCHIVES, file));
    expect(refused === undefined, `${file}: ${refused}`).toBe(verdict.startsWith("accept"));
    for (const info of Object.values(files)) expect(info).not.toMatch(/^10[1-7]/);
  }
});

const HOSTILE_PATHS = [
  "/abs/x",
  "../x/SK",
  "good/../..",
  "C:/x/SK.",
  "good/\\..x",
  "good/nul",
  "good/a\u0000",
  "good/a..",
  "good//xy",
];

test("unpack() refuses paths that mean another place on some system, in both kinds of archive", async () => {
  for (const path of HOSTILE_PATHS) {
    const tar = await attemptBytes(
      tarGz([
        { path: "good/SKILL.md", content: SKILL },
        { path, content: "x" },
      ]),
    );
    // A tar's names end at the first NUL.
    if (!path.includes("\0")) expect(tar.refused ?? "", `tar ${path}`).toMatch(/^Cannot unpack/);
    const plain = `good/${"q".repeat(Buffer.byteLength(path))}`.slice(0, Buffer.byteLength(path));
    const file = join(root, "named.zip");
    await writeZip(file, { "good/SKILL.md": SKILL, [plain]: "x" });
    const zip = await attemptBytes(renameInZip(await readFile(file), plain, path));
    expect(zip.refused ?? "", `zip ${path}`).toMatch(/^Cannot unpack/);
  }
});

test("unpack() refuses every kind of tar entry that is no file or folder", async () => {
  for (const type of ["SymbolicLink", "Link", "FIFO", "CharacterDevice"] as const) {
    const result = await attemptBytes(
      tarGz([{ path: "good/x", type, ...(type.endsWith("Link") && { linkpath: "good/y" }) }]),
    );
    expect(result.refused, type).toMatch(/which a skill may not contain/);
  }
});

test("unpack() refuses names that differ only in case or Unicode form, and a file in place of a folder", async () => {
  const pairs = [
    ["good/A.md", "good/a.md"],
    ["good/\u00e9", "good/e\u0301"],
    ["good/x", "good/x/y"],
    ["good/x", "good/x"],
  ];
  for (const [first = "", second = ""] of pairs) {
    const result = await attemptBytes(tarGz([{ path: first }, { path: second }]));
    expect(result.refused, second).toMatch(/two entries/);
  }
});

test("unpack() stops bombs by ratio, by count, by size of one file, and by size of the whole", async () => {
  const zeros = Buffer.alloc(10 * 1024 * 1024);
  const small = { ...SKILL_LIMITS, maxFileBytes: 1000, maxTotalBytes: 2500 };
  const bombs: [Buffer, RegExp][] = [
    [
      tarGz(Array.from({ length: 2001 }, (_, index) => ({ path: `good/${index}` }))),
      /more than 2000 entries/,
    ],
    [tarGz([{ path: "good/one", content: randomBytes(1001) }]), /larger than 1000 bytes/],
    [
      tarGz([1, 2, 3].map((part) => ({ path: `good/${part}`, content: randomBytes(900) }))),
      /more than 2500 bytes/,
    ],
    [gzipSync(zeros), /not a tar/],
    [gzipSync(tarGz([{ path: "good/SKILL.md", content: SKILL }])), /not a tar/],
  ];
  for (const [bytes, reason] of bombs) expect((await attemptBytes(bytes, small)).refused).toMatch(reason);
  expect((await attemptBytes(tarGz([{ path: "good/zeros", content: zeros }]))).refused).toMatch(
    /100 times its size/,
  );
  const file = join(root, "bomb.zip");
  await writeZip(file, { "good/zeros": zeros });
  expect((await attempt(file)).refused).toMatch(/100 times its size/);
});

test("unpack() refuses encrypted entries", async () => {
  const file = join(root, "locked.zip");
  await writeZip(file, { "good/SKILL.md": SKILL });
  const bytes = await readFile(file);
  bytes.writeUInt16LE(bytes.readUInt16LE(6) | 1, 6);
  const central = bytes.indexOf("PK\u0001\u0002", 0, "latin1");
  bytes.writeUInt16LE(bytes.readUInt16LE(central + 8) | 1, central + 8);
  expect((await attemptBytes(bytes)).refused).toMatch(/is encrypted/);
});

test("unpack() leaves archives inside the archive closed", async () => {
  const inner = tarGz([{ path: "good/zeros", content: Buffer.alloc(1024 * 1024) }]);
  const { refused, files } = await attemptBytes(tarGz([{ path: "good/inner.tar.gz", content: inner }]));
  expect(refused).toBeUndefined();
  expect(Object.keys(files)).toEqual(["good", "good/inner.tar.gz"]);
});

test("unpack() refuses damaged, empty and foreign files", async () => {
  const good = tarGz([{ path: "good/SKILL.md", content: "x".repeat(5000) }]);
  const flipped = join(root, "flipped.zip");
  await writeZip(flipped, { "good/SKILL.md": "hello hello" });
  const corrupted = (await readFile(flipped)).map((byte, index) => (index === 45 ? byte ^ 0xff : byte));
  for (const bytes of [Buffer.alloc(0), Buffer.from("hello"), good.subarray(0, 60), Buffer.from(corrupted)]) {
    expect((await attemptBytes(bytes)).refused).toMatch(/^Cannot unpack/);
  }
});

test("unpack() keeps content, large files and the executable bit, and drops all other modes", async () => {
  const large = randomBytes(1024 * 1024);
  const { refused, files } = await attemptBytes(
    tarGz([
      { path: "good/", type: "Directory", mode: 0o777 },
      { path: "good/SKILL.md", content: SKILL, mode: 0o600 },
      { path: "good/scripts/run.sh", content: "#!/bin/sh\n", mode: 0o4755 },
      { path: "good/large.bin", content: large },
      ...Array.from({ length: 500 }, (_, index) => ({ path: `good/many/${index}`, content: `${index}` })),
    ]),
  );
  expect(refused).toBeUndefined();
  expect(files["good/SKILL.md"]).toBe(`100644 ${Buffer.from(SKILL).toString("base64")}`);
  expect(files["good/scripts/run.sh"]).toMatch(/^100755 /);
  expect(files["good/large.bin"]).toBe(`100644 ${large.toString("base64")}`);
  expect(files.good).toMatch(/^40755 /);
  expect(Object.keys(files).filter((path) => path.startsWith("good/many/"))).toHaveLength(500);
});

async function attemptBytes(bytes: Buffer, limits = SKILL_LIMITS) {
  const file = join(root, `given-${count}`);
  await writeFile(file, bytes);
  return attempt(file, limits).finally(() => rm(file));
}

/** Unpacks into a new folder beside a file that must not change; says why not, and what was written. */
async function attempt(
  file: string,
  limits = SKILL_LIMITS,
): Promise<{ refused?: string; files: Record<string, string> }> {
  const world = join(root, `world-${count++}`);
  const staging = join(world, "staging");
  await mkdir(staging, { recursive: true });
  await mkdir(join(world, "staging-sibling"));
  await writeFile(join(world, "staging-sibling", "mine.txt"), "mine");
  const before = await folderSnapshot(world);
  const refused = await unpack(file, staging, limits).then(
    () => undefined,
    (error: Error) => error.message,
  );
  const files = await folderSnapshot(staging);
  await rm(staging, { recursive: true, maxRetries: 20, retryDelay: 100 });
  await mkdir(staging, { mode: Number.parseInt(before.staging ?? "", 8) & 0o777 });
  expect(await folderSnapshot(world)).toEqual(before);
  await rm(world, { recursive: true, maxRetries: 20, retryDelay: 100 });
  return refused === undefined ? { files } : { refused, files };
}
