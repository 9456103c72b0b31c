import { chown } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, listDrivers } from "../../src/sandbox/create-sandbox.ts";
import { ALL_LIMITS } from "../../src/sandbox/driver-report.ts";
import { sandboxConformance } from "./conformance.ts";
import { containsAll } from "./escape/contains-all.ts";
import { missingForEngine, type PrivateEngine, startPrivateEngine } from "./private-engine.ts";

const missing = missingForEngine();
if (missing !== undefined) console.log(`docker: tests passed over: ${missing}`);

/** Whom the image calls sandbox. */
const NOBODY = 65534;

describe.runIf(missing === undefined)(
  `docker${missing === undefined ? "" : ` (passed over: ${missing})`}`,
  () => {
    let engine: PrivateEngine;
    beforeAll(async () => {
      engine = await startPrivateEngine();
    });
    afterAll(async () => {
      await engine?.stop();
    });
    const create = () => createSandbox({ driver: "docker", docker: { socket: engine.socket } });

    sandboxConformance({
      title: "as a driver",
      create,
      holds: ALL_LIMITS,
      prepareFolder: (path) => chown(path, NOBODY, NOBODY),
    });

    describe("as a wall", () => {
      containsAll({ create, owner: NOBODY, perRun: 12 });
    });

    test("listDrivers() shows what it proved, also with gVisor where that is installed", async () => {
      const report = async (runtime?: string) =>
        (await listDrivers({ docker: { socket: engine.socket, runtime } })).find(
          ({ name }) => name === "docker",
        );
      expect(await report()).toMatchObject({ usable: true, boundary: "security boundary" });
      const gvisor = await report("runsc");
      if (gvisor?.usable) expect(gvisor.proof.every((step) => step.contained)).toBe(true);
      else console.log(`docker with gVisor: passed over: ${gvisor?.reason}`);
    });

    test("a program reaches granted hosts through the bridge, and nothing without it", async () => {
      const sandbox = await createSandbox({
        driver: "docker",
        docker: { socket: engine.socket },
        lookup: async () => ["127.0.0.1"],
      });
      const program =
        "fetch('http://inner.test/').catch((error) => console.log('refused', error.cause?.code ?? ''))";
      const result = await sandbox.start(["node", "-e", program], { hosts: ["inner.test"] }).result;
      await sandbox.close();
      expect(result.stdout).toContain("refused");
      expect(result.connections).toMatchObject([{ host: "inner.test", allowed: false }]);
    });
  },
);
