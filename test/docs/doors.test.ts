import { existsSync, globSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { MESSENGER_NAMES, MESSENGERS } from "../../src/config/schema/messengers.ts";

const root = new URL("../../", import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), "utf8");

test("docs/doors.md says of every messenger what it shows when a call needs approval", () => {
  const text = read("docs/doors.md");
  const rows = text
    .slice(text.indexOf("## What each client shows"))
    .split("\n")
    .filter((line) => line.startsWith("|"));
  for (const name of MESSENGER_NAMES) {
    const title = MESSENGERS[name].title.split(" / ")[0] ?? "";
    expect(
      rows.filter((row) => row.split("|")[1]?.includes(title)),
      title,
    ).toHaveLength(1);
  }
});

test("docs/channels.md has the settings of every messenger, and of no other", () => {
  const sections = [...read("docs/channels.md").matchAll(/^channels:\n {2}(\w+):$/gm)].map(
    ([, name]) => name,
  );
  expect(sections).toEqual(MESSENGER_NAMES);
});

/** Texts that name some messengers as examples, and files that a command writes. */
const EXAMPLES = /^(?:README|CHANGELOG|docs\/(?:console|decisions\/.*))\.md$/;
const WRITTEN_BY_COMMANDS = ["console/core/api-types.ts", "docs/dejima.schema.json"];

test("adding a messenger touches four files outside of its own folder and its own tests", () => {
  const files = [
    "src",
    "console",
    "docs",
    "scripts",
    "packages",
    "README.md",
    "CONTRIBUTING.md",
    "test/surface",
    "test/conformance",
    "test/docs",
  ]
    .flatMap((place) => filesIn(place))
    .filter(
      (file) => !EXAMPLES.test(file) && !WRITTEN_BY_COMMANDS.includes(file) && !file.endsWith(".test.ts"),
    );
  for (const name of ["dingtalk", "wecom"]) {
    const own = `src/doors/messengers/${name}/`;
    const named = files.filter((file) => !file.startsWith(own) && read(file).toLowerCase().includes(name));
    expect([name, ...named.toSorted()]).toEqual([
      name,
      "docs/channels.md",
      "docs/doors.md",
      "src/config/schema/messengers.ts",
      "src/doors/messengers/open-messengers.ts",
    ]);
  }
});

test("every row of the table is checked by tests that docs/doors.md names, and that are there", () => {
  const text = read("docs/doors.md");
  const table = text.slice(text.indexOf("## What each client shows"), text.indexOf("## How it is checked"));
  const clients = [...table.matchAll(/^\| (?!client |-)(.+?) \|/gm)].map(([, client]) => client ?? "");
  const lines = text.slice(text.indexOf("## How it is checked")).split(/\n- /).slice(1);
  const checked = new Map(lines.map((line) => [/^\*\*(.+?)\*\*:/.exec(line)?.[1] ?? line, line]));
  expect(clients.length).toBeGreaterThan(9);
  expect([...checked.keys()]).toEqual(clients);
  for (const [client, line] of checked) {
    const named = [...line.matchAll(/`(test\/[\w./-]+)` "([^"]+)"/g)];
    expect(named.length, client).toBeGreaterThan(0);
    for (const [, path = "", title = ""] of named)
      expect([client, path, title, titlesIn(path).includes(title)]).toEqual([client, path, title, true]);
  }
  expect(titlesIn("test/http/openai.test.ts")).not.toContain("world.runtime.store");
});

/** The texts of a folder, or a file. */
function filesIn(place: string): string[] {
  return globSync([place, `${place}/**/*.{ts,tsx,mjs,js,json,md,yaml,css,html}`], {
    cwd: fileURLToPath(root),
    exclude: (path) => path.includes("node_modules"),
  }).filter((path) => /\.\w+$/.test(path));
}

/** The names of the tests of a file, as they are written there. */
function titlesIn(path: string): string {
  if (!existsSync(new URL(path, root))) return "";
  return [...read(path).matchAll(/\btest\b[^"`]*?(?:\([\s\S]{0,200}?)?\(\s*(["`])(.+?)\1,/g)]
    .map(([, , title]) => title)
    .join("\n");
}
