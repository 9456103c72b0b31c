import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { watchPaths } from "./watch-config.ts";

test("watchPaths() tries a change again that could not be taken over, and calls once for one that could", async () => {
  const folder = await mkdtemp(join(tmpdir(), "dejima-watch-"));
  const file = join(folder, "a");
  let calls = 0;
  const stop = await watchPaths([file], async () => {
    if (++calls < 3) throw new Error("in use");
  });
  await writeFile(file, "x");
  await expect.poll(() => calls).toBe(3);
  await writeFile(file, "xy");
  await expect.poll(() => calls).toBe(4);
  stop();
  await rm(folder, { recursive: true });
});
