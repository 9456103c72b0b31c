import { execFile } from "node:child_process";
import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, test } from "vitest";
import { aServer } from "../network/a-server.ts";
import { usable } from "../sandbox/engines.ts";
import { gitServer } from "../skills/git-server.ts";
import { rawZip } from "../skills/raw-zip.ts";
import { aWorld, yes } from "../skills/skill-world.ts";
import { aRuntime } from "../support/a-runtime.ts";

const { works, why } = await usable("bubblewrap");
const variables = { PATH: process.env.PATH ?? "" };
const run = promisify(execFile);

const skillMd = (name: string, description: string) =>
  `---\nname: ${name}\ndescription: ${description}\n---\n\nRun \`sh scripts/go.sh\`\n`;

/** A runtime that may reach this port of loopback. */
const reaching = (port: number, more: Record<string, string> = {}) =>
  aRuntime({
    yaml: `network: { allowPrivate: ["localhost:${port}"] }\n`,
    variables: { ...variables, ...more },
  });

/** As the runtime downloads skills, without the demand for https. */
const plainDownload = async (url: string) => {
  const { body } = await fetch(url);
  return body ?? expect.unreachable("an empty answer");
};

describe.runIf(works)(`registries of skills${why}`, () => {
  test("ClawHub: all pages are copied, and a skill comes as a zip with its files at the root", async () => {
    const listed = (slug: string, summary: string) => ({
      slug,
      displayName: slug,
      summary,
      tags: { latest: "1.2.3" },
      stats: { downloads: 7 },
      metadata: null,
      createdAt: 1_730_000_000_000,
      updatedAt: 1_730_000_000_000,
      latestVersion: { version: "1.2.3", createdAt: 1_730_000_000_000, changelog: "first" },
    });
    await using server = await aServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
      if (pathname === "/api/v1/download") {
        const name = searchParams.get("slug") ?? "";
        return void response.end(
          rawZip([
            { name: "SKILL.md", content: Buffer.from(skillMd(name, "Finds pictures that move")) },
            { name: "scripts/go.sh", content: Buffer.from("echo found\n") },
            { name: "_meta.json", content: Buffer.from(JSON.stringify({ slug: name })) },
          ]),
        );
      }
      const isFirst = searchParams.get("cursor") === null;
      const items = isFirst
        ? [listed("gifgrep", "Finds pictures that move"), { slug: "../../evil" }]
        : [listed("tide-table", "Tells when the tide is high")];
      response.end(JSON.stringify({ items, nextCursor: isFirst ? "two" : null }));
    });
    await using world = await reaching(server.port);
    const { finder } = world.runtime;
    const location = `http://localhost:${server.port}`;
    await finder.registries.add(location, { by: "the test", kind: "clawhub" });
    expect(await finder.refresh()).toEqual(new Map());
    expect((await finder.registries.list())[0]).toMatchObject({ kind: "clawhub", entries: 2 });
    expect((await finder.find("when is high tide")).hits[0]?.candidate.name).toBe("tide-table");
    const [gifgrep] = (await finder.find("pictures that move")).hits;
    expect(gifgrep?.candidate.downloads).toBe(7);
    await using skills = await aWorld({ download: plainDownload });
    await skills.library.install(gifgrep?.candidate.package.identifier ?? "", { accept: yes });
    expect(String(await skills.library.read("gifgrep", "scripts/go.sh"))).toBe("echo found\n");
    // Over plain http nothing is fetched but by a test.
    await expect(finder.tryOut("gifgrep")).rejects.toThrow(/only https/);
  });

  test("skills.sh: all pages are copied with the token of the variable, and a skill comes as a list of files", async () => {
    const listed = (slug: string, source = "someone/skills") => ({
      id: `${source}/${slug}`,
      slug,
      name: slug,
      source,
      installs: 42,
      sourceType: "github",
      installUrl: `https://github.com/${source}`,
      url: `https://skills.sh/${source}/${slug}`,
    });
    const told: (string | undefined)[] = [];
    await using server = await aServer((request, response) => {
      const { pathname, searchParams } = new URL(request.url ?? "/", "http://x");
      if (pathname.startsWith("/api/download/")) {
        const name = pathname.split("/").at(-1) ?? "";
        const outside = name === "climber" ? [{ path: "../../up.sh", contents: "echo up" }] : [];
        const files = [
          { path: "SKILL.md", contents: skillMd(name, "Lists the rivers of a country") },
          { path: "scripts/go.sh", contents: "echo rivers\n" },
        ];
        return void response.end(JSON.stringify({ files: [...files, ...outside], hash: "a".repeat(64) }));
      }
      told.push(request.headers.authorization);
      const page = Number(searchParams.get("page"));
      const data = [[listed("river-list"), listed("lark-doc", "open.feishu.cn")], [listed("climber")]][page];
      const pagination = { page, perPage: 500, total: 3, hasMore: page === 0 };
      response.end(JSON.stringify({ data, pagination }));
    });
    await using world = await reaching(server.port, { SKILLS_SH_TOKEN: "made-token" });
    const { finder } = world.runtime;
    await finder.registries.add(`http://localhost:${server.port}`, { by: "the test", kind: "skills-sh" });
    expect(await finder.refresh()).toEqual(new Map());
    expect(told).toEqual(["Bearer made-token", "Bearer made-token"]);
    const { hits } = await finder.find("list of rivers");
    expect(hits[0]?.candidate).toMatchObject({
      name: "someone/skills/river-list",
      kind: "skill",
      downloads: 42,
    });
    const source = hits[0]?.candidate.package.identifier ?? "";
    await using skills = await aWorld({ download: plainDownload });
    await skills.library.install(source, { accept: yes });
    expect(String(await skills.library.read("river-list", "scripts/go.sh"))).toBe("echo rivers\n");
    await expect(
      skills.library.install(source.replaceAll("river-list", "climber"), { accept: yes }),
    ).rejects.toThrow(/\.\./);
  });

  test("a git repository: its skills are listed, one is installed from it, and a new commit is an update", async () => {
    let root = "";
    await using server = await aServer((request, response) => gitServer(root)(request, response));
    await using world = await reaching(server.port);
    root = world.workspace;
    const git = (cwd: string, ...args: string[]) => run("git", args, { cwd });
    const [work, bare] = [join(root, "work"), join(root, "skills.git")];
    const commit = async (files: Record<string, string>) => {
      for (const [path, text] of Object.entries(files)) {
        await mkdir(dirname(join(work, path)), { recursive: true });
        await writeFile(join(work, path), text);
      }
      await git(work, "add", ".");
      await git(work, "-c", "user.name=a", "-c", "user.email=a@b.test", "commit", "-qm", "x");
      await git(work, "push", "-q", bare, "HEAD:main");
    };
    await mkdir(work);
    await git(root, "init", "-q", "--bare", "--initial-branch", "main", bare);
    await git(work, "init", "-q", "--initial-branch", "main");
    await commit({
      "skills/greet/SKILL.md": skillMd("greet", "Greets somebody"),
      "skills/greet/scripts/go.sh": "echo hello\n",
      "more/deep/count/SKILL.md": skillMd("count", "Counts what is given"),
      "README.md": "skills",
    });
    const { finder, skills } = world.runtime;
    const location = `git+http://localhost:${server.port}/skills.git`;
    await finder.registries.add(location, { by: "the test" });
    expect(await finder.refresh()).toEqual(new Map());
    expect((await finder.registries.list())[0]).toMatchObject({ kind: "git", entries: 2 });
    const record = await finder.tryOut("greet");
    expect(record.candidate.package.identifier).toBe(`${location}#:skills/greet`);
    await finder.install(record.id);
    expect(await finder.outdated()).toEqual([]);
    await commit({ "skills/greet/scripts/go.sh": "echo good day\n" });
    expect(await finder.outdated()).toMatchObject([{ server: "greet", kind: "skill" }]);
    const newer = await finder.tryUpdate("greet");
    expect(newer.update?.differences).toContain("1 file differs: scripts/go.sh");
    await finder.install(newer.id, { callId: "made-call.1" });
    expect(String(await skills.read("greet", "scripts/go.sh"))).toBe("echo good day\n");
    await finder.registries.add(`git+http://localhost:${server.port}/none.git`, { by: "the test" });
    expect([...(await finder.refresh()).values()].join()).toMatch(/git reports/);
  });
});

test.each([
  ["https://skills.sh", "skills-sh"],
  ["https://clawhub.ai", "clawhub"],
  ["git+https://host.example/a/skills", "git"],
  ["https://registry.modelcontextprotocol.io", "mcp"],
])("add() knows what %s is", async (location, kind) => {
  await using world = await aRuntime({ variables });
  expect(await world.runtime.finder.registries.add(location, { by: "the test" })).toMatchObject({ kind });
});
