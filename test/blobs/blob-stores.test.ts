import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { BlobStore } from "../../src/blobs/blob-store.ts";
import { openBlobs } from "../../src/blobs/open-blobs.ts";
import { anS3, hasS3, S3_KEYS } from "./an-s3.ts";

let folder: string;
let s3: Awaited<ReturnType<typeof anS3>> | undefined;
const readKey = async (name: keyof typeof S3_KEYS) => S3_KEYS[name];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-blobs-"));
  if (hasS3) s3 = await anS3();
});
afterAll(async () => {
  await s3?.[Symbol.asyncDispose]();
  await rm(folder, { recursive: true, force: true });
});

const hashOf = (content: string | Buffer) => createHash("sha256").update(content).digest("hex");

/** A file with this content, and the name under which it is kept. */
function aBlob(content: string | Buffer, space = "runs/one/observations") {
  const file = join(folder, `given-${hashOf(content)}`);
  writeFileSync(file, content);
  return { file, blob: { space, sha256: hashOf(content) } };
}

const drivers = [
  {
    name: "disk",
    usable: true,
    open: async () => openBlobs(pathToFileURL(join(folder, "kept")).href, readKey),
    fileOf: (key: string) => join(folder, "kept", key),
  },
  {
    name: "S3",
    usable: hasS3,
    open: async () => openBlobs(s3?.address("deep/prefix") ?? "", readKey),
    fileOf: (key: string) => s3?.fileOf(`deep/prefix/${key}`) ?? "",
  },
];

describe.each(drivers)("$name", ({ usable, open, fileOf }) => {
  let blobs: BlobStore;
  beforeAll(async () => {
    if (usable) blobs = await open();
  });

  test.runIf(usable)(
    "keeps contents by hash, empty ones and large ones, and gives them back whole",
    async () => {
      await blobs.check();
      for (const content of ["", "short", Buffer.alloc(5_000_000, "abc"), "内容\u0000"]) {
        const { file, blob } = aBlob(content);
        expect(await blobs.has(blob)).toBe(false);
        await blobs.put(blob, file);
        await blobs.put(blob, file);
        expect(await blobs.has(blob)).toBe(true);
        const fetched = join(folder, "fetched/deep", blob.sha256);
        await blobs.download(blob, fetched);
        expect(hashOf(readFileSync(fetched))).toBe(blob.sha256);
      }
      const kept = await blobs.list("runs/one/observations");
      expect(kept.map(({ bytes }) => bytes).sort((a, b) => a - b)).toEqual([0, 5, 7, 5_000_000]);
    },
  );

  test.runIf(usable)("names a content that it does not hold, and leaves no file", async () => {
    const blob = { space: "runs/one/artifacts", sha256: hashOf("never") };
    const file = join(folder, "fetched/never");
    await expect(blobs.download(blob, file)).rejects.toMatchObject({
      code: "not_found",
      message: expect.stringContaining(`runs/one/artifacts/${blob.sha256}`),
    });
    expect(existsSync(file)).toBe(false);
  });

  test.runIf(usable)(
    "refuses a content that was changed, and a file that does not have the hash",
    async () => {
      const { file, blob } = aBlob("as it was", "runs/two/undo");
      await blobs.put(blob, file);
      writeFileSync(fileOf(`runs/two/undo/${blob.sha256}`), "as it  is");
      const fetched = join(folder, "changed/file");
      await expect(blobs.download(blob, fetched)).rejects.toMatchObject({ code: "conflict" });
      expect(readdirSync(join(folder, "changed"))).toEqual([]);
      const wrong = { space: "runs/two/undo", sha256: hashOf("another") };
      await expect(blobs.put(wrong, file)).rejects.toMatchObject({ code: "conflict" });
      expect(await blobs.has(wrong)).toBe(false);
    },
  );

  test.runIf(usable)("removes a space with what is below it, and no other", async () => {
    const names = ["runs/three/observations", "runs/three/artifacts", "runs/threefold/artifacts"];
    const made = names.map((space) => aBlob(`in ${space}`, space));
    for (const { file, blob } of made) await blobs.put(blob, file);
    await blobs.remove("runs/three");
    await blobs.remove("runs/three");
    expect(await Promise.all(made.map(({ blob }) => blobs.has(blob)))).toEqual([false, false, true]);
  });
});

test.runIf(hasS3)(
  "S3: refused keys, a bucket that is not there and no keys at all say what to do",
  async () => {
    const wrong = await openBlobs(s3?.address("x") ?? "", async () => "wrong");
    await expect(wrong.check()).rejects.toMatchObject({
      code: "server_unavailable",
      message: expect.stringContaining("AWS_ACCESS_KEY_ID"),
    });
    const nowhere = await openBlobs(`s3://nobody?endpoint=${s3?.endpoint}`, readKey);
    await expect(nowhere.check()).rejects.toMatchObject({ message: expect.stringContaining('"nobody"') });
    await expect(openBlobs("s3://team", async () => undefined)).rejects.toThrow("there are no keys to it");
    await expect(openBlobs("ftp://team", readKey)).rejects.toThrow("expected s3://bucket");
  },
);

test.runIf(hasS3)(
  "S3: a server that is away is asked again, and said to be away if it stays so",
  async () => {
    const blobs = await openBlobs(s3?.address("away") ?? "", readKey);
    const { file, blob } = aBlob("late");
    await s3?.stop();
    await expect(blobs.check()).rejects.toMatchObject({ code: "server_unavailable" });
    const putting = blobs.put(blob, file);
    await s3?.restart();
    await putting;
    expect(await blobs.has(blob)).toBe(true);
  },
);

test("S3: an answer that breaks off in the middle is not believed", async () => {
  const content = "x".repeat(100_000);
  await using server = await aServer((response) => {
    response.writeHead(200, { "content-length": content.length });
    response.write(content.slice(0, 50_000), () => response.destroy());
  });
  const blobs = await openBlobs(`s3://team?endpoint=${server.url}`, readKey);
  mkdirSync(join(folder, "broken"));
  const file = join(folder, "broken/file");
  const blob = { space: "runs/four/artifacts", sha256: hashOf(content) };
  await expect(blobs.download(blob, file)).rejects.toMatchObject({ code: "server_unavailable" });
  expect(readdirSync(join(folder, "broken"))).toEqual([]);
});

async function aServer(answer: (response: import("node:http").ServerResponse) => void) {
  const server: Server = createServer((_request, response) => answer(response));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`,
    [Symbol.asyncDispose]: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}
