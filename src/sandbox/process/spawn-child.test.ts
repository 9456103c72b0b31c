import { spawn } from "node:child_process";
import { once } from "node:events";
import { text } from "node:stream/consumers";
import { setTimeout as delay } from "node:timers/promises";
import { expect, test } from "vitest";
import { identify } from "../../support/process/process-identity.ts";
import { cleanEnvironment, isGrantable, killIdentified, spawnChild, untilExited } from "./spawn-child.ts";

test("cleanEnvironment() holds nothing that was not granted, and its own names win", () => {
  const granted = { API_TOKEN: "t", PATH: "/evil", HOME: "/root", node_options: "-r x", TEXT: "a\0b" };
  expect(cleanEnvironment({ path: "/usr/bin", home: "/tmp", granted })).toEqual({
    API_TOKEN: "t",
    PATH: "/usr/bin",
    LANG: "C.UTF-8",
    HOME: "/tmp",
  });
});

test("isGrantable() refuses what steers an interpreter, a loader or a shell", () => {
  const steering = [
    "NODE_OPTIONS",
    "NODE_PATH",
    "LD_PRELOAD",
    "LD_AUDIT",
    "PYTHONSTARTUP",
    "PYTHONPATH",
    "BASH_ENV",
  ];
  const others = ["ENV", "IFS", "HTTP_PROXY", "https_proxy", "DYLD_INSERT_LIBRARIES", "a=b", "", "A B"];
  for (const name of [...steering, ...others]) expect(isGrantable(name), name).toBe(false);
});

test("isGrantable() lets through names that only look alike", () => {
  for (const name of [
    ...["NODE_ENV", "API_KEY", "OLD_VALUE", "ENVIRONMENT", "MY_PYTHON"],
    ...["LDAP_URL", "DEBUG", "NODE_EXTRA_CA_CERTS", "PYTHONUNBUFFERED", "MALLOCATOR"],
  ])
    expect(isGrantable(name), name).toBe(true);
});

const isLinux = process.platform === "linux";

test.runIf(isLinux)("killIdentified() leaves a process alone that only has the same number", async () => {
  const child = spawn("sleep", ["60"]);
  const identity = identify(child.pid ?? 0);
  if (identity === undefined) return expect.unreachable("it runs");
  killIdentified({ ...identity, began: "1" });
  expect(identify(identity.pid)).toEqual(identity);
  const exit = once(child, "exit");
  killIdentified(identity);
  await untilExited(identity);
  await exit;
  expect(identify(identity.pid)).toBeUndefined();
});

const options = { environment: { PATH: "/usr/bin:/bin" }, workingDirectory: "/", ownGroup: false };

test("spawnChild() keeps the output of an ended program for a late reader", async () => {
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
