import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { expect, onTestFinished, test } from "vitest";
import type { BlobStore } from "../../blobs/blob-store.ts";
import { configSchema } from "../../config/schema/config-schema.ts";
import { hashFile } from "../../support/disk/hash-file.ts";
import type { VaultServices } from "../containment/wire-vault.ts";
import type { Foundation } from "../foundation.ts";
import { wireBlobs } from "./wire-blobs.ts";

test("a tenant reads no content of another by its hash, and the default tenant has one place, named or not", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-blobs-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const blobs = pathToFileURL(join(folder, "blobs")).href;
  const of = async (tenant?: string): Promise<BlobStore> => {
    const named = tenant === undefined ? {} : { tenant };
    const config = configSchema.parse({ store: "postgres://h/d", runs: "workers", blobs, ...named });
    // Only these parts are read.
    const base = { settings: { config }, variables: {} } as unknown as Foundation;
    const opened = await wireBlobs(base, {} as VaultServices).open?.();
    if (opened === undefined) throw new Error("no blob store");
    return opened;
  };
  const file = join(folder, "secret.txt");
  await writeFile(file, "of acme");
  const blob = { space: "pins", sha256: await hashFile(file) };
  await (await of("acme")).put(blob, file);
  for (const other of [await of("globex"), await of(), await of("default")]) {
    expect(await other.has(blob)).toBe(false);
    expect(await other.list("pins")).toEqual([]);
    const target = join(folder, "stolen.txt");
    await expect(other.download(blob, target)).rejects.toMatchObject({ code: "not_found" });
  }
  await (await of()).put(blob, file);
  expect(await (await of("default")).has(blob)).toBe(true);
  expect(await (await of("acme")).list("pins")).toHaveLength(1);
});
