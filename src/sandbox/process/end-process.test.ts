import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { identify } from "../../support/process-identity.ts";
import { killIdentified, untilGone } from "./end-process.ts";

const isLinux = process.platform === "linux";

test.runIf(isLinux)("killIdentified() leaves a process alone that only has the same number", async () => {
  const child = spawn("sleep", ["60"]);
  const identity = identify(child.pid ?? 0);
  if (identity === undefined) return expect.unreachable("it runs");
  killIdentified({ ...identity, began: "1" });
  expect(identify(identity.pid)).toEqual(identity);
  const exit = once(child, "exit");
  killIdentified(identity);
  await untilGone(identity);
  await exit;
  expect(identify(identity.pid)).toBeUndefined();
});
