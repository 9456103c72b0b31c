import { expect, test } from "vitest";
import type { DriverName } from "../contract/config-names.ts";
import { chooseDriver, type DriverFinders, reportDrivers } from "./create-sandbox.ts";
import type { Driver, DriverReport } from "./driver.ts";
import { findProcess } from "./process/process-driver.ts";
import type { Boundary } from "./sandbox.ts";

const closed: DriverName[] = [];

function found(name: DriverName, boundary: Boundary) {
  const close = async () => void closed.push(name);
  const driver: Driver = { name, boundary, launch: () => expect.unreachable("launched"), close };
  return { report: report(name, { usable: true, boundary }), driver };
}

const report = (name: DriverName, facts: Partial<DriverReport>): DriverReport => ({
  name,
  usable: false,
  boundary: "security boundary",
  proof: [],
  limits: { mechanism: "rlimits only", notHeld: [] },
  ...facts,
});

const missing = {
  report: report("bubblewrap", { reason: "bwrap is not installed", install: "apt-get install bubblewrap" }),
};

test("chooseDriver() takes the strongest that holds", async () => {
  const finders: DriverFinders = new Map([
    ["bubblewrap", () => found("bubblewrap", "security boundary")],
    ["process", () => expect.unreachable("looked further")],
  ]);
  expect((await chooseDriver(finders, "auto")).name).toBe("bubblewrap");
});

test("chooseDriver() refuses to run code without a boundary, and says what to install", async () => {
  const finders: DriverFinders = new Map([
    ["bubblewrap", () => missing],
    ["process", () => found("process", "not a security boundary")],
  ]);
  const refusal = chooseDriver(finders, "auto");
  await expect(refusal).rejects.toThrow(
    /not installed; to install it: apt-get install bubblewrap.*not a security boundary/,
  );
  await expect(refusal).rejects.toMatchObject({ code: "spawn_failed" });
  expect(closed).toContain("process");
});

test("chooseDriver() never gives another driver than the one that was named", async () => {
  const finders: DriverFinders = new Map([
    ["bubblewrap", () => missing],
    ["process", () => found("process", "not a security boundary")],
  ]);
  await expect(chooseDriver(finders, "bubblewrap")).rejects.toThrow(
    'the sandbox "bubblewrap" does not work here',
  );
  expect((await chooseDriver(finders, "process")).name).toBe("process");
});

test("reportDrivers() names the plain process for what it is", async () => {
  const [only] = await reportDrivers(new Map([["process", findProcess]]));
  expect(only).toMatchObject({ name: "process", usable: true, boundary: "not a security boundary" });
  expect(only?.limits.notHeld).toContain("memoryBytes");
});
