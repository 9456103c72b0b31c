import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { readFile, symlink } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { configSchema } from "../../src/config/schema/config-schema.ts";
import { containedProgram } from "../../src/sources/skills/install/contained-program.ts";
import { createListeners } from "../../src/support/network/listeners.ts";
import { openSandbox } from "../../src/wiring/containment/open-sandbox.ts";
import { createOutgoingRules } from "../../src/wiring/containment/outgoing-rules.ts";
import { aServer } from "../network/a-server.ts";
import { usable } from "../sandbox/engines.ts";
import { gitServer } from "./git-server.ts";
import { aWorld, skillMd, yes } from "./skill-world.ts";

const { works, why } = await usable("bubblewrap");
const run = promisify(execFile);
const git = (cwd: string, ...argv: string[]) => run("git", argv, { cwd });

/** Runs programs as a runtime does whose config lets these hosts be private. */
async function programs(allowPrivate: string[]) {
  const { network, sandbox: limits } = configSchema.parse({ network: { allowPrivate } });
  const listeners = createListeners();
  const sandbox = await openSandbox(limits, createOutgoingRules(network, { listeners, layers: [] }));
  return {
    runProgram: containedProgram(async () => sandbox),
    listeners,
    [Symbol.asyncDispose]: () => sandbox.close(),
  };
}

describe.runIf(works)(`install() from git${why}`, () => {
  test("clones through the proxy without hooks or links, and can take a folder of it", async () => {
    let root = "";
    await using server = await aServer((request, response) => gitServer(root)(request, response));
    await using contained = await programs([`localhost:${server.port}`]);
    await using world = await aWorld({ runProgram: contained.runProgram });
    root = world.root;
    const repository = await world.write("repo", {
      "skills/hello/SKILL.md": skillMd("hello"),
      "README.md": "x",
    });
    await symlink("/etc/passwd", join(repository, "skills/hello/link"));
    await git(repository, "init", "--quiet", "--initial-branch", "main");
    await git(repository, "add", ".");
    await git(repository, "-c", "user.name=a", "-c", "user.email=a@b.test", "commit", "--quiet", "-m", "one");
    const address = `git+http://localhost:${server.port}/repo/.git`;
    await expect(world.library.install(address, { accept: yes })).rejects.toThrow(
      /has no SKILL.md; skills are in skills\/hello/,
    );
    await world.library.install(`${address}#main:skills/hello`, { accept: yes });
    expect(await readFile(join(world.home, "hello/link"), "utf8")).toBe("/etc/passwd");
    expect(existsSync(join(world.home, "hello/.git"))).toBe(false);
    expect((await world.library.update("hello", { accept: yes })).changed).toBe(false);
    await expect(
      world.library.install(`git+http://localhost:${server.port}/nowhere.git`),
    ).rejects.toMatchObject({ code: "exit_nonzero" });
  });

  test("reaches no address that the guarded client would not", async () => {
    await using server = await aServer(() => expect.unreachable("somebody knocked"));
    await using contained = await programs([]);
    await using world = await aWorld({ runProgram: contained.runProgram });
    for (const host of ["127.0.0.1", "localhost", "[::1]"])
      await expect(world.library.install(`git+http://${host}:${server.port}/x.git`)).rejects.toThrow(
        /not public/,
      );
    expect(server.connections).toBe(0);
  });

  test("reaches no port on which Dejima listens", async () => {
    await using server = await aServer(() => expect.unreachable("somebody knocked"));
    await using contained = await programs([`localhost:${server.port}`]);
    await using world = await aWorld({ runProgram: contained.runProgram });
    const withdraw = contained.listeners.announce(server.port);
    await expect(world.library.install(`git+http://localhost:${server.port}/x.git`)).rejects.toThrow(
      /Dejima itself listens/,
    );
    withdraw();
    expect(server.connections).toBe(0);
  });
});

test.each([
  ["git+ssh://git@host.example/a.git", /without your ssh keys\. Use its https address/],
  ["ssh://host.example/a.git", /without your ssh keys/],
  ["git@host.example:a/b.git", /without your ssh keys/],
  ["git+file:///etc", /Give the folder itself/],
  ["file:///srv/x.git", /Give the folder itself/],
  ["git+https://user:secret@host.example/a.git", /contains credentials/],
  ["git+http://host.example/a.git", /only https addresses/],
  ["ext::sh -c touch% x", /give a folder/],
  ["git+ext::sh -c touch% x", /give a folder/],
  ["git+--upload-pack=x", /give a folder/],
  ["git+https://host.example/a.git#--upload-pack=x", /give a folder/],
  ["git+https://host.example/a.git#main:../x", /give a folder/],
  ["git+https://host.example/a.git#main:-x", /give a folder/],
  ["git+fd::17/x", /give a folder/],
])("install() refuses %s and says what works", async (source, message) => {
  await using world = await aWorld({ runProgram: () => expect.unreachable("git ran") });
  await expect(world.library.install(source)).rejects.toThrow(message);
});
