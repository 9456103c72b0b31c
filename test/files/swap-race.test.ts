import { once } from "node:events";
import { mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import type { FileAccess } from "../../src/contract/data/file-access.ts";
import { DejimaError } from "../../src/contract/error.ts";
import { runTrustedProgram } from "../../src/sandbox/process/trusted-programs.ts";
import { aWorkspace } from "./a-workspace.ts";

/** Swaps the folder `d` for a link to outside and back, as fast as it can, until told to stop. */
const SWAPPER = `
const { renameSync } = require("node:fs");
const { workerData, parentPort } = require("node:worker_threads");
const { root, state } = workerData;
const stop = new Int32Array(state);
parentPort.postMessage("ready");
let swaps = 0;
// A write may make a folder "d" in the moment that there is none, and take it away again: it is moved out of the way.
const put = (from, to) => {
  for (let attempt = 0; ; attempt++) {
    try {
      return renameSync(root + from, root + to);
    } catch (error) {
      if (attempt > 100) throw error;
    }
    try {
      renameSync(root + to, root + "/junk-" + swaps + "-" + attempt);
    } catch {}
  }
};
while (Atomics.load(stop, 0) === 0) {
  renameSync(root + "/d", root + "/real");
  put("/link", "/d");
  renameSync(root + "/d", root + "/link");
  put("/real", "/d");
  swaps += 1;
}
parentPort.postMessage(swaps);
`;

const SEARCH = { ignoreCase: false, literal: true, limit: 50, filesOnly: false, maxLineLength: 100 };

test("nothing outside is read or written while a folder is swapped for a link to outside all the time", async () => {
  if (process.platform !== "linux")
    return console.log("passed over: folders are held by descriptor on Linux only");
  await using world = await aWorkspace({}, { runProgram: runTrustedProgram });
  const { root, outside } = world;
  mkdirSync(join(root, "d/sub"), { recursive: true });
  mkdirSync(join(outside, "sub"));
  for (const folder of ["", "sub"]) {
    writeFileSync(join(outside, folder, "a.txt"), "SECRET");
    writeFileSync(join(root, "d", folder, "a.txt"), "inside");
  }
  symlinkSync(outside, join(root, "link"));
  const before = readdirSync(outside, { recursive: true }).sort();

  const swapper = await startSwapper(root);
  const results = await Promise.all(
    Array.from({ length: 6 }, async (_, lane) => {
      const seen: string[] = [];
      const until = performance.now() + 1500;
      for (let round = 0; performance.now() < until; round++) {
        seen.push(await attempt(world.open({ callId: `l${lane}r${round}` }), lane, round));
      }
      return seen;
    }),
  );
  expect(await swapper.stop()).toBeGreaterThan(1000);

  const seen = results.flat();
  expect(seen.filter((text) => text.includes("SECRET"))).toEqual([]);
  expect(seen.filter((text) => text.startsWith("done")).length).toBeGreaterThan(0);
  expect(seen.filter((text) => text === "path_blocked").length).toBeGreaterThan(0);
  expect(readdirSync(outside, { recursive: true }).sort()).toEqual(before);
  for (const folder of ["", "sub"])
    expect(readFileSync(join(outside, folder, "a.txt"), "utf8")).toBe("SECRET");
});

/** One use of the swapped folder; what came of it as text. */
async function attempt(files: FileAccess, lane: number, round: number): Promise<string> {
  const path = round % 2 === 0 ? "d" : "d/sub";
  try {
    switch (lane) {
      case 0:
        return `done ${await files.read(`${path}/a.txt`, { maxBytes: 100 })}`;
      case 1:
        return `done ${await files.write(`${path}/new-${round}.txt`, Buffer.from("x"))}`;
      case 2:
        return `done ${JSON.stringify(await files.search("d", "SECRET", SEARCH))}`.replace(/"pattern".*/, "");
      case 3:
        await files.write(`${path}/m.txt`, Buffer.from("x"));
        await files.move(`${path}/m.txt`, `d/moved-${round}.txt`);
        return "done";
      case 4:
        await files.write(`${path}/gone-${round}.txt`, Buffer.from("x"));
        return `done ${await files.delete(`${path}/gone-${round}.txt`)}`;
      default:
        return `done ${JSON.stringify(await files.list(path, { recursive: true, limit: 5 }))}`;
    }
  } catch (error) {
    if (error instanceof DejimaError) return error.code;
    throw error;
  }
}

async function startSwapper(root: string): Promise<{ stop(): Promise<number> }> {
  const state = new SharedArrayBuffer(4);
  const worker = new Worker(SWAPPER, { eval: true, workerData: { root, state } });
  const failed = once(worker, "error").then(([error]) => Promise.reject(error));
  await Promise.race([once(worker, "message"), failed]);
  const swaps = once(worker, "message");
  return {
    async stop() {
      Atomics.store(new Int32Array(state), 0, 1);
      return Number(await Promise.race([swaps, failed]));
    },
  };
}
