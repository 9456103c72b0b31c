import { expect, test } from "vitest";
import { ALLOWED_CALLS, engineProfile } from "./engine-profile.ts";
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

test("engineProfile() opens Unix sockets to the bridge alone, and pairs of datagram sockets to none", () => {
  const rules = (unixSockets: boolean) =>
    (
      JSON.parse(engineProfile("x64", { unixSockets }) ?? "") as {
        syscalls: { names: string[]; args?: unknown[] }[];
      }
    ).syscalls;
  const families = (unixSockets: boolean) =>
    rules(unixSockets).flatMap(({ names, args = [] }) => (names.includes("socket") ? args : []));
  expect(families(false)).not.toContainEqual(expect.objectContaining({ value: 1 }));
  expect(families(true)).toContainEqual(expect.objectContaining({ value: 1 }));
  const pairs = rules(true).filter(({ names }) => names.includes("socketpair"));
  expect(pairs).toEqual([
    expect.objectContaining({ args: [{ index: 1, op: "SCMP_CMP_MASKED_EQ", value: 2, valueTwo: 0 }] }),
  ]);
});
