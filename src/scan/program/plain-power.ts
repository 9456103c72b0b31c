import { addressesIn } from "../address.ts";

/** How much of the code around a power is looked at. */
const [ABOVE, BELOW] = [700, 240];

/** Whether the code hides nothing about a power: the name of the program or the host, or where a hook leads. */
export function isPlain(kind: string, text: string, at: number): boolean {
  if (kind === "program") return isPlainStart(text, at);
  if (kind === "hook") return isPlainHook(text, at);
  return kind === "network" && !HIDES_NAME.test(text) && !FOREIGN_PORT.test(text);
}

/** A name that is not written as such: put together, decoded or turned around. */
const HIDES_NAME =
  /\.join\s{0,9}\(\s{0,9}(?:"\.?"|'\.?'|`\.?`)|\.reverse\s{0,9}\(|fromCharCode|\batob\b|,\s{0,9}["'`](?:base64|hex)["'`]|["'`]hex["'`]|getBuiltinModule/;
/** Programs that give keys away, fetch or send, stay behind, or run what they are handed; and places nobody installs programs to. */
const BAD_PROGRAM =
  /["'`\s/](?:security|secret-tool|keyctl|osascript|powershell|pwsh|curl|wget|nc|ncat|socat|nohup|crontab|launchctl|schtasks|xclip|xsel|pbpaste)\b|\/tmp\/|\/dev\/tcp|\b(?:ba|z)?sh["'`]\s{0,9},\s{0,9}\[\s{0,9}["'`]-c|base64\s{1,3}-d/;

/** Whether the start of a program can be read from the code, and the program neither reveals keys nor reaches other hosts. */
function isPlainStart(text: string, at: number): boolean {
  const context = text.slice(Math.max(0, at - ABOVE), at + BELOW);
  return !HIDES_NAME.test(context) && !BAD_PROGRAM.test(context);
}

/** How much of a hook is looked at. */
const HOOKED = 700;

/** A well-known module that takes the place of what an old Node lacks. */
const GIVEN_WHOLE =
  /^(?:globalThis|global)\.(?:WebSocket|fetch)\s{0,9}=\s{0,9}([\w$]{1,60})(?:\.(?:default|WebSocket|fetch))?\s{0,9}(?:;|\n|$)/;
const BRINGS_IT = /["'`](?:ws|isomorphic-ws|undici|node-fetch|cross-fetch)["'`]/;

/** Whether a whole module of another package is assigned: `global.WebSocket = ws_1.default`. */
function isPolyfill(hook: string, text: string): boolean {
  const [, name = ""] = GIVEN_WHOLE.exec(hook) ?? [];
  const isImport = (line: string) =>
    BRINGS_IT.test(line) && /\b(?:require|import)\b/.test(line) && line.split(/[^\w$]/).includes(name);
  return name !== "" && text.split(/[;\n]/).some(isImport);
}

/** Whether a function that takes the place of `fetch` names no address and hides nothing: it adds a header, tries again, or refuses. */
function isPlainHook(text: string, at: number): boolean {
  const hook = text.slice(at, at + HOOKED);
  if (isPolyfill(hook, text)) return true;
  return (
    /^(?:globalThis|global)\.fetch\b/.test(hook) &&
    addressesIn(hook).length === 0 &&
    !HIDES_NAME.test(hook) &&
    !/\b(?:method|body)\b\s{0,9}:|\benv\b|%\s{0,9}\d/.test(hook)
  );
}

/** Characters in place of the port that turn a local address into another host. */
export const FOREIGN_PORT = /["'`][^"'`\n]{0,9}@[\w-]{1,63}\.[a-z]/i;

const NAMED_HOST =
  /["'`](?:[\w-]{1,63}\.){1,5}(?:com|net|org|io|dev|app|top|xyz|info|me|co|ai|cloud|site|online|link|ru|cc|to)["'`:/]/i;

/** Whether a request goes to `http://${host}:${port}` in a file that names this machine, and no other as a host alone. */
export function isOnThisMachine(text: string, at: number): boolean {
  return (
    /^\s{0,40}`http:\/\/\$\{[\w.]{1,40}\}:\$\{/.test(text.slice(at, at + BELOW)) &&
    /["'`](?:127\.0\.0\.1|localhost)["'`]/.test(text) &&
    ![HIDES_NAME, FOREIGN_PORT, NAMED_HOST].some((shape) => shape.test(text))
  );
}

/** What an import of `ws` binds, before its name. */
const BOUND =
  /(?:^|[;\n{}])[ \t]{0,40}(?:import|const|let|var)\s{1,9}(?:type\s{1,9})?([\w$]{1,60})?\s{0,9},?\s{0,9}(?:\{([\w$\s,:]{1,200})\}|\*\s{1,9}as\s{1,9}([\w$]{1,60}))?\s{0,9}=?\s{0,9}$/;
/** One name of a list, with the name that it has in the file. */
const LISTED = /^(?:type\s{1,9})?([\w$]{1,60})(?:\s{0,9}(?::|\sas\s)\s{0,9}([\w$]{1,60}))?$/;
/** What only listens: a server under the name that `ws` exports, never the name that an import gives it. */
const LISTENS = /^(?:WebSocketServer|Server)$/;
const CONSTANT = /^\.(?:OPEN|CLOSED|CLOSING|CONNECTING|WebSocketServer|Server)\b/;
/** Makes something with the address of a socket. */
const CONNECTS = /\bnew\s{1,9}[\w$.[\]]{1,80}\s{0,9}\(\s{0,9}["'`]wss?:/;

/** Whether an import of `ws` serves to listen only: of what it binds, nothing is used but servers and constants. */
export function onlyListens(text: string, at: number): boolean {
  const [, member = ""] =
    /^[^"'`]{0,20}["'`]ws["'`](?:\s{0,9}\)\s{0,9}\.\s{0,9}(\w{1,30}))?/.exec(text.slice(at, at + 90)) ?? [];
  const bound = BOUND.exec(text.slice(Math.max(0, at - BELOW), at));
  if (!/^[^"'`]{0,20}["'`]ws["'`]/.test(text.slice(at, at + 40)) || bound === null || CONNECTS.test(text))
    return false;
  const [, whole, list = "", all] = bound;
  const listed = list.split(",").flatMap((part) => (part.trim() === "" ? [] : [LISTED.exec(part.trim())]));
  if (listed.includes(null) || (whole ?? all ?? listed[0]) === undefined) return false;
  const clients = listed.flatMap((one) =>
    one?.[1] === undefined || LISTENS.test(one[1]) ? [] : [one[2] ?? one[1]],
  );
  if (!LISTENS.test(member)) clients.push(...[whole, all].filter((name) => name !== undefined));
  return clients.every((name) => isUnused(name, text));
}

/** Whether a name occurs only once, apart from members of other objects, texts that begin with it, and its constants. */
function isUnused(name: string, text: string): boolean {
  const isUse = ({ 0: word, index }: RegExpExecArray) =>
    word === name &&
    (!/["'`.]/.test(text[index - 1] ?? " ") || text.slice(index - 3, index) === "...") &&
    !CONSTANT.test(text.slice(index + name.length, index + name.length + 20));
  return [...text.matchAll(/[\w$]+/g)].filter(isUse).length === 1;
}
