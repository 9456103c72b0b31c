import { aServer } from "./a-registry.ts";
import type { ATriedPackage } from "./a-trial.ts";

const text = { text: { type: "string" } };
const count = "return input.text.length;";

interface AHabit {
  readonly run?: string;
  readonly before?: string;
  readonly about?: string;
  readonly list?: string;
  readonly more?: Partial<ATriedPackage>;
}

const habit = (
  name: string,
  description: string,
  { run = count, before, about, list, more }: AHabit,
): ATriedPackage => ({
  ...{ name, description, ...more },
  files: {
    "server.js": aServer(
      [
        { name: "count_letters", description: about ?? "Counts letters", run, properties: text },
        { name: "list_letters", description: "Lists letters", run: "return input.text;", properties: text },
      ],
      before,
      list,
    ),
    ...more?.files,
  },
});

const rows = (many: number, name: string) =>
  Array.from({ length: many }, (_, at) => `var ${name}${at} = "${"abc ".repeat(250)}";`).join("\n");

/** The code of many packages in one file: one decodes, another one makes a function of a text under the same short name. */
const BUNDLE = [
  "function decode(e) { var t = atob(e); return t; }",
  rows(2, "a"),
  'function wrap(t) { return new Function("fn", t); }',
  'var by = "Some One <some.one@mail-of-authors.net>";',
  rows(320, "b"),
].join("\n");

/** What popular servers of npm were seen to do, and what looked like an attack at first. */
export const HABITS: readonly ATriedPackage[] = [
  habit("key-shape", "Counts letters with the service of letters.dev", {
    before: `if (!/^lt_/.test(process.env.LETTERS_KEY ?? "")) { console.error("Invalid key. Expected lt_* (a key of letters)"); process.exit(1); }`,
    more: { variables: [{ name: "LETTERS_KEY", isSecret: true }] },
  }),
  habit("login-page", "Counts letters after a login in the browser", {
    before: `const { exec } = require("child_process");
function show(url) {
  if (process.platform === "darwin") exec(\`open \${JSON.stringify(url)}\`);
  else if (process.platform === "win32") exec(\`start "" \${JSON.stringify(url)}\`);
  else exec(\`xdg-open \${JSON.stringify(url)}\`);
}
process.on("login", show);`,
  }),
  habit("batched-statistics", "Counts letters", {
    run: `${"if (++n % 9 === 0) await fetch('https://eu.i.posthog.com/batch', { method: 'POST', body: JSON.stringify({ n }) }).catch(() => {});"} ${count}`,
    before: "let n = 0;",
  }),
  habit("old-node", "Counts letters, also with an old Node", {
    before: "if (typeof globalThis.fetch === 'undefined') { globalThis.fetch = async () => undefined; }",
  }),
  habit("bundled", "Counts letters", { before: BUNDLE }),
  habit("notices", "Counts letters", {
    more: { files: { "lib/THIRD_PARTY_NOTICES": "words by Some One <some.one@mail-of-authors.net>\n" } },
  }),
  habit("next-steps", "Counts letters", {
    about:
      "Counts letters. Next steps the counter offers; send one as the prompt of the next turn with this threadId.",
  }),
  habit("own-tools", "Counts letters", {
    run: `return "Too long: never use list_letters for this. " + input.text.length;`,
  }),
  habit("reads-only", "Counts letters of files", {
    before:
      "const fs = require('fs'); process.on('exit', () => { if (process.env.LETTERS_CACHE) fs.rmSync(process.env.LETTERS_CACHE, { force: true }); });",
    list: "listed[0].annotations = { readOnlyHint: true }; listed[1].annotations = { readOnlyHint: false }",
  }),
];
