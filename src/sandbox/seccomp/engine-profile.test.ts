import { expect, test } from "vitest";
import { ALLOWED_CALLS } from "./allowed-calls.ts";
import { engineProfile } from "./engine-profile.ts";
import { EXAMINED_CALLS, REFUSED_CALLS } from "./system-calls.ts";

test("engineProfile() allows no call that the filter of bubblewrap refuses", () => {
  expect(ALLOWED_CALLS.filter((name) => Object.hasOwn(REFUSED_CALLS, name))).toEqual([]);
  const examined = Object.keys(EXAMINED_CALLS).filter((name) => name !== "ioctl");
  expect(ALLOWED_CALLS.filter((name) => examined.includes(name))).toEqual([]);
  expect(new Set(ALLOWED_CALLS).size).toBe(ALLOWED_CALLS.length);
});

test("engineProfile() names one processor, refuses what it does not name, and says when it knows none", () => {
  expect(JSON.parse(engineProfile("arm64") ?? "")).toMatchObject({
    defaultAction: "SCMP_ACT_ERRNO",
    architectures: ["SCMP_ARCH_AARCH64"],
  });
  expect(engineProfile("riscv64")).toBeUndefined();
  expect(engineProfile("toString")).toBeUndefined();
});
