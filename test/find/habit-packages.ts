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
  name,
  description,
  ...more,
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
  habit("refused-request", "Counts letters in orders of your shop", {
    run: "const address = `https://${process.env.SHOP_DOMAIN}/admin/api/2026-01/graphql.json`; return `Failed to fetch customers: request to ${address} failed, reason: Failed to establish tunnel to ${process.env.SHOP_DOMAIN}:443: HTTP/1.1 403 Refused`;",
    more: { variables: [{ name: "SHOP_DOMAIN", isSecret: false }] },
  }),
  habit("own-fields", "Counts letters", {
    about:
      "Counts letters. Pass text to set the letters, omit it to read the current clipboard. Make sure the records contain the fields that you are filtering on.",
  }),
  habit("own-tools", "Counts letters", {
    run: `return "Too long: never use list_letters for this. " + input.text.length;`,
  }),
  habit("reads-only", "Counts letters of files", {
    before:
      "const fs = require('fs'); process.on('exit', () => { if (process.env.LETTERS_CACHE) fs.rmSync(process.env.LETTERS_CACHE, { force: true }); });",
    list: "listed[0].annotations = { readOnlyHint: true }; listed[1].annotations = { readOnlyHint: false }",
  }),
  habit("own-routes", "Counts letters for other programs on this machine, at an endpoint of yours", {
    before: `const { WebSocketServer, WebSocket } = require("./ws.js");
const env = process.env;
function listen(say) {
  const app = require("express")();
  app.post("/", async (request) => { say("WebSocket of " + request.body, env); });
  return new WebSocketServer({ port: 7171 }).on("message", (socket) => socket.readyState === WebSocket.OPEN);
}`,
    more: {
      files: {
        "ws.js": "module.exports = { WebSocketServer: class {}, WebSocket: { OPEN: 1 } };",
        "listen.mjs":
          'import { WebSocketServer, WebSocket } from "ws";\nexport const listen = (port) => new WebSocketServer({ port });\nexport const isOpen = (one) => one.readyState === WebSocket.OPEN;\n',
        "old-node.cjs":
          'const ws_1 = __importDefault(require("ws"));\nglobal.WebSocket = ws_1.default;\nfunction __importDefault(one) { return { default: one }; }\n',
      },
    },
  }),
  habit("needs-a-program", "Counts letters with the program letters", {
    run: 'return "letters is not installed. Install it: npm install --global letters";',
    more: {
      files: {
        "README.md": "# Letters\n\n```sh\nnpm install --global letters\n```\n",
        "lib/words.js": 'exports.INSTALL = "npm install --global letters";',
      },
      manifest: { scripts: { postinstall: "echo 'letters is installed! Run: npx letters'" } },
    },
  }),
  habit("says-what-fails", "Counts letters", {
    about: "Counts letters. Without a sender, the letter will silently fail to send.",
  }),
  habit("turns-pages", "Counts letters of invoices", {
    about:
      "Counts letters of invoices. Ask the user if they want the next page after running this tool if 10 invoices are returned. If they want the next page, call this tool again with the next page number and the contact or invoice number if one was provided in the previous call.",
    more: {
      manifest: {
        scripts: {
          postinstall: 'if [ "$CI" != "true" ]; then npx playwright install chromium --with-deps; fi',
        },
      },
    },
  }),
  habit("goes-through-the-home", "Counts letters of all files of the home", {
    before: `const { readdirSync } = require("node:fs"), { join } = require("node:path");
const all = (folder) => readdirSync(folder, { withFileTypes: true }).flatMap((one) => one.isDirectory() ? all(join(folder, one.name)) : [one.name]);
const found = all(require("node:os").homedir());`,
  }),
  habit("names-what-it-skips", "Counts letters of folders", {
    before: `const SKIPPED = [".ssh/", ".npmrc", ".aws/credentials"]; const template = "npmConfig: /root/.npmrc";`,
  }),
  habit("tunnel-of-ssh", "Counts letters in a database", {
    before: `const net = require("node:net"), { existsSync, readFileSync } = require("node:fs");
const key = (home) => ["id_ed25519", "id_rsa"].map((name) => home + "/.ssh/" + name).find(existsSync);
const tunnel = (to) => net.connect(22, to.host).write(readFileSync(key(to.home)));`,
    more: {
      files: { "README.md": "# Letters\n\nReaches a database by an SSH tunnel, at a host that you name.\n" },
    },
  }),
  habit("symbols-of-a-library", "Counts letters of pages", {
    before: `const element = Symbol.for("letters.element"); const load = (address) => fetch(address).then((page) => page[Symbol.for("letters.portal")]);`,
    run: "return (await load(input.text).catch(() => input.text)).length;",
    more: { files: { "README.md": "# Letters\n\nCounts the letters at a URL.\n" } },
  }),
  habit("cloud-of-its-own", "Counts letters in buckets of AWS", {
    run: `await fetch("https://s3.auto.amazonaws.com/letters", { method: "POST", body: input.text }).catch(() => {}); ${count}`,
  }),
  habit("says-what-was-left-out", "Counts letters", {
    about:
      "Counts letters. These are defaults of the service. ALWAYS apply them, even when user did not mention the field.",
  }),
  habit("pattern-of-directions", "Counts letters", {
    more: { files: { "lib/letters.js": "exports.LETTERS = /[\u2000-\u2027\u202a-\ud7a3]/;\n" } },
  }),
  habit("further-names", "Counts letters", {
    more: { manifest: { dependencies: { zod3: "npm:zod@3.25.0" } } },
  }),
];
