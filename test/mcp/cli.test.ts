import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Ended, runHere } from "../support/run-cli.ts";
import { trustFolder } from "../support/trust.ts";

const here = dirname(fileURLToPath(import.meta.url));
const odd = join(here, "fixtures/odd-server.ts");
let folder = "";

beforeAll(async () => {
  folder = await realpath(await mkdtemp(join(tmpdir(), "dejima-mcp-cli-")));
});
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }));

const dejima = (...args: string[]): Promise<Ended> =>
  runHere(folder, args, { variables: { PATH: process.env.PATH ?? "", HOME: folder } });
const json = ({ stdout }: Ended): unknown => JSON.parse(stdout);

test("mcp add, list, tools, call and remove take a server from the config to an answer and away", async () => {
  const added = await dejima("mcp", "add", "odd", "--trusted", "--json", "--", process.execPath, odd, "good");
  expect(json(added)).toMatchObject({ added: "odd", tools: ["add", "work", "liar"], held: [] });
  expect(await readFile(join(folder, "dejima.yaml"), "utf8")).toContain("trusted: true");
  expect(json(await dejima("mcp", "list", "--json"))).toMatchObject([
    {
      name: "odd",
      seen: true,
      tools: 3,
      contained: false,
      tokens: expect.any(Number),
      startMs: expect.any(Number),
    },
  ]);
  expect(json(await dejima("mcp", "tools", "odd", "--json"))).toHaveLength(3);
  expect(await dejima("mcp", "call", "odd", "work", "--json")).toMatchObject({ code: 3 }); // medium: nobody to ask
  await writeFile(
    join(folder, "dejima.yaml"),
    `${await readFile(join(folder, "dejima.yaml"), "utf8")}permissions:\n  safe: [work]\n`,
  );
  await trustFolder(folder, { HOME: folder });
  const called = await dejima("mcp", "call", "odd", "work", "--json");
  expect(json(called)).toMatchObject({ type: "success", output: "worked" });
  expect(json(await dejima("tool", "info", "add", "--json"))).toMatchObject({
    source: "mcp",
    risk: "medium",
  });
  expect(json(await dejima("mcp", "remove", "odd", "--json"))).toMatchObject({ removed: "odd" });
  expect(json(await dejima("mcp", "list", "--json"))).toEqual([]);
});

test("mcp add takes names and values of variables together, and says what keeps a contained server from starting", async () => {
  const added = await dejima("mcp", "add", "lost", "--env", "A=1", "HOME", "--", "node", "missing.js");
  expect(added.code).toBe(4);
  expect(added.stderr).toMatch(/does not answer/);
  expect(added.stderr).toMatch(/runs contained: it sees nothing of the disk and reaches no host/);
  expect(await readFile(join(folder, "dejima.yaml"), "utf8")).toMatch(/A: "1"\n +HOME: \$\{HOME\}/);
  await dejima("mcp", "remove", "lost");
});

test("mcp add into a config that is not trusted says that the next command ignores the server", async () => {
  const place = join(folder, "found");
  await mkdir(place);
  await writeFile(join(place, "dejima.yaml"), "log: {}\n");
  const args = ["mcp", "add", "odd", "--trusted", "--", process.execPath, odd, "good"];
  const variables = { PATH: process.env.PATH ?? "", HOME: folder };
  const added = await runHere(place, args, { variables });
  expect(added.stdout).toContain("3 tools");
  expect(added.stderr).toMatch(
    /is not trusted, so these settings are ignored: mcpServers.odd .*config trust/,
  );
  expect(json(await runHere(place, ["mcp", "list", "--json"], { variables }))).toEqual([]);
});

test("mcp review shows what changed, and only an agreement brings the tools back", async () => {
  const args = ["--trusted", "--json", "--", process.execPath, odd, "rug-pull", join(folder, "starts")];
  await dejima("mcp", "add", "puller", ...args);
  const shown = await dejima("mcp", "review", "puller");
  expect(shown).toMatchObject({ code: 3, stdout: expect.stringContaining("Now differently") });
  expect(json(await dejima("mcp", "tools", "--json"))).toEqual([]);
  expect((await dejima("mcp", "review", "puller", "--accept")).code).toBe(0);
  expect(json(await dejima("mcp", "tools", "--json"))).toHaveLength(3);
});

test("mcp import takes over the servers of Claude, Cursor and VS Code", async () => {
  const command = { command: "node", args: ["s.js"], env: { TOKEN: "${env:HOME}" } };
  await writeFile(join(folder, ".mcp.json"), JSON.stringify({ mcpServers: { one: command } }));
  await mkdir(join(folder, ".cursor"));
  await writeFile(
    join(folder, ".cursor/mcp.json"),
    JSON.stringify({ mcpServers: { one: command, two: command } }),
  );
  await mkdir(join(folder, ".vscode"));
  await writeFile(
    join(folder, ".vscode/mcp.json"),
    '{ // mine\n "servers": { "three": { "type": "http", "url": "https://example.com/mcp", }, } }',
  );
  expect(json(await dejima("mcp", "import", "claude", "--json"))).toMatchObject({ imported: ["one"] });
  expect(json(await dejima("mcp", "import", "cursor", "--json"))).toMatchObject({
    imported: ["two"],
    skipped: ["one"],
  });
  expect(json(await dejima("mcp", "import", "vscode", "--json"))).toMatchObject({ imported: ["three"] });
  expect(await readFile(join(folder, "dejima.yaml"), "utf8")).toContain("TOKEN: ${HOME}");
});

test("mcp import reads the project's and the user's files, and never leaves a config that cannot be read", async () => {
  const servers = {
    "@scope/odd name": { command: "node", env: { KEY: "${input:api-key}", AS: "${command:ask}" } },
    two: { command: "other" },
  };
  const mine = { projects: { [folder]: { mcpServers: { four: { url: "https://example.com/mcp" } } } } };
  await writeFile(join(folder, ".claude.json"), JSON.stringify({ ...mine, mcpServers: servers }));
  const imported = await dejima("mcp", "import", "claude", "--json");
  expect(json(imported)).toMatchObject({ imported: ["four", "scope-odd-name"], skipped: ["one", "two"] });
  expect(imported.stderr).toContain("API_KEY");
  expect(json(await dejima("mcp", "list", "--json"))).toHaveLength(6);
  const before = await readFile(join(folder, "dejima.yaml"), "utf8");
  expect((await dejima("mcp", "add", "no good name", "--", "node")).code).toBe(2);
  expect(await readFile(join(folder, "dejima.yaml"), "utf8")).toBe(before);
  expect((await dejima("mcp", "import", "./nothing.json")).stderr).toContain("there is no file");
});

test("mcp import takes what it can use, and says of the rest why not", async () => {
  const servers = {
    unplaced: { args: ["x"] },
    elsewhere: { url: "ftp://example.com" },
    five: { command: "node", envFile: ".env" },
  };
  const file = join(folder, "mixed.json");
  await writeFile(file, `\uFEFF${JSON.stringify({ servers }).replaceAll(",", ",\r\n")}`);
  const imported = await dejima("mcp", "import", "mixed.json", "--json");
  expect(json(imported)).toMatchObject({
    imported: ["five"],
    refused: [
      { name: "unplaced", problem: expect.stringContaining("command or a url") },
      { name: "elsewhere" },
    ],
  });
  expect(imported.stderr).toContain("Did not import unplaced");
  expect(imported.stderr).toContain("envFile");
  await writeFile(file, JSON.stringify({ servers: { unplaced: {} } }));
  const refused = await dejima("mcp", "import", "mixed.json");
  expect(refused).toMatchObject({ code: 2, stderr: expect.stringContaining("command or a url") });
  await dejima("mcp", "remove", "five");
});

test("mcp install shows the change, and writes it only when told", async () => {
  const refused = await dejima("mcp", "install", "claude");
  expect(refused).toMatchObject({ code: 3, stdout: expect.stringContaining('+    "dejima": {') });
  const agreed = await dejima("mcp", "install", "claude", "--yes");
  expect(agreed).toMatchObject({ code: 0, stderr: expect.stringContaining('+    "dejima": {') });
  const written = JSON.parse(await readFile(join(folder, ".mcp.json"), "utf8"));
  expect(Object.keys(written.mcpServers)).toEqual(["one", "dejima"]);
  expect(written.mcpServers.dejima.args.slice(-2)).toEqual(["mcp", "serve"]);
});

test("mcp install keeps line ends and indentation, and reads past a mark at the beginning", async () => {
  const file = join(folder, "kept/.mcp.json");
  await mkdir(dirname(file));
  await writeFile(file, '\uFEFF{\r\n\t"other": 1\r\n}\r\n');
  const { withDejima } = await import("../../src/doors/cli/mcp/edit-client-config.ts");
  const { placeOf } = await import("../../src/doors/cli/mcp/client-places.ts");
  const changed = withDejima(await readFile(file, "utf8"), placeOf("claude"), ["dejima", "mcp", "serve"]);
  expect(changed).toContain('{\r\n\t"other": 1,\r\n\t"mcpServers": {\r\n\t\t"dejima"');
  expect(withDejima("\uFEFF", placeOf("cursor"), ["dejima"])).toContain('"dejima"');
});

test("mcp install knows where Cursor and VS Code look, and mcp uninstall leaves their files as they were", async () => {
  expect((await dejima("mcp", "install", "cursor", "--yes")).code).toBe(0);
  const cursor = JSON.parse(await readFile(join(folder, ".cursor/mcp.json"), "utf8"));
  expect(Object.keys(cursor.mcpServers)).toEqual(["one", "two", "dejima"]);
  const before = await readFile(join(folder, ".vscode/mcp.json"), "utf8");
  expect((await dejima("mcp", "install", "vscode", "--yes")).code).toBe(0);
  const commented = await readFile(join(folder, ".vscode/mcp.json"), "utf8");
  expect(commented).toContain('"dejima"');
  expect(commented).toContain("//");
  expect(await dejima("mcp", "uninstall", "vscode")).toMatchObject({ code: 3 });
  expect((await dejima("mcp", "uninstall", "vscode", "--yes")).code).toBe(0);
  const after = await readFile(join(folder, ".vscode/mcp.json"), "utf8");
  expect(after.replaceAll(/\s/g, "")).toBe(before.replaceAll(/\s/g, ""));
  await rm(join(folder, ".vscode/mcp.json"));
  expect((await dejima("mcp", "install", "vscode", "--yes")).code).toBe(0);
  const vscode = JSON.parse(await readFile(join(folder, ".vscode/mcp.json"), "utf8"));
  expect(vscode.servers.dejima).toMatchObject({
    type: "stdio",
    args: expect.arrayContaining(["mcp", "serve"]),
  });
  expect(json(await dejima("mcp", "install", "vscode", "--json"))).toMatchObject({ changed: false });
  expect((await dejima("mcp", "install", "emacs")).stderr).toContain(
    "claude, claude-desktop, cursor, vscode",
  );
});
