import { execFile, execFileSync } from "node:child_process";
import {
  chmod,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadConfig } from "../../src/config/load-config.ts";
import { createRuntime } from "../../src/runtime.ts";
import { COMMAND } from "../support/command.ts";
import { SHARED_CACHE } from "../support/trust.ts";

let folder = "";
beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-foreign-home-")));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const variables = (user: string) => ({ HOME: join(folder, user) });
const settings = (cwd: string, user = "user") => loadConfig({ cwd, variables: variables(user) });

function dejima(cwd: string, ...args: string[]): Promise<{ code: number; stdout: string; stderr: string }> {
  const env = { PATH: process.env.PATH, ...variables("user"), ...SHARED_CACHE };
  return new Promise((resolve) => {
    execFile(process.execPath, [COMMAND, ...args], { cwd, env }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === "number" ? error.code : 0, stdout, stderr }),
    ).stdin?.end();
  });
}

/** A folder whose home was made in place, by somebody's Dejima. */
async function aProject(name: string, user = "user"): Promise<{ place: string; home: string }> {
  const place = join(folder, name);
  await mkdir(place, { recursive: true });
  await using runtime = createRuntime({ settings: await settings(place, user), variables: variables(user) });
  await runtime.execute("current_time", {});
  return { place, home: join(place, ".dejima") };
}

test("a home that Dejima made in place is used by the next start", async () => {
  const { place, home } = await aProject("own");
  expect(await settings(place)).toMatchObject({ home });
  expect(await settings(place)).not.toHaveProperty("homeNote");
  const claims = join(folder, "user/.local/state/dejima/own-homes");
  expect((await stat(claims)).mode & 0o777).toBe(0o700);
});

test("a home unpacked from an archive is not used, and the note says what to do", async () => {
  const { place } = await aProject("packed", "stranger");
  const archive = join(folder, "packed.tar");
  execFileSync("tar", ["-C", place, "-cf", archive, ".dejima"]);
  const clone = join(folder, "unpacked");
  await mkdir(clone);
  execFileSync("tar", ["-C", clone, "-xf", archive]);
  const held = await settings(clone);
  expect(held.home.startsWith(join(folder, "user/.local/state/dejima/homes/"))).toBe(true);
  expect(held.foreignHome).toBe(join(clone, ".dejima"));
  expect(held.homeNote).toMatch(/it may have come with the folder.*`dejima config trust` accepts it/);
  const listed = await dejima(clone, "log", "list", "--json");
  expect([listed.stdout.trim(), listed.stderr]).toEqual(["[]", expect.stringContaining("is not used")]);
});

test("doctor leaves a strange home alone where the config cannot be read, too", async () => {
  const clone = join(folder, "broken");
  await mkdir(join(clone, ".dejima"), { recursive: true });
  await writeFile(join(clone, "dejima.yaml"), "nonsense: [");
  const { stdout } = await dejima(clone, "doctor", "--json");
  expect(stdout).toContain(join(folder, "user/.local/state/dejima/homes/"));
  expect(await readdir(join(clone, ".dejima"))).toEqual([]);
});

test("a home of one's own that comes back from an archive, is moved, linked or copied is not the one that was made", async () => {
  const { place, home } = await aProject("returned");
  const archive = join(folder, "returned.tar");
  execFileSync("tar", ["-C", place, "-cf", archive, ".dejima"]);
  await rename(home, join(place, "aside"));
  execFileSync("tar", ["-C", place, "-xf", archive]);
  expect(await settings(place)).toHaveProperty("foreignHome");
  await rm(home, { recursive: true, maxRetries: 20, retryDelay: 100 });
  await rename(join(place, "aside"), home);
  expect(await settings(place)).not.toHaveProperty("foreignHome");
  const [moved, linked, copied] = ["moved", "linked", "copied"].map((name) => join(folder, name));
  await mkdir(linked ?? "");
  await symlink(home, join(linked ?? "", ".dejima"));
  expect(await settings(linked ?? "")).toHaveProperty("foreignHome");
  await cp(place, copied ?? "", { recursive: true, preserveTimestamps: true });
  expect(await settings(copied ?? "")).toHaveProperty("foreignHome");
  await rename(place, moved ?? "");
  expect(await settings(moved ?? "")).toHaveProperty("foreignHome");
});

test("a claim that others could have written, or that another user made, says nothing", async () => {
  const { place } = await aProject("claimed");
  expect(await settings(place, "other")).toHaveProperty("foreignHome");
  const claims = join(folder, "user/.local/state/dejima/own-homes");
  await chmod(claims, 0o777);
  expect(await settings(place)).toHaveProperty("foreignHome");
  await chmod(claims, 0o700);
  expect(await settings(place)).not.toHaveProperty("foreignHome");
});

test("createRuntime() uses the home of its workspace only where the user's Dejima made it, and says so", async () => {
  const warnings: string[] = [];
  const listen = ({ message }: Error) => void warnings.push(message);
  process.on("warning", listen);
  const embedded = async (workspace: string, options: { user?: string; home?: string } = {}) => {
    const { user = "user", ...rest } = options;
    await using runtime = createRuntime({ workspace, variables: variables(user), ...rest });
    const { runId } = await runtime.execute("current_time", {});
    return { runs: (await runtime.history.list({ limit: 9 })).length, home: runtime.settings.home, runId };
  };
  const { place, home } = await aProject("embedded", "stranger");
  const foreign = await embedded(place);
  expect(foreign.home.startsWith(join(folder, "user/.local/state/dejima/homes/"))).toBe(true);
  expect(foreign.runs).toBe(1);
  expect(await embedded(place, { home })).toMatchObject({ runs: 2, home });
  expect(await embedded(place, { user: "stranger" })).toMatchObject({ runs: 3, home });
  expect(() => createRuntime({ workspace: place, variables: {} })).toThrow(/option `home`/);
  const own = join(folder, "embedded-own");
  await mkdir(own);
  expect((await embedded(own)).home).toBe(join(own, ".dejima"));
  expect(await embedded(own)).toMatchObject({ runs: 2, home: join(own, ".dejima") });
  await new Promise((resolve) => setImmediate(resolve));
  process.off("warning", listen);
  expect(warnings.filter((text) => text.includes("is not used"))).toEqual([
    expect.stringContaining(`${home} is not used`),
  ]);
});

test("config trust shows what lies in a foreign home and accepts it, in this place and for this user", async () => {
  const { place, home } = await aProject("accepted", "stranger");
  const refused = await dejima(place, "config", "trust");
  expect(refused.code).toBe(3);
  expect(refused.stderr).toMatch(/It contains:\n[\s\S]*dejima\.db/);
  expect(refused.stderr).toContain("dejima config trust --yes");
  const accepted = await dejima(place, "config", "trust", "--yes", "--json");
  expect(JSON.parse(accepted.stdout)).toMatchObject({ home, trusted: true });
  expect(await settings(place)).toMatchObject({ home });
  expect(JSON.parse((await dejima(place, "log", "list", "--json")).stdout)).toHaveLength(1);
  expect(await readdir(place)).toEqual([".dejima"]);
});

test("every command that makes a home claims it", async () => {
  const commands = [
    ["doctor"],
    ["tool", "new", "count_words"],
    ["mcp", "list"],
    ["skill", "list"],
    ["tool", "call", "current_time"],
  ];
  for (const [index, command] of commands.entries()) {
    const place = join(folder, `made-${index}`);
    await mkdir(place);
    await dejima(place, ...command);
    expect(await readFile(join(place, ".dejima/home-id"), "utf8"), command.join(" ")).toMatch(
      /^[0-9a-f-]{36}$/,
    );
    expect(await settings(place), command.join(" ")).not.toHaveProperty("foreignHome");
  }
});
