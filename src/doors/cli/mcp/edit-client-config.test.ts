import { parse as parseJson } from "jsonc-parser";
import { expect, test } from "vitest";
import { parse as parseYaml } from "yaml";
import { CLIENTS, type ClientName, clientFile, importFiles, placeOf } from "./client-places.ts";
import { withDejima, withoutDejima } from "./edit-client-config.ts";

const COMMAND = ["/usr/bin/node", '/opt/it\'s "here"/dejima.js', "mcp", "serve"];

/** What a client's own user may have written already, with comments where its format has them. */
const HELD: Readonly<Record<string, string>> = {
  json: '{\n\t// mine\n\t"theme": "dark",\n\t"KEY": {\n\t\t"other": { "command": "x" }, // keep\n\t},\n}\n',
  toml: '# mine\nmodel = "o9"\n\n[KEY.other]\ncommand = "x"\n\n[KEY.other.env]\nA = "[KEY.dejima]"\n',
  yaml: "# mine\nmodel: o9\nKEY:\n  other: # keep\n    cmd: x\n",
  "yaml-list": "# mine\nname: me\nKEY:\n  - name: other # keep\n    command: x\n",
};

const held = (client: ClientName) =>
  (HELD[placeOf(client).format] ?? "").replaceAll("KEY", placeOf(client).key);

test("there are at least 14 clients, each with a file on every system", () => {
  expect(CLIENTS.length).toBeGreaterThanOrEqual(14);
  const files = (platform: NodeJS.Platform) =>
    CLIENTS.map((client) => clientFile(client, { cwd: "/p", home: "/h", platform, user: true }));
  for (const platform of ["linux", "darwin", "win32"] as const)
    expect(new Set(files(platform)).size).toBe(CLIENTS.length);
  expect(files("linux").join("\n")).not.toMatch(/Library|AppData/);
  expect(files("darwin").join("\n")).not.toMatch(/AppData|\.config\/(?:Code|Claude)/);
  expect(files("win32").join("\n")).not.toMatch(/Library|\.config\/(?:Code|Claude|zed|goose)/);
});

test("clientFile() gives the project's file, or the user's where a client has no other", () => {
  const machine = { cwd: "/p", home: "/h", platform: "darwin", user: false } as const;
  expect(clientFile("vscode", machine)).toBe("/p/.vscode/mcp.json");
  expect(clientFile("vscode", { ...machine, user: true })).toBe(
    "/h/Library/Application Support/Code/User/mcp.json",
  );
  expect(clientFile("windsurf", machine)).toBe("/h/.codeium/windsurf/mcp_config.json");
  expect(importFiles("claude", machine)).toEqual([
    "/p/.mcp.json",
    "/h/.claude.json",
    "/h/Library/Application Support/Claude/claude_desktop_config.json",
  ]);
});

for (const client of CLIENTS) {
  test(`withDejima() writes an entry that ${placeOf(client).title} reads, and withoutDejima() takes it back`, () => {
    for (const before of ["", held(client), held(client).replaceAll("\n", "\r\n"), `\ufeff${held(client)}`]) {
      const after = withDejima(before, placeOf(client), COMMAND);
      expect(withDejima(after, placeOf(client), COMMAND)).toBe(after);
      expect(JSON.stringify(serversIn(after, client))).toContain(JSON.stringify(COMMAND.at(-1)));
      const without = withoutDejima(after, placeOf(client));
      if (before !== "") {
        expect(without.replaceAll(/\s/g, "")).toBe(before.replaceAll(/\s/g, ""));
        expect(after.includes("\r\n")).toBe(before.includes("\r\n"));
      }
      expect(without).not.toContain("dejima.js");
      expect(withoutDejima(without, placeOf(client))).toBe(without);
    }
    const moved = withDejima(withDejima(held(client), placeOf(client), ["old"]), placeOf(client), COMMAND);
    expect(moved).not.toContain('"old"');
  });

  test(`withDejima() leaves a config of ${placeOf(client).title} alone that it cannot read`, () => {
    const broken = { json: '{"a": ', toml: 'x = """open\n', yaml: "a: [\n", "yaml-list": "a: [\n" };
    expect(() => withDejima(broken[placeOf(client).format], placeOf(client), COMMAND)).toThrow(
      /Cannot change the config/,
    );
  });
}

test("withDejima() does not write a second entry beside one in another spelling of TOML", () => {
  for (const text of [
    '[mcp_servers]\ndejima = { command = "x" }\n',
    'mcp_servers.dejima = { command = "x" }\n',
  ])
    expect(() => withDejima(text, placeOf("codex"), COMMAND)).toThrow(/by hand/);
});

function serversIn(text: string, client: ClientName): unknown {
  const { format, key } = placeOf(client);
  const plain = text.replace("\ufeff", "");
  if (format === "json") return parseJson(plain)[key].dejima;
  if (format === "yaml") return parseYaml(plain)[key].dejima;
  if (format === "yaml-list")
    return parseYaml(plain)[key].find(({ name }: { name: string }) => name === "dejima");
  const [, table = ""] = plain.replaceAll("\r\n", "\n").split(`[${key}.dejima]\n`).slice(-2);
  return Object.fromEntries(
    table
      .trimEnd()
      .split("\n")
      .map((line) => [line.split(" = ")[0], JSON.parse(line.slice(line.indexOf("=") + 1))]),
  );
}
