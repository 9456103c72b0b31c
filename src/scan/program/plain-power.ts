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

/** Whether a function that takes the place of `fetch` names no address and hides nothing: it adds a header, tries again, or refuses. */
function isPlainHook(text: string, at: number): boolean {
  const hook = text.slice(at, at + HOOKED);
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
