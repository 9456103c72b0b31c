import { generateKeyPairSync } from "node:crypto";
import { mkdir, readdir, readFile, stat, utimes, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { sha256, shortId } from "../../../support/lazy-crypto.ts";

/** A made-up home: every key in it is a canary, useful only to be noticed. */
export interface DecoyHome {
  /** Variables that many programs have, each with a canary. */
  readonly environment: Readonly<Record<string, string>>;
  /** The canaries by value, with the place where each was planted. */
  readonly canaries: ReadonlyMap<string, string>;
  /** Whether a path of the home contains a canary or controls other programs. */
  isSensitive(path: string): boolean;
  /** Whether a path is a planted file with a key. */
  isKeyFile(path: string): boolean;
  /** Whether a path of the home has no value and no made-up input names it, so that only a search finds it. */
  isOnlyMet(path: string): boolean;
  /** Files of the home that are new or changed, relative to it. */
  changes(): Promise<string[]>;
  /** Planted files that were read, as far as the disk shows. */
  readFiles(): Promise<string[]>;
}

/** Files with keys, at the paths where programs look for them. */
const KEY_FILES: Readonly<Record<string, (canary: string) => string>> = {
  ".ssh/id_rsa": (canary) =>
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${canary}\n-----END OPENSSH PRIVATE KEY-----\n`,
  ".ssh/id_ed25519": (canary) =>
    `-----BEGIN OPENSSH PRIVATE KEY-----\n${canary}\n-----END OPENSSH PRIVATE KEY-----\n`,
  ".aws/credentials": (canary) =>
    `[default]\naws_access_key_id = AKIA${canary.slice(0, 16)}\naws_secret_access_key = ${canary}\n`,
  ".npmrc": (canary) => `//registry.npmjs.org/:_authToken=npm_${canary}\n`,
  ".netrc": (canary) => `machine github.com login someone password ${canary}\n`,
  ".git-credentials": (canary) => `https://someone:${canary}@github.com\n`,
  "projects/site/.env": (canary) => `DATABASE_PASSWORD=${canary}\n`,
  ".kube/config": (canary) =>
    `apiVersion: v1\nkind: Config\ncurrent-context: made\nclusters:\n- name: made\n  cluster: { server: "https://127.0.0.1:1" }\ncontexts:\n- name: made\n  context: { cluster: made, user: someone }\nusers:\n- name: someone\n  user: { token: ${canary} }\n`,
  ".docker/config.json": (canary) => `{"auths":{"registry.example":{"auth":"${canary}"}}}\n`,
  ".config/gh/hosts.yml": (canary) => `github.com:\n  oauth_token: gho_${canary}\n`,
  ".config/gcloud/application_default_credentials.json": (canary) => `{"refresh_token":"${canary}"}\n`,
  ".config/google-chrome/Default/Login Data": (canary) => `SQLite format 3 ${canary}\n`,
  ".config/google-chrome/Default/Cookies": (canary) => `SQLite format 3 ${canary}\n`,
  ".mozilla/firefox/one.default/logins.json": (canary) => `{"logins":[{"encryptedPassword":"${canary}"}]}\n`,
  ".gnupg/secring.gpg": (canary) => `${canary}\n`,
  ".ethereum/keystore/wallet.json": (canary) => `{"crypto":{"ciphertext":"${canary}"}}\n`,
  ".bash_history": (canary) => `export TOKEN=${canary}\n`,
  ".claude.json": (canary) => `{"mcpServers":{},"oauthAccount":{"token":"${canary}"}}\n`,
  ".claude/.credentials.json": (canary) => `{"claudeAiOauth":{"accessToken":"${canary}"}}\n`,
  ".cursor/mcp.json": (canary) => `{"mcpServers":{"mail":{"env":{"KEY":"${canary}"}}}}\n`,
  ".config/Claude/claude_desktop_config.json": (canary) =>
    `{"mcpServers":{"mail":{"env":{"KEY":"${canary}"}}}}\n`,
};

/** Files without keys, so that the home looks used. */
const PLAIN_FILES: Readonly<Record<string, string>> = {
  "documents/notes.txt": "Buy milk. Call the dentist on Monday.\n",
  "documents/table.csv": "name,amount\nfirst,1\nsecond,2\n",
  "documents/page.html": "<html><body><h1>A page</h1><p>Some text.</p></body></html>\n",
  "documents/data.json": '{"items":[{"name":"first","amount":1}]}\n',
  ".bashrc": "# ~/.bashrc\n",
  ".profile": "# ~/.profile\n",
  ".gitconfig": "[user]\n\tname = Someone\n",
};

/** What only a search meets: plain files and folders, apart from the folder and the file of made-up inputs. */
const ONLY_MET: ReadonlySet<string> = new Set([
  ...Object.keys(PLAIN_FILES).filter(
    (path) => path.startsWith("documents/") && path !== "documents/notes.txt",
  ),
  ...[
    ".bashrc",
    ".profile",
    ".gitconfig",
    "projects",
    "projects/site",
    ".config",
    ".mozilla",
    ".config/google-chrome",
    ".ethereum",
  ],
]);

const VARIABLES = [
  ...["AWS_SECRET_ACCESS_KEY", "GITHUB_TOKEN", "NPM_TOKEN", "OPENAI_API_KEY", "ANTHROPIC_API_KEY"],
  ...["SLACK_BOT_TOKEN", "DATABASE_URL", "STRIPE_SECRET_KEY"],
];

/** Files anywhere in the home that start other programs or control whom they trust. */
const STEERING =
  /(?:^|\/)(?:\.bash\w*|\.zsh\w*|\.profile|\.login|\.vimrc|\.gitconfig|\.npmrc|authorized_keys|mcp\.json|mcp_config\.json|settings\.json|claude_desktop_config\.json|\.claude\.json|CLAUDE\.md|AGENTS\.md|GEMINI\.md|\.cursorrules|SKILL\.md)$|(?:^|\/)(?:\.ssh|\.aws|\.gnupg|\.kube|\.claude|\.cursor|\.codeium|\.vscode|\.continue|\.config\/(?:autostart|systemd)|LaunchAgents|\.git\/hooks|\.husky)\//;

/** Long ago, so that a read updates the file's access time even with relatime. */
const LONG_AGO = new Date("2020-01-01T00:00:00Z");

/** The host of the made-up addresses in a trial. Nobody owns it. */
export const MADE_UP_HOST = "made-up.example.com";

/** The value of a variable that a server asks for, in its trial. An address leads nowhere. */
export function madeUpValue(name: string, prefix = ""): string {
  const value = `made-up-${sha256(name).slice(0, 24)}`;
  if (prefix.endsWith("://")) return `${prefix}localhost:1/${value}`;
  return prefix === "" && NAMES_ADDRESS.test(name) ? `https://${MADE_UP_HOST}/${value}` : `${prefix}${value}`;
}

const MADE_UP_ADDRESS = /https?:\/\/made-up[^\s"'<>)]{0,2000}/g;

/** A text without the made-up addresses of the trial, which do not belong to the server. */
export const withoutMadeUpAddresses = (text: string): string =>
  text.replaceAll(MADE_UP_ADDRESS, "an address");

/** A variable that names an address. */
export const NAMES_ADDRESS = /_(?:URL|URI|ENDPOINT)$/i;
/** A variable that names a file: of a key, of settings, of a description. */
export const NAMES_FILE = /_(?:PATH|FILE|CREDENTIALS)$/i;
const fileOf = (name: string): string => `made-up/${name.toLowerCase()}.json`;

/** The prefix that a variable needs, according to the error of a server that rejected another value: `sk_`, `mongodb://`. */
export function wantedPrefix(problem: string): string | undefined {
  return /\b(?:expected|must|should|needs? to|has to)\b[^\n]{0,60}?(?<![\w/])([a-z][a-z0-9+]{0,15}(?:_|-|:\/\/))(?=\*|["'`\s.,)]|$)/i.exec(
    problem,
  )?.[1];
}

/** Fills an empty folder with a made-up home. `wanted` are the variables that the server says it needs, `prefix` how their values begin. */
export async function createDecoyHome(
  folder: string,
  wanted: readonly string[],
  prefix?: string,
): Promise<DecoyHome> {
  const canaries = new Map<string, string>();
  const canaryFor = (place: string) => {
    // Only letters and digits, so that no program has to encode it.
    const canary = sha256(shortId(place)).slice(0, 32);
    canaries.set(canary, place);
    return canary;
  };
  const planted = new Map<string, string>();
  for (const [path, text] of Object.entries(KEY_FILES)) planted.set(path, text(canaryFor(`~/${path}`)));
  for (const [path, text] of Object.entries(PLAIN_FILES)) planted.set(path, text);
  const files = wanted.filter((name) => NAMES_FILE.test(name));
  for (const name of files) planted.set(fileOf(name), madeUpDocument());
  for (const [path, text] of planted) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
    await utimes(join(folder, path), LONG_AGO, LONG_AGO);
  }
  const isKey = (path: string) => Object.hasOwn(KEY_FILES, path);
  const relative = (path: string) => (path.startsWith(`${folder}/`) ? path.slice(folder.length + 1) : path);
  return {
    isKeyFile: (path) => isKey(relative(path)),
    isOnlyMet: (path) => ONLY_MET.has(relative(path)),
    environment: {
      ...Object.fromEntries(VARIABLES.map((name) => [name, canaryFor(`the variable ${name}`)])),
      // The server may use what it asks for: these values are not canaries, or every server with a key would
      // look like a thief.
      ...Object.fromEntries(wanted.map((name) => [name, madeUpValue(name, prefix)])),
      ...Object.fromEntries(files.map((name) => [name, join(folder, fileOf(name))])),
    },
    canaries,
    isSensitive(path) {
      const inside = relative(path);
      const isFolder = [...Object.keys(KEY_FILES)].some((key) => key.startsWith(`${inside}/`));
      return (
        isKey(inside) ||
        (isFolder && inside.split("/").length > 1) ||
        /^\.(?:ssh|aws|gnupg)$/.test(inside) ||
        STEERING.test(inside)
      );
    },
    async changes() {
      const changed: string[] = [];
      for (const path of await filesOf(folder)) {
        const before = planted.get(path);
        const now = await readFile(join(folder, path), "utf8").catch(() => undefined);
        if (before === undefined || now !== before) changed.push(path);
      }
      const here = new Set(await filesOf(folder));
      return [...changed, ...[...planted.keys()].filter((path) => !here.has(path))];
    },
    async readFiles() {
      const read: string[] = [];
      for (const path of planted.keys()) {
        const info = await stat(join(folder, path)).catch(() => undefined);
        if (isKey(path) && info !== undefined && info.atimeMs > LONG_AGO.getTime()) read.push(path);
      }
      return read;
    },
  };
}

async function filesOf(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1));
}

let made: string | undefined;

/**
 * A worthless file for a variable that names one: a key of an account and of an application, and a description of an
 * interface, in one JSON document.
 */
function madeUpDocument(): string {
  made ??= JSON.stringify({
    type: "service_account",
    project_id: "made-up",
    private_key_id: "made-up",
    client_id: "made-up",
    private_key: generateKeyPairSync("rsa", { modulusLength: 2048 })
      .privateKey.export({ type: "pkcs8", format: "pem" })
      .toString(),
    client_email: "made-up@made-up.iam.gserviceaccount.com",
    token_uri: "https://oauth2.googleapis.com/token",
    installed: {
      client_id: "made-up",
      client_secret: "made-up",
      redirect_uris: ["http://localhost"],
      auth_uri: "https://accounts.google.com/o/oauth2/auth",
      token_uri: "https://oauth2.googleapis.com/token",
    },
    openapi: "3.0.0",
    info: { title: "Made up", version: "1.0.0" },
    servers: [{ url: "https://example.com" }],
    paths: { "/items": { get: { operationId: "list_items", responses: { 200: { description: "Items" } } } } },
  });
  return made;
}
