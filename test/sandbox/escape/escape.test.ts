import { describe, expect, test } from "vitest";
import { createSandbox } from "../../../src/sandbox/create-sandbox.ts";
import { usable } from "../engines.ts";
import { createUnprivilegedSandbox, UNPRIVILEGED } from "../unprivileged.ts";
import { ATTEMPTS, containsAll } from "./contains-all.ts";
import { runAttempts } from "./run-attempts.ts";
import { createWorld } from "./world.ts";

const isRoot = process.getuid?.() === 0;
const bubblewrap = await usable("bubblewrap");

test("there are attempts enough, each by its own name", () => {
  expect(new Set(ATTEMPTS.map((attempt) => attempt.name)).size).toBe(ATTEMPTS.length);
  expect(ATTEMPTS.length).toBeGreaterThan(120);
});

describe.runIf(bubblewrap.works)(`bubblewrap as ${isRoot ? "root" : "the user"}${bubblewrap.why}`, () => {
  containsAll({ create: () => createSandbox({ driver: "bubblewrap" }) });
});

describe.runIf(bubblewrap.works && isRoot)(`bubblewrap as an unprivileged user${bubblewrap.why}`, () => {
  containsAll({ create: () => createUnprivilegedSandbox("bubblewrap"), owner: UNPRIVILEGED });
});

test("process contains little, and says which attempts it does not", async () => {
  const sandbox = await createSandbox({ driver: "process" });
  const world = await createWorld();
  try {
    const [dangerous, tried] = [true, false].map((flag) =>
      ATTEMPTS.filter((attempt) => (attempt.dangerous === true) === flag),
    );
    const findings = await runAttempts(sandbox, world, tried ?? []);
    const escaped = findings.filter((finding) => finding.escape !== "").map((finding) => finding.name);
    console.log(`process, not a security boundary, does not contain: ${escaped.join("; ")}`);
    const untried = (dangerous ?? []).map((attempt) => attempt.name).join("; ");
    console.log(
      `process: not tried, because it would harm this machine, and not contained either: ${untried}`,
    );
    expect(escaped).toEqual(
      expect.arrayContaining(["read another run's workspace", "reach a server here over IPv4"]),
    );
    expect(escaped).not.toContain("flood stdout");
  } finally {
    await sandbox.close();
    await world.close();
  }
}, 300_000);
