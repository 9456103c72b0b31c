import { createReadStream, mkdtempSync } from "node:fs";
import { mkdir, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { homedir, tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { create } from "tar";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createRuntime, type Runtime } from "../../src/runtime.ts";
import { createEngine } from "../../src/sandbox/docker/engine.ts";
import { settleImage } from "../../src/sandbox/docker/find-docker.ts";
import { aTerminal, hasTmux } from "../agent/a-terminal.ts";
import { aCommandLine, type CommandLine } from "../agent/command-line.ts";
import { missingForEngine, type PrivateEngine, startPrivateEngine } from "../sandbox/private-engine.ts";
import { aServerScript } from "./fixtures/an-npm-registry.ts";

const missing = missingForEngine();

/** Stays whatever happens, and never says anything. */
const DEAF = "process.on('SIGTERM', () => {}); setInterval(() => {}, 1000)";

/** Looks around inside the container and tells what it finds. */
const LOOK = `
  const fs = require("node:fs");
  const tried = (work) => { try { return String(work() ?? "done"); } catch (error) { return error.code ?? error.message; } };
  const status = fs.readFileSync("/proc/self/status", "utf8");
  const line = (name) => new RegExp(name + ":\\\\s*(\\\\S+)").exec(status)?.[1];
  const { runs = [] } = input;
  // Loopback is never sent to the proxy by a client of its own accord.
  const viaProxy = (url) => new Promise((resolve) => {
    const { hostname: host, port } = new URL(process.env.HTTP_PROXY ?? "http://127.0.0.1:9");
    require("node:http").get({ host, port, path: url, headers: { host: new URL(url).host } }, async (response) => {
      let text = "";
      for await (const piece of response) text += piece;
      resolve(text);
    }).on("error", (error) => resolve(error.code));
  });
  return JSON.stringify({
    uid: process.getuid(), rights: line("CapEff"), filter: line("Seccomp"), noNew: line("NoNewPrivs"),
    network: fs.readdirSync("/sys/class/net"),
    program: tried(() => fs.writeFileSync("/app/made", "x")),
    own: tried(() => fs.writeFileSync(process.env.HOME + "/kept", "x")),
    greeting: process.env.GREETING, secret: process.env.SECRET,
    folder: process.cwd(), args: process.argv.slice(2),
    runs: runs.map(([path, text]) => tried(() => text === undefined ? fs.readFileSync(path, "utf8") : fs.writeFileSync(path, text))),
    fetched: input.url && await viaProxy(input.url),
  });
`;

describe.runIf(missing === undefined)(
  `servers that come as images${missing === undefined ? "" : ` (passed over: ${missing})`}`,
  () => {
    let engine: PrivateEngine;
    let cli: CommandLine;
    let call: ReturnType<typeof createEngine>["call"];

    beforeAll(async () => {
      engine = await startPrivateEngine();
      ({ call } = createEngine(engine.socket));
      const base = await settleImage(createEngine(engine.socket), process.execPath);
      const context = mkdtempSync(join(tmpdir(), "dejima-context-"));
      await writeFile(join(context, "server.cjs"), aServerScript(LOOK));
      const lines = [`FROM ${base}`, "COPY server.cjs /app/server.cjs", "WORKDIR /app"];
      const start = 'ENTRYPOINT ["node", "/app/server.cjs"]';
      await writeFile(join(context, "Dockerfile"), [...lines, start].join("\n"));
      await create({ cwd: context, file: `${context}.tar` }, ["."]);
      const stream = createReadStream(`${context}.tar`);
      await call("/build", { method: "POST", query: { t: "looker:1" }, stream, patient: true });
      await rm(context, { recursive: true });
      await rm(`${context}.tar`);
      cli = await aCommandLine({ "dejima.yaml": `sandbox: { socket: ${engine.socket} }\n` });
    }, 240_000);
    afterAll(async () => {
      await cli?.[Symbol.asyncDispose]();
      await engine?.stop();
    });

    const containers = async () => (await call("/containers/json", { query: { all: "1" } })) as unknown[]; // documented

    /** A runtime with one server of this command and these grants. */
    function aRuntime(command: string, grants: object = {}, more: object = {}): Runtime {
      const [program = "", ...args] = command.split(" ");
      return createRuntime({
        workspace: cli.folder,
        config: {
          sandbox: { socket: engine.socket },
          mcpServers: { box: { command: program, args, ...grants } },
          ...more,
        },
        ask: async () => ({ answer: "approve", by: "the test" }),
        variables: { PATH: process.env.PATH, HOME: cli.folder, GREETING: "hello", SECRET: "hidden" },
      });
    }

    /** What the server of a command finds, or why it does not start. */
    async function look(command: string, grants: object = {}, { input = {}, more = {} } = {}) {
      await using runtime = aRuntime(command, grants, more);
      const problem = (await runtime.mcp.discover(["box"])).get("box");
      if (problem !== undefined) return { problem: problem.message, denied: problem.details.denied };
      const outcome = await runtime.execute("work", input);
      return outcome.type === "success"
        ? JSON.parse(String(outcome.output))
        : { problem: outcome.error.message };
    }

    const add = (...command: string[]) =>
      cli.run(["mcp", "add", "box", "--json", "--force", "--", "docker", "run", "-i", "--rm", ...command]);

    test("mcp add starts the image, and writes its id into the config", async () => {
      const added = await add("-e", "GREETING", "looker:1", "stdio");
      expect(added.code, added.stdout + added.stderr).toBe(0);
      expect(JSON.parse(added.stdout)).toMatchObject({ tools: ["work"], image: "looker:1" });
      expect(await readFile(join(cli.folder, "dejima.yaml"), "utf8")).toMatch(
        /integrity: sha256:[0-9a-f]{64}/,
      );
      expect(await containers()).toEqual([]);
    });

    test("an image runs behind our walls", async () => {
      const said = await look("docker run -it --rm -e GREETING looker:1 stdio");
      expect(said).toMatchObject({
        uid: 65534,
        rights: "0000000000000000",
        filter: "2",
        noNew: "1",
        network: ["lo"],
        program: "EROFS",
        own: "done",
        greeting: "hello",
        folder: "/app",
        args: ["stdio"],
      });
      expect(said.secret).toBeUndefined();
      expect(await containers()).toEqual([]);
    });

    test("a folder of the command is mounted once it is granted, without its secrets", async () => {
      const docs = join(cli.folder, "docs");
      await mkdir(docs);
      await writeFile(join(docs, "a.txt"), "a");
      await writeFile(join(docs, ".env"), "KEY=1");
      const writes = `docker run -i -v ${docs}:/docs looker:1`;
      const denied = [{ kind: "file", what: docs, grant: `write:${docs}` }];
      expect(await look(writes)).toMatchObject({ denied });
      expect(await look(writes, { folders: [docs] })).toMatchObject({ denied }); // to read is not to write
      const input = { runs: [["/docs/a.txt"], ["/docs/.env"], ["/docs/b.txt", "b"]] };
      const [read, secret] = (await look(writes, { folders: [{ path: docs, write: true }] }, { input })).runs;
      expect([read, secret]).toEqual(["a", ""]);
      const only = await look(`docker run -i -v ${docs}:/docs:ro looker:1`, { folders: [docs] }, { input });
      expect(only.runs).toEqual(["a", "", "EROFS"]);
    });

    test("home folders, the root of the disk and sockets are mounted for no server, whatever is granted", async () => {
      const link = join(cli.folder, "link");
      await symlink(engine.socket, link);
      for (const source of [homedir(), dirname(homedir()), engine.socket, link, "/var/run"]) {
        const { denied } = await look(`docker run -i -v ${source}:/x looker:1`, {
          folders: [{ path: source, write: true }],
        });
        expect(denied, source).toEqual([
          { kind: "file", what: expect.stringContaining("no server may get") },
        ]);
      }
    });

    test("options that would widen are named, and nothing is added", async () => {
      const before = await readFile(join(cli.folder, "dejima.yaml"), "utf8");
      const added = await add("--privileged", "--network", "host", "--pid=host", "looker:1");
      expect(added.code).toBe(2);
      for (const named of [
        "--privileged: gives it every right",
        "--network host: ",
        "--pid host: ",
        "--trusted",
      ])
        expect(added.stdout).toContain(named);
      expect(await readFile(join(cli.folder, "dejima.yaml"), "utf8")).toBe(before);
      const { problem } = await look("docker run -i --cap-add ALL looker:1");
      expect(problem).toContain("--cap-add ALL: gives it rights of the system's administrator");
    });

    test.runIf(hasTmux)(
      "at a terminal a person is asked whether to add it without them",
      async () => {
        const words = "mcp add wild -- docker run -i --rm --privileged looker:1".split(" ");
        await using terminal = await aTerminal(cli, words);
        const asked = await terminal.until(/Add it without them\?/);
        // The terminal breaks the line wherever it is full.
        expect(asked.replaceAll("\n", "")).toMatch(/--privileged: gives it every\s*right/);
        terminal.type("yes");
        await terminal.until(/Added wild to/);
        const text = await readFile(join(cli.folder, "dejima.yaml"), "utf8");
        expect(text).toContain("wild:");
        expect(text).not.toContain("privileged");
      },
      120_000,
    );

    test("it reaches granted hosts through the proxy, and no other", async () => {
      const server = createServer((_request, response) => response.end("reached"));
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      const { port } = server.address() as AddressInfo; // listens on a port
      const host = `127.0.0.1:${port}`;
      const fetched = async (url: string, hosts: string[]) =>
        (
          await look(
            "docker run -i looker:1",
            { hosts },
            { input: { url }, more: { network: { allowPrivate: [host] } } },
          )
        ).fetched;
      expect(await fetched(`http://${host}/`, [host])).toBe("reached");
      expect(await fetched(`http://${host}/`, ["api.example.com"])).not.toBe("reached");
      expect(await fetched(`http://${host}/`, [])).not.toBe("reached");
      server.close();
      expect(await containers()).toEqual([]);
    });

    test("a volume of the command is a folder that is kept for the server", async () => {
      const command = "docker run -i -v memory:/data looker:1";
      const write = { input: { runs: [["/data/m", "remembered"]] } };
      expect((await look(command, {}, write)).runs).toEqual(["done"]);
      expect((await look(command, {}, { input: { runs: [["/data/m"]] } })).runs).toEqual(["remembered"]);
    });

    test("another image than the one that was added is refused", async () => {
      const { problem } = await look("docker run -i looker:1", { integrity: `sha256:${"0".repeat(64)}` });
      expect(problem).toMatch(/its id is sha256:\w+, and the config says sha256:0+/);
      expect((await look("docker run -i nowhere:1")).problem).toContain("docker pull nowhere:1");
    });

    test.each([
      [
        "a server that ignores the end of its input",
        ["mcp", "add", "deaf", "--", "docker", "run", "-i", "--entrypoint", "node", "looker:1", "-e", DEAF],
      ],
      ["a program in a sandbox", ["sandbox", "run", "--driver", "docker", "--", "sleep", "600"]],
    ])(
      "%s ends with us, even when we are killed",
      async (_what, words) => {
        const child = cli.start(words);
        const until = async (count: number) => {
          while ((await containers()).length !== count) await delay(100);
        };
        await until(1);
        child.kill("SIGKILL");
        await until(0);
      },
      60_000,
    );
  },
);
