import { chmod, chown, mkdtemp, rm } from "node:fs/promises";
import { createServer as createWebServer } from "node:http";
import { type AddressInfo, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createSandbox, listDrivers } from "../../src/sandbox/create-sandbox.ts";
import { ALL_LIMITS } from "../../src/sandbox/driver.ts";
import { sandboxConformance } from "./conformance.ts";
import { containsAll } from "./escape/contains-all.ts";
import { maskConformance } from "./mask-conformance.ts";
import { missingForEngine, type PrivateEngine, startPrivateEngine } from "./private-engine.ts";
import { startSlowRelay } from "./slow-relay.ts";
import { createUnprivilegedSandbox, UNPRIVILEGED } from "./unprivileged.ts";

const missing = missingForEngine();
if (missing !== undefined) console.log(`docker: tests passed over: ${missing}`);

/** Whom the image calls sandbox. */
const NOBODY = 65534;

describe.runIf(missing === undefined)(
  `docker${missing === undefined ? "" : ` (passed over: ${missing})`}`,
  () => {
    let engine: PrivateEngine;
    beforeAll(async () => {
      engine = await startPrivateEngine(UNPRIVILEGED);
    });
    afterAll(async () => {
      await engine?.stop();
    });
    const create = () => createSandbox({ driver: "docker", docker: { socket: engine.socket } });
    const createWithoutRights = () => createUnprivilegedSandbox("docker", engine.socket);

    sandboxConformance({
      title: "as a driver, from root",
      create,
      holds: ALL_LIMITS,
      prepareFolder: (path) => chown(path, NOBODY, NOBODY),
    });

    sandboxConformance({
      title: "as a driver, from an unprivileged user",
      create: createWithoutRights,
      holds: ALL_LIMITS,
      prepareFolder: (path) => chown(path, UNPRIVILEGED, UNPRIVILEGED),
    });

    maskConformance({ title: "docker, from root", create, owner: NOBODY });

    maskConformance({
      title: "docker, from an unprivileged user",
      create: createWithoutRights,
      owner: UNPRIVILEGED,
    });

    describe("as a wall, from root", () => {
      containsAll({ create, owner: NOBODY, perRun: 12 });
    });

    describe("as a wall, from an unprivileged user", () => {
      containsAll({ create: createWithoutRights, owner: UNPRIVILEGED, perRun: 12 });
    });

    test("an engine is closed to those who are not of its group", async () => {
      const closed = await startPrivateEngine();
      await expect(createUnprivilegedSandbox("docker", closed.socket)).rejects.toThrow(/EACCES/);
      await closed.stop();
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

    test("the end of a short program is seen, however late the engine hears the question", async () => {
      const relay = await startSlowRelay(engine.socket, { path: "/wait", byMs: 1500 });
      const sandbox = await createSandbox({ driver: "docker", docker: { socket: relay.socket } });
      const result = await sandbox.start(["true"]).result;
      await sandbox.close();
      await relay.close();
      expect(result).toMatchObject({ exitCode: 0, limitHit: null });
    });

    test("a program is ended although the engine refuses the first word", async () => {
      const relay = await startSlowRelay(engine.socket, { path: "/kill", dropFirst: true });
      const sandbox = await createSandbox({ driver: "docker", docker: { socket: relay.socket } });
      const run = sandbox.start(["sleep", "600"], { limits: { wallTimeMs: 300 } });
      const result = await run.result;
      await sandbox.close();
      await relay.close();
      expect(result).toMatchObject({ timedOut: true, limitHit: "wallTimeMs" });
    });

    test("a program with granted hosts reaches no Unix socket, not even the one of its own proxy", async () => {
      const folder = await mkdtemp(join(tmpdir(), "dejima-docker-sockets-"));
      await chown(folder, NOBODY, NOBODY);
      await chmod(folder, 0o755);
      const heard: string[] = [];
      const daemon = createServer((peer) => {
        heard.push("a connection");
        peer.destroy();
      });
      const upstream = createWebServer((_request, response) => response.end("granted"));
      await new Promise<void>((resolve) => upstream.listen(0, "127.0.0.1", resolve));
      const { port } = upstream.address() as AddressInfo; // listens on a port
      const sandbox = await createSandbox({
        driver: "docker",
        docker: { socket: engine.socket },
        lookup: async () => ["127.0.0.1"],
        privateHosts: [`granted.test:${port}`],
      });
      // The masks of the start cannot know it: the host makes it later.
      const program = `
        const net = require("node:net"), fs = require("node:fs");
        const mounts = fs.readFileSync("/proc/self/mounts", "utf8").split("\\n").map((line) => line.split(" ")[1] ?? "");
        const sockets = mounts.filter((path) => { try { return fs.statSync(path).isSocket() } catch { return false } });
        console.log("mounted sockets", sockets.length);
        process.stdin.once("data", async () => {
          const ways = ["${folder}/late.sock", ...sockets, "\\0abstract"];
          for (const path of ways) await new Promise((next) => net.connect(path).on("connect", () => { console.log("reached", path); next() }).on("error", (error) => { console.log("refused", error.code); next() }));
          console.log(await fetch("http://granted.test:${port}/").then((answer) => answer.text(), (error) => String(error.cause)));
          process.exit(0);
        });`;
      const begun = Promise.withResolvers<void>();
      const run = sandbox.start(["node", "-e", program], {
        mounts: [{ path: folder, access: "read-only" }],
        hosts: [`granted.test:${port}`],
        stdin: (async function* () {
          await begun.promise;
          yield "go\n";
        })(),
      });
      let seen = "";
      for await (const { text } of run.output) {
        seen += text;
        if (!seen.includes("mounted sockets") || daemon.listening) continue;
        await new Promise<void>((resolve) => daemon.listen(join(folder, "late.sock"), resolve));
        await chmod(join(folder, "late.sock"), 0o777);
        begun.resolve();
      }
      await run.result;
      await sandbox.close();
      daemon.close();
      upstream.close();
      await rm(folder, { recursive: true, force: true });
      expect(seen).toContain("mounted sockets 0");
      expect(seen).not.toContain("reached");
      expect(seen).toContain("granted\n");
      expect(heard).toEqual([]);
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
