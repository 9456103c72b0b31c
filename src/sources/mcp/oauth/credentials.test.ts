import { mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createCredentialFiles, keepCredentials } from "./credentials.ts";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "dejima-credentials-"));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

test("alone() lets one at a time do something under a name, and others under another", async () => {
  const storages = [createCredentialFiles(folder), createCredentialFiles(folder)];
  let inside = 0;
  let most = 0;
  const work = async () => {
    inside++;
    most = Math.max(most, inside);
    await delay(5);
    inside--;
  };
  await Promise.all([...storages, ...storages].map((storage) => storage.alone("docs", work)));
  expect(most).toBe(1);
  await Promise.all(storages.map((storage, at) => storage.alone(`docs-${at}`, work)));
  expect(most).toBe(2);
  await expect(storages[0]?.alone("docs", () => Promise.reject(new Error("broke")))).rejects.toThrow("broke");
  expect(await readdir(folder)).toEqual([]);
});

test("alone() takes over from a process that has ended", async () => {
  await symlink("999999999", join(folder, "docs.json.lock"));
  expect(await createCredentialFiles(folder).alone("docs", async () => "done")).toBe("done");
});

test("keepCredentials() loses no change, whoever makes them at the same time", async () => {
  const managers = [1, 2, 3].map(() =>
    keepCredentials(createCredentialFiles(folder), "docs", "https://docs.test/"),
  );
  const changes = managers.flatMap((manager, who) =>
    [1, 2, 3].map((which) =>
      manager.change((held) => ({
        ...held,
        clients: { ...held.clients, [`${who}-${which}`]: { client_id: "me" } },
      })),
    ),
  );
  await Promise.all(changes);
  expect(Object.keys((await managers[0]?.get())?.clients ?? {})).toHaveLength(9);
});
