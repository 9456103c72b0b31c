import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll } from "vitest";
import { createMemoryStore } from "../../src/store/in-memory/memory-store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { storeConformance } from "./store.ts";

let folder: string;
let count = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-store-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

storeConformance("createMemoryStore()", async () => createMemoryStore());
storeConformance("openStore()", () => openStore({ file: join(folder, `${count++}`, "dejima.db") }));
