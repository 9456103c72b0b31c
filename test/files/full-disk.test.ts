import { spawnSync } from "node:child_process";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aWorkspace } from "./a-workspace.ts";

/** Runs the script on a small disk of its own, where the machine lets us mount one. */
function onSmallDisk(root: string, home: string): { ran: boolean; output: string } {
  const disk = join(root, "disk");
  mkdirSync(disk);
  const script = join(import.meta.dirname, "write-until-full.ts");
  const command = `mount -t tmpfs -o size=256k tmpfs "$1" && { "$2" "$3" "$1" "$4" && mount -o remount,ro "$1" && "$2" "$3" "$1" "$4" read-only; }`;
  const args = ["-rm", "sh", "-c", command, "sh", disk, process.execPath, script, join(home, "undo")];
  const { status, stdout, stderr, error } = spawnSync("unshare", args, { encoding: "utf8" });
  return { ran: status === 0, output: status === 0 ? stdout : (error?.message ?? `${stdout}${stderr}`) };
}

test("a full disk and a read-only one give io_error, and leave nothing half written", async () => {
  await using world = await aWorkspace();
  const { ran, output } = onSmallDisk(world.root, world.home);
  if (!ran && /unshare|mount|not permitted|not found|ENOENT/i.test(output)) {
    return console.log(
      `passed over: this machine lets nobody mount a small disk (${output.trim().slice(0, 100)})`,
    );
  }
  expect(
    output
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line)),
  ).toEqual([
    {
      mode: "full",
      error: "io_error",
      message: 'Cannot write "big.txt": the disk is full. Free some space and try again',
      names: ["a.txt"],
      content: "old",
    },
    {
      mode: "full, new folder",
      error: "io_error",
      message: 'Cannot write "new/big.txt": the disk is full. Free some space and try again',
      names: ["a.txt"],
      content: "old",
    },
    {
      mode: "full, old file",
      error: "io_error",
      message: 'Cannot write "a.txt": the disk is full. Free some space and try again',
      names: ["a.txt"],
      content: "old",
    },
    {
      mode: "read-only",
      error: "io_error",
      message: 'Cannot write "a.txt": the file system is read-only',
      names: ["a.txt"],
      content: "old",
    },
    {
      mode: "no room to keep the old content",
      error: "io_error",
      message: expect.stringContaining("Cannot keep the previous content in"),
      names: ["a.txt"],
      content: "old",
    },
  ]);
});
