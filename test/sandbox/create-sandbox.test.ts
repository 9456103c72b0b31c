import { expect, test } from "vitest";
import { createSandbox, listDrivers } from "../../src/sandbox/create-sandbox.ts";
import { createProcessDriver } from "../../src/sandbox/process/process-driver.ts";
import { prove } from "../../src/sandbox/prove.ts";
import { usable } from "./engines.ts";

const bubblewrap = await usable("bubblewrap");

test.runIf(bubblewrap.works)(`createSandbox() takes bubblewrap by itself${bubblewrap.why}`, async () => {
  const sandbox = await createSandbox();
  try {
    expect([sandbox.driver, sandbox.boundary]).toEqual(["bubblewrap", "security boundary"]);
  } finally {
    await sandbox.close();
  }
});

test.runIf(bubblewrap.works)(`listDrivers() shows what bubblewrap proved${bubblewrap.why}`, async () => {
  const [report] = await listDrivers();
  expect(report).toMatchObject({ name: "bubblewrap", usable: true });
  expect(report?.proof.find((step) => step.attempt === "write /proc/sys")).toMatchObject({ contained: true });
  expect(report?.limits.mechanism).toMatch(/^(cgroup v2|cgroup v1|rlimits only)$/);
});

test("prove() finds a plain process wanting: its attempts are real", async () => {
  const escaped = (await prove(createProcessDriver()))
    .filter((step) => !step.contained)
    .map((step) => step.attempt);
  expect(escaped).toEqual(
    expect.arrayContaining([
      "read a file outside",
      "see a process outside",
      "gain privileges",
      "go unfiltered",
    ]),
  );
});
