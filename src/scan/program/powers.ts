import { addressesIn, hostOf } from "../address.ts";
import { lineOf, type ScannedText } from "../signal.ts";
import { HIDDEN_IN_PYTHON, hiddenModules } from "./hidden-modules.ts";
import { FOREIGN_PORT, isOnThisMachine, isPlain, onlyListens } from "./plain-power.ts";
import { literalsIn } from "./script-places.ts";

/** A capability of code, and where. The code may never use it. */
export interface Power {
  /**
   * To reach hosts, to start programs, to run texts as code, to write where things start by themselves, to load compiled code, to
   * take the place of what other code calls, to delete files, to lock files, or to use modules whose names it decodes.
   */
  readonly kind:
    | ("network" | "program" | "code" | "persistence" | "native")
    | ("hook" | "deletion" | "lock" | "hidden");
  readonly file: string;
  readonly line: number;
  readonly excerpt: string;
  /** Hosts that are named close to it. */
  readonly hosts: readonly string[];
  /** Programs of developers that are named close to it. */
  readonly programs: readonly string[];
  /** Whether the code hides nothing about it: the name of a program or a host, or where a hook leads. */
  readonly isPlain: boolean;
  /** Whether the file is so large that it contains the code of many packages. */
  readonly isBundled: boolean;
}

const MOST_POWERS = 60;
/** A larger file contains the code of many packages. */
export const BUNDLE_BYTES = 300 * 1024;
/** A file of this size with longer lines, on average, was not written by a person. */
export const [MINIFIED_BYTES, MINIFIED_LINE] = [60 * 1024, 200] as const;
const EXCERPT = 100;
/** Maximum distance between a call and its address. */
const BESIDE = 240;

/** Modules that reach hosts or start programs, with their functions. */
const MODULES: readonly (readonly [Power["kind"], RegExp, string])[] = [
  ["network", /^https?$/, "request|get"],
  ["network", /^(?:net|tls|http2)$/, "connect|createConnection|Socket"],
  ["network", /^dgram$/, "createSocket"],
  ["network", /^dns(?:\/promises)?$/, "lookup\\w{0,10}|resolve\\w{0,10}|Resolver"],
  ["program", /^child_process$/, "exec|execFile|spawn|fork|execSync|execFileSync|spawnSync"],
  ["deletion", /^fs(?:\/promises)?$/, "(?:promises\\.)?(?:rm|rmdir|unlink|truncate)(?:Sync)?"],
  ["code", /^vm$/, "runIn\\w{3,20}Context|compileFunction|Script|SourceTextModule"],
];

const IMPORTED =
  /(?:(?:const|let|var)\s{1,9}(\{(?:[^{}]|\{[^{}]{1,200}\}){1,300}\}|[\w$]{1,60})\s{0,9}=\s{0,9}(?:await\s{1,9}import|require)\s{0,9}\(\s{0,9}|import\s{1,9}(?:\*\s{0,9}as\s{1,9})?([\w$]{1,60}|\{[^{}]{1,300}\})\s{0,9}from\s{0,9})["'`](?:node:)?([\w/]{2,20})["'`]/g;
const INLINE =
  /(?:require|import|getBuiltinModule)\s{0,9}\(\s{0,9}["'`](?:node:)?([\w/]{2,20})["'`]\s{0,9}\)\s{0,9}\)?\s{0,9}\.\s{0,9}([\w$]{2,40})\s{0,9}\(/g;

/** Replaces a function that every request, every module load or other code goes through. */
const HOOK =
  /\b(?:globalThis|global)\.(?:fetch|XMLHttpRequest|WebSocket)\s{0,9}=(?!=)|(?<![\w$.])(?:https?|http2|net|tls)(?:\.default)?\.(?:request|get|connect)\s{0,9}=(?!=)|\b(?:Socket|ClientRequest|OutgoingMessage|Request|Headers|Promise|Array|String|Map)\.prototype\.\w{2,30}\s{0,9}=(?!=)|(?<![\w$.])JSON\.(?:parse|stringify)\s{0,9}=(?!=)|\bModule\._(?:load|compile|resolveFilename)\s{0,9}=(?!=)/g;
/** A check whether the function exists, as before a polyfill of `fetch`. */
const LOOK =
  /(?:typeof\s{1,9}|!\s{0,9})[\w.]{0,30}\b(?:fetch|WebSocket|XMLHttpRequest|prototype)\b|===?\s{0,9}undefined|\|\||\?\?/;
/** The maximum distance between the check and the replacement. */
const NEAR = 100;

/** Functions that need no import, and modules with only this capability. */
const ALONE: readonly (readonly [Power["kind"], RegExp])[] = [
  ["network", /(?<![\w.$])(?:(?:globalThis|global|self)\.)?fetch\s{0,9}\(/g],
  ["network", /\bnew\s{1,9}(?:WebSocket|EventSource|XMLHttpRequest)\b|\bsendBeacon\s{0,9}\(/g],
  [
    "network",
    /(?:from\s{0,9}|require\s{0,9}\(\s{0,9}|import\s{0,9}\(\s{0,9})["'`](?:axios|got|node-fetch|cross-fetch|undici|ws|superagent|needle|ky|request|phin|nodemailer)["'`]/g,
  ],
  ["code", /(?<![\w.$])eval\s{0,9}\(\s{0,9}(?!["'`)])/g],
  ["code", /(?<![\w.$])(?:new\s{1,9})?Function\s{0,9}\(\s{0,9}(?=[^)\s])/g],
  ["code", /\.constructor\s{0,9}\(\s{0,9}["'`]/g],
  ["code", /\bnew\s{1,9}Worker\s{0,9}\([^;]{0,300}\beval\s{0,9}:\s{0,9}(?:true|!0|1)\b/g],
  ["code", /\._compile\s{0,9}\(/g],
  ["code", /\bgetPrototypeOf\s{0,9}\(\s{0,9}(?:async\b|function\b|\()[^;]{0,60}\)\s{0,9}\.constructor\b/g],
  ["code", /\}\s{0,9}\)\s{0,9}\.constructor\s{0,9}\)?\s{0,9}\(/g],
  ["native", /\bprocess\s{0,9}\.\s{0,9}dlopen\s{0,9}\(/g],
  ["hook", HOOK],
  // Writes encrypted content, and deletes the originals.
  [
    "lock",
    /\bcreateCipher(?:iv)?\s{0,9}\([\s\S]{0,300}?\bwriteFile(?:Sync)?\s{0,9}\([\s\S]{0,200}?\b(?:unlink|rm)(?:Sync)?\s{0,9}\(/g,
  ],
  // A Node module with a computed name. Honest code has no reason to hide it.
  ["program", /\bgetBuiltinModule\s{0,9}(?:\?\.)?\s{0,9}\(\s{0,9}(?!["'`][\w:/]{2,30}["'`]\s{0,9}\))/g],
  ["program", /\b(?:require|import)\s{0,9}\(\s{0,9}(?:["']node:["']\s{0,9}\+|`node:\$\{)/g],
];

/** The name of a file that a shell runs as it starts, also without its dot, and a call that writes files. */
const STARTING_FILE = /["'`/]\.?(?:zshrc|bashrc|bash_profile|zprofile|zshenv|bash_login|zlogin)["'`]/g;
const WRITES_FILES =
  /\b(?:append|write)File(?:Sync)?\b|\bcreateWriteStream\b|\bcopyFile(?:Sync)?\b|\brename(?:Sync)?\b/;

const PYTHON: readonly (readonly [Power["kind"], RegExp])[] = [
  [
    "network",
    /^[ \t]{0,40}(?:import|from)[ \t]{1,9}(?:requests|httpx|aiohttp|urllib3|urllib\.request|http\.client|smtplib|ftplib|websockets?|paramiko)\b|\burllib\.request\.|\bcreate_connection\s{0,9}\(|\bsocket\.socket\s{0,9}\(/gm,
  ],
  ["program", /\bsubprocess\.\w{2,20}\s{0,9}\(|\bos\.(?:system|popen|exec\w{1,3}|spawn\w{1,4})\s{0,9}\(/g],
  ["code", /(?<![\w.])(?:eval|exec)\s{0,9}\(\s{0,9}(?!["')])|\bmarshal\.loads\s{0,9}\(/g],
  ["hidden", HIDDEN_IN_PYTHON],
];

const SHELL: readonly (readonly [Power["kind"], RegExp])[] = [
  [
    "network",
    /(?:^|[;&|({]|\bthen|\bdo|\belse)[ \t]{0,9}(?:curl|wget|ncat|nc|scp|sftp|ssh|rsync|ftp)[ \t]/gm,
  ],
];

/** Whether a file contains the code of many packages: it is very large, or large and without lines that a person would write. */
function isBundle(text: string): boolean {
  return (
    text.length > BUNDLE_BYTES ||
    (text.length > MINIFIED_BYTES && text.split("\n").length * MINIFIED_LINE < text.length)
  );
}

/** Finds the capabilities of programs, whether or not they are used. */
export function powersOf(texts: readonly ScannedText[]): Power[] {
  const powers = texts.flatMap((scanned) => {
    const text = spelledOut(withoutLineComments(scanned.text));
    return [...placesOf(scanned.file, text)].map(([kind, at]) => powerAt(kind, at, { ...scanned, text }));
  });
  return powers.slice(0, MOST_POWERS);
}

function* placesOf(file: string, text: string): Iterable<readonly [Power["kind"], number]> {
  const isShell = /\.(?:sh|bash|zsh)$/i.test(file) || /^#![^\n]{0,60}\b(?:ba|z|da)?sh\b/.test(text);
  const isPython = /\.pyw?$/i.test(file) || /^#![^\n]{0,60}\bpython/.test(text);
  const shapes = isShell ? SHELL : isPython ? PYTHON : ALONE;
  let isQuoted: ((index: number) => boolean) | undefined;
  for (const [kind, shape] of shapes)
    for (const { index, 0: found } of text.matchAll(shape)) {
      const context = text.slice(Math.max(0, index - NEAR), index + found.length + NEAR / 2);
      if (kind === "hook" && LOOK.test(context)) continue;
      if (kind === "network" && onlyListens(text, index)) continue;
      if (CALL_ALONE.test(found)) {
        const isOwn = OWN_ADDRESS.test(text.slice(index + found.length, index + found.length + NEAR));
        if (isOwn && !FOREIGN_PORT.test(text)) continue;
        if (isOnThisMachine(text, index + found.length)) continue;
        isQuoted ??= literalsIn(text);
        if (isQuoted(index)) continue;
      }
      yield [kind, index];
    }
  if (isShell || isPython) return;
  yield* hiddenModules(text);
  if (WRITES_FILES.test(text))
    for (const { index } of text.matchAll(STARTING_FILE)) yield ["persistence", index];
  for (const [, name = "", method = "", index] of [...text.matchAll(INLINE)].map(withIndex)) {
    const known = MODULES.find(([, module]) => module.test(String(name)));
    if (known !== undefined && new RegExp(`^(?:${known[2]})$`).test(String(method)))
      yield [known[0], Number(index)];
  }
  for (const match of text.matchAll(IMPORTED)) {
    const known = MODULES.find(([, module]) => module.test(match[3] ?? ""));
    if (known === undefined) continue;
    const [kind, , methods] = known;
    const bound = match[1] ?? match[2] ?? "";
    for (const shape of usesOf(bound, methods)) {
      const use = text.matchAll(shape).find(({ index }) => !opensBrowser(text, index));
      if (use !== undefined) yield [kind, use.index];
    }
  }
}

/** A request that may also occur in prose. Running text as code is a separate capability. */
const CALL_ALONE = /fetch\s{0,9}\($|WebSocket$|EventSource$|XMLHttpRequest$/;
/** The first argument of a request to this machine. */
const OWN_ADDRESS =
  /^\s{0,9}\(?\s{0,9}["'`](?:https?|wss?):\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?::(?:\d{1,5}|\$\{[\w.]{1,40}\}))?[/"'`]/;

/** Opens an address in the user's browser, as for a login. */
const OPENER =
  /^[\w$.]{0,80}\s{0,9}\(\s{0,9}["'`](?:(?:cmd(?:\.exe)? \/c )?start(?: "")?|xdg-open|open|wslview)(?:["'`]|\s{1,3}(?:\$\{|"))/;

/** Programs that open an address, of Linux and of a Mac. */
const OPENERS = [/["'`]xdg-open["'`]/, /["'`]open["'`]/];
/** Starts the program in a variable. */
const STARTS_NAMED = /^[\w$.]{1,80}\s{0,9}\(\s{0,9}[\w$.]{1,40}\s{0,9},/;
/** The name of an opener is chosen by the system, in the lines above. */
const CHOSEN = 700;

function opensBrowser(text: string, index: number): boolean {
  const call = text.slice(index, index + NEAR);
  const above = text.slice(Math.max(0, index - CHOSEN), index);
  return OPENER.test(call) || (STARTS_NAMED.test(call) && OPENERS.every((opener) => opener.test(above)));
}

const withIndex = (match: RegExpExecArray) => [match[0], match[1], match[2], match.index] as const;

/** Patterns for the calls of a module under the names that an import gives it. */
function usesOf(bound: string, methods: string): RegExp[] {
  if (!bound.startsWith("{"))
    return [new RegExp(`(?<![\\w$.])${escaped(bound)}(?:\\.default)?\\.(?:${methods})\\s{0,9}\\(`, "g")];
  return bound
    .slice(1, -1)
    .split(/[,{}]/)
    .flatMap((part) => {
      const [own = "", other] = part.trim().split(/\s+as\s+|\s*:\s*/);
      // A namespace in the module: `{ promises: names }`. Of `promises: { resolve }`, the function follows as a separate part.
      if (/^(?:promises|default)$/.test(own) && other !== "") return usesOf(other ?? own, methods);
      if (!new RegExp(`^(?:${methods})$`).test(own)) return [];
      return [new RegExp(`(?<![\\w$.])${escaped(other ?? own)}\\s{0,9}\\(`, "g")];
    });
}

const escaped = (name: string): string => name.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&");

function powerAt(kind: Power["kind"], at: number, { file, text }: ScannedText): Power {
  const beside = text.slice(at, at + BESIDE).replaceAll(SYMBOL, "");
  const bare = [
    ...beside.matchAll(/["'`]((?:[\w-]{1,63}\.){1,5}[a-z]{2,24}|(?:\d{1,3}\.){3}\d{1,3})["'`]/g),
  ].map(([, host = ""]) => host);
  return {
    kind,
    file,
    line: lineOf(text, at),
    excerpt:
      text
        .slice(at, at + EXCERPT)
        .split("\n")[0]
        ?.trim() ?? "",
    hosts: [
      ...new Set([...addressesIn(beside).map(hostOf), ...bare].map((host) => host.replace(/[^\w.-].*$/, ""))),
    ].filter((host) => /\w\.\w/.test(host) && !NAMES_FILE.test(host)),
    programs: kind === "program" ? developersPrograms(text.slice(Math.max(0, at - CHOSEN), at + BESIDE)) : [],
    isPlain: isPlain(kind, text, at),
    isBundled: isBundle(text),
  };
}

/** The name of a symbol in the place of a host: `Symbol.for("react.portal")`. */
const SYMBOL = /\bSymbol\.for\s{0,9}\(\s{0,9}["'`][^"'`\n]{0,60}["'`]\s{0,9}\)/g;
/** The name of a file in the place of a host. */
const NAMES_FILE =
  /^(?:SKILL|README|AGENTS|CLAUDE|CHANGELOG|LICENSE)\.md$|\.(?:html?|[cm]?[jt]sx?|json|css|png|jpe?g|svg|gif|ico|txt|ya?ml|toml|lock|log|xml|csv|pdf|wasm|node|exe|zip|gz|tgz|env|pem|crt|sock|pid|db|sqlite|map|docx?|xlsx?)$/;

/** Programs that developers run on a project, alone or at the beginning of a command. */
const DEVELOPERS =
  /["'`](npx|npm|pnpm|yarn|git|docker|vitest|jest|eslint|tsc|cargo|mvn|gradle|dotnet|kubectl|ffmpeg|adb|xcrun)(?:\.cmd)?(?=["'` ])/g;

const developersPrograms = (text: string): string[] => [
  ...new Set(Array.from(text.matchAll(DEVELOPERS), ([, name = ""]) => name)),
];

/** The code with escapes decoded and quoted members written plainly. */
function spelledOut(text: string): string {
  const read = !/\\[xu]/.test(text)
    ? text
    : text.replaceAll(/\\(?:x([0-9a-f]{2})|u([0-9a-f]{4})|u\{([0-9a-f]{1,5})\})/gi, (_all, ...codes) => {
        const code = codes.slice(0, 3).find((one) => one !== undefined) as string; // one of them is defined
        return String.fromCodePoint(Number.parseInt(code, 16));
      });
  return joined(read).replaceAll(
    /\[\s{0,9}["'`]([A-Za-z_$][\w$]{1,60})["'`]\s{0,9}\]\s{0,9}(?=[(.[])/g,
    ".$1",
  );
}

/** The code with concatenated literals joined: `"ht" + "tps"`. */
function joined(text: string): string {
  if (!JOINED.test(text)) return text;
  let read = text;
  for (let round = 0; round < MOST_JOINTS; round++) {
    const next = read.replaceAll(JOINED, "$1$2$4$1");
    if (next === read) break;
    read = next;
  }
  return read;
}

const JOINED = /(["'`])([^"'`\\\n$]{0,60})\1\s{0,9}\+\s{0,9}(["'`])([^"'`\\\n$]{0,60})\3/g;
/** Each round joins two neighbours everywhere. */
const MOST_JOINTS = 8;

/** Blanks out comment lines. Offsets do not change. */
function withoutLineComments(text: string): string {
  return text.replaceAll(/^[ \t]{0,200}(?:\/\/|\*|#(?!!))[^\n]*/gm, (line) => " ".repeat(line.length));
}
