import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox } from "../../../src/sandbox/create-sandbox.ts";
import type { Sandbox } from "../../../src/sandbox/sandbox.ts";
import { usable } from "../engines.ts";
import { createUnprivilegedSandbox, UNPRIVILEGED } from "../unprivileged.ts";
import type { Attempt } from "./attempt.ts";
import { FILE_ATTEMPTS } from "./file-attempts.ts";
import { KERNEL_ATTEMPTS } from "./kernel-attempts.ts";
import { LIMIT_ATTEMPTS } from "./limit-attempts.ts";
import { NETWORK_ATTEMPTS } from "./network-attempts.ts";
import { PROCESS_ATTEMPTS } from "./process-attempts.ts";
import { type Finding, runAttempts } from "./run-attempts.ts";
import { createWorld, type World } from "./world.ts";

const ATTEMPTS: readonly Attempt[] = [
  ...FILE_ATTEMPTS,
  ...NETWORK_ATTEMPTS,
  ...PROCESS_ATTEMPTS,
  ...LIMIT_ATTEMPTS,
  ...KERNEL_ATTEMPTS,
];

const isRoot = process.getuid?.() === 0;
const bubblewrap = await usable("bubblewrap");

test("there are attempts enough, each by its own name", () => {
  expect(new Set(ATTEMPTS.map((attempt) => attempt.name)).size).toBe(ATTEMPTS.length);
  expect(ATTEMPTS.length).toBeGreaterThan(120);
});

describe.runIf(bubblewrap.works)(`bubblewrap as ${isRoot ? "root" : "the user"}${bubblewrap.why}`, () => {
  containsAll(() => createSandbox({ driver: "bubblewrap" }));
});

describe.runIf(bubblewrap.works && isRoot)(`bubblewrap as an unprivileged user${bubblewrap.why}`, () => {
  containsAll(() => createUnprivilegedSandbox("bubblewrap"), UNPRIVILEGED);
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
}, 60_000);

/** Tries everything, then shows each attempt as a test of its own. */
function containsAll(create: () => Promise<Sandbox>, owner?: number): void {
  let sandbox: Sandbox;
  let world: World;
  let python: boolean;
  const findings = new Map<string, Finding>();
  beforeAll(async () => {
    sandbox = await create();
    world = await createWorld(owner);
    python = (await sandbox.start(["python3", "-c", "import ctypes"]).result).exitCode === 0;
    const tried = ATTEMPTS.filter((attempt) => python || attempt.forbidden.language !== "python");
    for (const finding of await runAttempts(sandbox, world, tried)) findings.set(finding.name, finding);
  }, 120_000);
  afterAll(async () => {
    await sandbox?.close();
    await world?.close();
  });
  for (const { name, forbidden } of ATTEMPTS) {
    test(`does not let a program ${name}`, ({ skip }) => {
      if (forbidden.language === "python" && !python)
        skip("there is no Python inside to make raw system calls with");
      expect(findings.get(name)).toEqual({ name, twin: "", escape: "" });
    });
  }
}
