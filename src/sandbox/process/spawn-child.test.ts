import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { spawnChild } from "./spawn-child.ts";

const options = { environment: { PATH: "/usr/bin:/bin" }, workingDirectory: "/", ownGroup: false };

test("spawnChild() keeps what a program printed for whoever reads only after it has ended", async () => {
  const child = spawnChild(["/bin/sh", "-c", "echo out; echo error >&2; exit 5"], options);
  expect(await child.exited).toBe(5);
  await delay(20); // time in which unread output could be thrown away
  expect([await text(child.stdout), await text(child.stderr)]).toEqual(["out\n", "error\n"]);
});

test("spawnChild() rejects with the program and the reason when it cannot be started", async () => {
  await expect(spawnChild(["/no/such/program"], options).exited).rejects.toThrow(
    'Cannot start "/no/such/program": ENOENT',
  );
});
