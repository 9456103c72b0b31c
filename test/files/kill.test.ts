import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { undoCall } from "../../src/files/undo/undo-call.ts";
import { programFile } from "../support/program.ts";
import { aWorkspace } from "./a-workspace.ts";

const SIZE = 200_000;
const KILLS = 8;

test("no file is half written when the writer is killed at any moment, and its last call can be undone", async () => {
  await using world = await aWorkspace({ "a.txt": "0".repeat(SIZE) });
  for (let kill = 0; kill < KILLS; kill++) {
    const before = readFileSync(join(world.root, "a.txt"), "utf8");
    const undoFolder = join(world.home, `undo-${kill}`);
    const calls = await writeAndKill(world.root, undoFolder, kill * 13);

    for (const path of visibleFiles(world.root)) {
      const content = readFileSync(join(world.root, path), "utf8");
      expect([path, content.length, new Set(content).size]).toEqual([path, SIZE, 1]);
    }
    for (const callId of calls.reverse()) {
      await undoCall({ undoFolder, callId, guard: world.guard }).catch((error: unknown) =>
        expect(error).toMatchObject({ message: expect.stringContaining("changed no files") }),
      );
    }
    expect(readFileSync(join(world.root, "a.txt"), "utf8")).toBe(before);
    expect(visibleFiles(world.root)).toEqual(["a.txt"]);
    await world.open().write("a.txt", Buffer.alloc(SIZE, "0123456789"[kill % 10]));
    expect(readdirSync(world.root).filter((name) => name.startsWith(".dejima-tmp-"))).toEqual([]);
  }
});

/** Lets a writer run for some time after its first call, kills it with SIGKILL, and gives the ids of its calls. */
async function writeAndKill(workspace: string, undoFolder: string, afterMs: number): Promise<string[]> {
  const script = programFile(import.meta.dirname, "endless-writer.ts");
  const child = spawn(process.execPath, [script, workspace, undoFolder, `${SIZE}`], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let printed = "";
  child.stdout.on("data", (chunk) => {
    printed += chunk;
  });
  const ended = once(child, "close");
  await once(child.stdout, "data");
  setTimeout(() => child.kill("SIGKILL"), afterMs);
  await ended;
  return printed.split("\n").filter((line) => /^r\d+$/.test(line));
}

function visibleFiles(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.startsWith(".dejima-tmp-"))
    .map((entry) => join(entry.parentPath, entry.name).slice(root.length + 1))
    .filter((path) => !path.startsWith(".dejima/"));
}
