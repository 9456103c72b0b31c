import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { allCommands } from "../../src/doors/cli/command-table.ts";
import { aCommandLine, type CommandLine } from "../agent/command-line.ts";
import { sendRequest } from "../http/send-request.ts";

const folder = new URL("../../deploy/", import.meta.url);
const read = (name: string) => readFile(new URL(name, folder), "utf8");

/** Starts the server with the arguments of a deployment, on any free port. */
async function serving(line: CommandLine, args: readonly string[]) {
  const at = args.indexOf("--port");
  const free = at === -1 ? [...args, "--port", "0"] : args.with(at + 1, "0");
  const child = line.start([...free, "--json"]);
  const [first] = (await once(createInterface({ input: child.stdout ?? process.stdin }), "line")) as [string];
  const { port } = new URL(String(JSON.parse(first).url));
  return { url: `http://127.0.0.1:${port}`, child, [Symbol.dispose]: () => void child.kill("SIGKILL") };
}

test("the command of the systemd unit serves, and ends with the signal that the unit sends", async () => {
  await using line = await aCommandLine({});
  const unit = await read("dejima.service");
  const [, command = ""] = /^ExecStart=\/usr\/bin\/env dejima (.+)$/m.exec(unit) ?? [];
  const args = command.replaceAll("%h/dejima", line.folder).split(" ");
  using server = await serving(line, args);
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200);
  const gone = once(server.child, "exit");
  server.child.kill(/^KillSignal=(\w+)$/m.exec(unit)?.[1] as NodeJS.Signals);
  expect(await gone).toEqual([0, null]);
});

const hasSystemd = spawnSync("systemd-analyze", ["--version"], { stdio: "ignore" }).status === 0;

test.skipIf(!hasSystemd)(
  "systemd finds nothing wrong with the unit, and something with a broken one",
  async () => {
    const place = await mkdtemp(join(tmpdir(), "dejima-unit-"));
    const verify = async (text: string) => {
      await writeFile(join(place, "dejima.service"), text);
      return spawnSync("systemd-analyze", ["verify", join(place, "dejima.service")], { encoding: "utf8" });
    };
    const unit = await read("dejima.service");
    expect(await verify(unit)).toMatchObject({ status: 0, stderr: "" });
    expect((await verify(unit.replace("Restart=", "Restrat="))).stderr).toContain("Restrat");
    await rm(place, { recursive: true });
  },
);

test("the command of the image starts once there is a token, and lets in who has it, by the names that it is given", async () => {
  await using line = await aCommandLine({});
  const [, listed = ""] = /^CMD (\["serve".+\])$/m.exec(await read("Dockerfile")) ?? [];
  const args = JSON.parse(listed) as string[];
  const refused = await line.run([...args, "--port", "0"], { asProcess: true });
  expect([refused.code, refused.stderr]).toEqual([3, expect.stringContaining("dejima token create")]);
  const made = await line.run(["token", "create", "admin", "--role", "admin", "--json"]);
  const authorization = `Bearer ${JSON.parse(made.stdout).token}`;
  using server = await serving(line, args);
  const status = async (headers: Record<string, string>) =>
    (await sendRequest(`${server.url}/api/me`, { headers })).status;
  expect(await status({ host: "localhost", authorization })).toBe(200);
  expect(await status({ host: "localhost" })).toBe(401);
  expect(await status({ host: "elsewhere.example", authorization })).toBe(403);
});

test("the command of the compose file takes requests that a proxy with TLS hands on", async () => {
  await using line = await aCommandLine({});
  const { services } = parse(
    (await read("compose.yaml")).replaceAll(/\$\{DEJIMA_SITE:-localhost\}/g, "app.example.com"),
  );
  const made = await line.run(["token", "create", "admin", "--role", "admin", "--json"]);
  const authorization = `Bearer ${JSON.parse(made.stdout).token}`;
  using server = await serving(line, services.dejima.command);
  const handedOn = {
    host: "app.example.com",
    "x-forwarded-for": "203.0.113.9",
    "x-forwarded-proto": "https",
  };
  const me = await sendRequest(`${server.url}/api/me`, {
    headers: { ...handedOn, authorization, origin: "https://app.example.com" },
  });
  expect([me.status, JSON.parse(me.body)]).toMatchObject([200, { name: "admin" }]);
  expect((await sendRequest(`${server.url}/api/me`, { headers: handedOn })).status).toBe(401);
});

// A build fetches the base image and packages, which only CI is sure to reach.
const canBuild =
  process.env.CI !== undefined && spawnSync("docker", ["info"], { stdio: "ignore" }).status === 0;
test.skipIf(!canBuild)(
  "the image builds and answers (needs CI, with a container engine and the network)",
  async () => {
    const root = new URL("../../", import.meta.url).pathname;
    const docker = (...args: string[]) => spawnSync("docker", args, { cwd: root, encoding: "utf8" });
    const built = docker("build", "-q", "-f", "deploy/Dockerfile", "-t", "dejima-smoke", ".");
    expect(built.status, built.stderr).toBe(0);
    const version = docker("run", "--rm", "dejima-smoke", "--version");
    expect([version.status, version.stdout]).toEqual([0, expect.stringMatching(/^\d+\.\d+\.\d+/)]);
    const refused = docker("run", "--rm", "dejima-smoke");
    expect(refused.stderr).toContain("dejima token create");
  },
  600_000,
);

test("the compose file of a team starts web processes and workers over one store, each with a command that exists", async () => {
  const { services } = parse(await read("team.compose.yaml"), { merge: true });
  const words = (await allCommands()).map(({ path }) => path[0]);
  for (const name of ["web", "worker"]) {
    expect(words).toContain(services[name].command[0]);
    expect(services[name].environment).toMatchObject({ DEJIMA_RUNS: "workers" });
    expect(services[name].environment.DEJIMA_STORE).toMatch(/^postgres:/);
    // The bucket and the keys are those of the S3 server beside them.
    const { DEJIMA_BLOBS, AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY } = services[name].environment;
    const bucket = new URL(DEJIMA_BLOBS);
    expect(new URL(bucket.searchParams.get("endpoint") ?? "").hostname in services).toBe(true);
    expect(services.s3.entrypoint.at(-1)).toContain(`mkdir -p /data/${bucket.hostname} `);
    const { ROOT_ACCESS_KEY, ROOT_SECRET_KEY } = services.s3.environment;
    expect([AWS_ACCESS_KEY_ID, AWS_SECRET_ACCESS_KEY]).toEqual([ROOT_ACCESS_KEY, ROOT_SECRET_KEY]);
  }
  await using line = await aCommandLine({});
  const refused = await line.run(services.worker.command, { env: { DEJIMA_RUNS: "workers" } });
  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining("need a PostgreSQL store")]);
});
