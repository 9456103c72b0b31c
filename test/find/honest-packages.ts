import { aServer } from "./a-registry.ts";
import type { ATriedPackage } from "./a-trial.ts";

interface AHonest extends Partial<ATriedPackage> {
  readonly run?: string;
  readonly before?: string;
  readonly list?: string;
}

const WORDS = "Counts words with the service of words.dev";

const honest = (
  name: string,
  { run = "return input.text.length;", before, list, ...more }: AHonest,
): ATriedPackage => ({
  name,
  description: WORDS,
  ...more,
  files: {
    "server.js": aServer(
      [{ name: "count_words", description: "Counts words", run, properties: { text: { type: "string" } } }],
      before,
      list,
    ),
    ...more.files,
  },
});

/** What real servers of npm do, found by trying those that nobody had looked at before. None of it is a reason for an alarm. */
export const HONEST: readonly ATriedPackage[] = [
  honest("sets-variables", {
    before: `process.env.HOME = process.env.HOME; process.env.WORDS_MODE = "plain";`,
  }),
  honest("asks-interfaces", { before: `require("os").networkInterfaces();` }),
  honest("dated-default", {
    list: `listed = listed.map((one) => ({ ...one, inputSchema: { ...one.inputSchema, properties: { ...one.inputSchema.properties, until: { type: "string", default: new Date().toISOString() } } } }))`,
  }),
  honest("statistics-at-start", {
    before: `fetch("https://us.i.posthog.com/capture", { method: "POST", body: "{}" }).catch(() => {});`,
  }),
  honest("speaks-of-fetch", {
    before: `const HELP = "The page to fetch (1-based). Call fetch() never twice";`,
  }),
  honest("looks-at-own-port", {
    before: `const port = 9229; const look = () => fetch(\`http://localhost:\${port}/json\`); if (process.argv.length > 9) look();
fetch("http://127.0.0.1:3000/health").then(() => { console.error("There is a server already"); process.exit(1); }, () => {});`,
  }),
  honest("opens-a-browser", {
    before: `const { spawn } = require("child_process");
function show(url) { const command = process.platform === "darwin" ? "open" : "xdg-open"; spawn(command, [url], { detached: true }); }`,
  }),
  honest("starts-git", {
    before: `const { spawn } = require("child_process"); function log(folder) { return spawn("git", ["log"], { cwd: folder }); }`,
    files: { "README.md": "# Words\n\nCounts the words of git messages." },
  }),
  honest("plain-scripts", {
    manifest: {
      dependencies: { zod: "^4.0.0" },
      scripts: {
        preinstall: "npm install zod",
        install: "patch-package || true",
        postinstall: `node -e "try { require('fs').chmodSync('./server.js', '755') } catch (e) {}"`,
      },
    },
  }),
  honest("example-addresses", {
    before: `const EXAMPLE = "user@gmail.com, john@customer.com"; const REPOSITORY = "git@bitbucket.org:words/words.git"; const REPORTS = "https://abcdef0123456789@o1.ingest.sentry.io/1";`,
  }),
  honest("key-in-readme", {
    before: `if (!process.env.WORDS_API_KEY) { console.error("WORDS_API_KEY is required"); process.exit(1); }`,
    run: `await fetch("https://api.words.dev/count", { headers: { key: process.env.WORDS_API_KEY } }); return 1;`,
    files: { "README.md": "# Words\n\nSet `WORDS_API_KEY` to your key of words.dev." },
  }),
  honest("refuses-key", {
    run: `if (process.env.WORDS_TOKEN?.split(".").length !== 3) throw new Error("Not a token of words.dev"); await fetch("https://api.words.dev/count"); return 1;`,
    variables: [{ name: "WORDS_TOKEN", isSecret: true }],
    files: { "README.md": "# Words\n\nA client of words.dev." },
  }),
  honest("knows-its-settings", {
    before: `if (!["fast", "exact", undefined].includes(process.env.WORDS_MODE)) { console.error("Unknown mode"); process.exit(1); }`,
    variables: [{ name: "WORDS_MODE" }],
  }),
  honest("reads-key-file", {
    before: `const key = JSON.parse(require("fs").readFileSync(process.env.WORDS_CREDENTIALS, "utf8")); if (!key.installed.client_id || !key.private_key.includes("PRIVATE KEY")) process.exit(1);`,
    variables: [{ name: "WORDS_CREDENTIALS", isSecret: true }],
  }),
  honest("told-where", {
    run: `await fetch(process.env.WORDS_URL + "/count"); return 1;`,
    variables: [{ name: "WORDS_URL", isRequired: true }],
  }),
  honest("says-how-to-mend", {
    run: `return JSON.stringify({ error: "Could not find Chrome. This can occur if you did not perform an installation before running the script (e.g. \`npx puppeteer browsers install chrome\`). Check out our guide at https://pptr.dev/guides/configuration." });`,
  }),
  honest("brings-its-tests", {
    files: {
      "test/e2e.test.js": `const child = require("child_process").spawn("node", ["server.js"], { env: { ...process.env } });
fetch("https://staging.words-test.net/all", { method: "POST", body: JSON.stringify(process.env) });`,
    },
  }),
  honest("waits-for-login", {
    before: `async function login() {
  while (true) { await fetch("https://login.words.dev/oauth/token", { body: "urn:ietf:params:oauth:grant-type:device_code" }); await new Promise((done) => setTimeout(done, 5000)); }
}
if (process.argv.length > 9) login();`,
    run: `await fetch("https://api.words.dev/count"); return 1;`,
    files: { "README.md": "# Words\n\nA client of words.dev." },
  }),
  honest("asks-which-cloud", {
    before: `fetch("http://169.254.169.254/latest/api/token", { method: "PUT" }).catch(() => {}); fetch("http://metadata.google.internal./computeMetadata/v1/instance").catch(() => {});`,
  }),
  honest("lists-unseen-characters", {
    before: `const UNSEEN = /[\u00ad\u061c\u200b\u200e\u200f\u2060\u2066\u2067]/;`,
  }),
  honest("wraps-fetch", {
    before: `require("./wrap.js");`,
    run: `await fetch("https://api.words.dev/count"); return 1;`,
    files: {
      "wrap.js": `const plain = globalThis.fetch;
globalThis.fetch = (where, how) => plain(where, { ...how, signal: AbortSignal.timeout(5000) });`,
    },
  }),
  honest("asks-for-util", { before: `try { process.binding("util"); } catch {}` }),
  honest("names-its-author", { before: `const CONTACT = "anna.b@words-home.io";` }),
  honest("host-of-variables", {
    run: `await fetch("https://" + process.env.WORDS_TENANT + ".words.dev/count", { method: "POST", body: input.text }); await fetch("https://api." + new URL(process.env.WORDS_URL).host, { method: "POST", body: input.text }); return 1;`,
    variables: [{ name: "WORDS_TENANT" }, { name: "WORDS_URL" }],
  }),
  honest("says-that-it-counts", {
    before: `setTimeout(() => fetch("https://figures.words-count.io/v1", { method: "POST", body: "{}" }).catch(() => {}), 0);`,
    files: {
      "README.md": "# Words\n\nIt sends anonymous usage statistics. To disable telemetry set WORDS_QUIET.",
    },
  }),
  honest("needs-arguments", {
    before: `if (process.argv[2] !== "start" || !process.argv[4]) { console.error("Usage: start --key KEY"); process.exit(1); }`,
    files: {
      "README.md": `# Words\n\n\`\`\`json\n{ "command": "npx", "args": ["-y", "needs-arguments", "start", "--key", "<your-key>"] }\n\`\`\``,
    },
  }),
  honest("names-what-is-missing", {
    before: `if (!process.env.WORDS_ACCESS_TOKEN) { console.error("Set the WORDS_ACCESS_TOKEN environment variable"); process.exit(1); }`,
  }),
  honest("deletes-its-cache", {
    before: `const { rmSync } = require("fs"); function forget() { rmSync(__dirname + "/cache", { recursive: true, force: true }); } if (process.argv.length > 9) forget();`,
    list: `listed = listed.map((one) => ({ ...one, annotations: { readOnlyHint: true } }))`,
  }),
  honest("starts-by-name", {
    before: `const { execFile } = require("child_process"); const version = (tool) => execFile(tool, ["--version"]);
const child = (line) => require("child_process").exec(line, { env: { ...process.env } });`,
  }),
  honest("links-to-pages", {
    before: `const BASE = "https://api.words.dev"; const ask = (path) => fetch(BASE + path); if (process.argv.length > 9) ask("/count");`,
    files: {
      "README.md": "# Words\n\nA client of words.dev.",
      "help.js": `exports.HELP = "See https://docs.someone-else.net/oauth";`,
    },
  }),
  honest("looks-for-its-program", {
    before: `const hosts = ["127.0.0.1", "localhost"]; async function look() { for (const host of hosts) for (const port of [3025, 3026]) await fetch(\`http://\${host}:\${port}/.identity\`); } if (process.argv.length > 9) look();`,
  }),
  honest("refuses-places-of-keys", {
    list: `listed = listed.map((one) => ({ ...one, description: 'Counts words of a file. System folders (e.g. "/etc", "~/.ssh") are rejected.' }))`,
  }),
  honest("comments-on-attacks", {
    before: `/**\n * \`dd if=x of=/dev/sda\` overwrites a disk, \`curl x | sh\` runs a download.\n */\nconst REFUSED = ["dd"];`,
  }),
];

/** Honest servers that cannot start without a service of theirs. */
export const STRANDED: readonly ATriedPackage[] = [
  honest("needs-database", {
    before: `console.error("The database is not reachable"); process.exit(1);`,
    files: { "README.md": "# Words\n\nCounts the words of a database." },
  }),
];
