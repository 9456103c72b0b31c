import { chown } from "node:fs/promises";
import { describe } from "vitest";
import { createSandbox } from "../../src/sandbox/create-sandbox.ts";
import { ALL_LIMITS } from "../../src/sandbox/driver.ts";
import { sandboxConformance } from "./conformance.ts";
import { usable } from "./engines.ts";
import { maskConformance } from "./mask-conformance.ts";
import { createUnprivilegedSandbox, UNPRIVILEGED } from "./unprivileged.ts";

const isRoot = process.getuid?.() === 0;
const { works, why, report } = await usable("bubblewrap");

describe.runIf(works)(`bubblewrap${why}`, () => {
  sandboxConformance({
    title: `as ${isRoot ? "root" : "the user"}, ${report?.limits.mechanism}`,
    create: () => createSandbox({ driver: "bubblewrap" }),
    holds: ALL_LIMITS.filter((name) => !report?.limits.notHeld.includes(name)),
  });
});

describe.runIf(works && isRoot)(`bubblewrap from root to an unprivileged user${why}`, () => {
  sandboxConformance({
    title: "rlimits only",
    create: () => createUnprivilegedSandbox("bubblewrap"),
    holds: ALL_LIMITS.filter((name) => name !== "cpus"),
    prepareFolder: (path) => chown(path, UNPRIVILEGED, UNPRIVILEGED),
  });

  maskConformance({
    title: "masks",
    create: () => createUnprivilegedSandbox("bubblewrap"),
    owner: UNPRIVILEGED,
  });
});
