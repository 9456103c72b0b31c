import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { placeIn, programFolders } from "./program-folder.ts";

test("programFolders() are the packages around the files that a command names", async () => {
  const base = await mkdtemp(join(tmpdir(), "dejima-program-"));
  for (const path of [
    ...["alone/server.py", "made/package.json", "made/dist/index.js"],
    ...[
      "node_modules/@a/server/package.json",
      "node_modules/@a/server/dist/index.js",
      "node_modules/.bin/node",
    ],
  ]) {
    await mkdir(dirname(join(base, path)), { recursive: true });
    await writeFile(join(base, path), "");
  }
  const folder = (...command: string[]) => {
    const found = programFolders(base, command).map((each) => placeIn(base, each));
    return found.length < 2 ? found[0] : found;
  };
  expect(folder("python3", "alone/server.py", "--fast")).toBe("./alone");
  expect(folder("node", "./made/dist/index.js")).toBe("./made");
  expect(folder("node", join(base, "made/dist/index.js"))).toBe("./made");
  expect(folder("node", "node_modules/@a/server/dist/index.js", "/etc/hosts")).toBe("./node_modules");
  const inner = join(base, "node_modules/@a/server");
  expect(programFolders(inner, ["node", "./dist/index.js"])).toEqual([inner]);
  expect(programFolders(join(base, "made"), ["node", join(inner, "dist/index.js")])).toEqual([
    join(base, "node_modules"),
  ]);
  expect(folder("./node_modules/.bin/node", "alone/server.py", "made/dist/index.js")).toEqual([
    "./node_modules",
    "./alone",
  ]);
  expect(folder("npx", "-y", "@a/server")).toBeUndefined();
  expect(folder("/usr/bin/env", "node")).toBeUndefined();
  expect(folder("node", "missing.js", "alone")).toBeUndefined();
  await rm(base, { recursive: true, maxRetries: 20, retryDelay: 100 });
});
