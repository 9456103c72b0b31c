import { addressKind, hostOf, isCommonHost } from "../address.ts";
import { fencedCode } from "../passages.ts";

/** The stated purpose of a skill. The actions of its programs are compared with it. */
export interface Purpose {
  /** Name and description, in lower case. */
  readonly stated: string;
  /** The whole main text, in lower case. */
  readonly text: string;
  /** The main text without its programs, in lower case. A program cannot declare its own hosts. */
  readonly declared: string;
  /** The same without addresses: the names that the text mentions. */
  readonly spoken: string;
}

/** Whether an address fits the purpose of the skill, or is local or commonly used. */
export function isExpected(address: string, { stated, spoken }: Purpose): boolean {
  const kind = addressKind(address);
  if (kind === "local") return true;
  if (kind === "raw-number" || kind === "drop-box") return false;
  const host = hostOf(address);
  if (isCommonHost(address)) return true;
  const labels = host.split(".");
  const main = labels.at(-2) ?? host;
  if (main.length < 3 || main === "example") return false;
  const words = main.split("-").filter((word) => word.length > 2 && !GENERAL.test(word));
  return (
    stated.includes(main) || words.some((word) => stated.includes(word)) || occurrences(spoken, main) >= 2
  );
}

/** Words in host names that do not identify an owner. */
const GENERAL =
  /^(?:api|apps?|assets?|audit|auth|backup|bridge|build|cache|cdn|check|checker|cloud|code|collect|collector|config|configs|core|custom|dashboard|data|deploy|dev|devops|devtools|diagnostics?|docs?|env|example|export|files?|fixtures|git|health|helper|hub|internal|keys?|lab|labs|lib|logs?|main|manager|metrics|mirror|monitor|my|net|online|ops|packages?|patches|platform|plugins?|portal|project|registry|relay|remote|report|reports|script|scripts|secure|security|server|service|services|setup|share|skill|skills|stats|status|storage|store|sync|system|team|telemetry|test|tests|tools?|track|tracker|update|updates|upload|user|validator|vault|web|webhook|work|workspace)$/;

/** Whether the stated purpose names the owner of an address as such. */
export function isNamed(address: string, { stated }: Purpose): boolean {
  const main = hostOf(address).split(".").at(-2) ?? "";
  return main.length > 2 && stated.includes(main);
}

/** Whether the main text names the host of an address at all. */
export function isMentioned(address: string, { text }: Purpose): boolean {
  const main = hostOf(address).split(".").at(-2) ?? "";
  return main.length > 2 && text.includes(main);
}

/** Whether the prose of the main text names the host of an address. */
export function isDeclared(address: string, { declared }: Purpose): boolean {
  const main = hostOf(address).split(".").at(-2) ?? "";
  return main.length > 2 && declared.includes(main);
}

/** Whether the skill names the host of an address, or the host is commonly used. A similar name is not enough. */
export function isVouched(address: string, purpose: Purpose): boolean {
  if (/^(?:raw-number|drop-box)$/.test(addressKind(address))) return false;
  return isCommonHost(address) || isNamed(address, purpose) || isDeclared(address, purpose);
}

/** Whether the stated purpose mentions any of these. */
export function speaksOf({ stated }: Purpose, words: RegExp): boolean {
  return words.test(stated);
}

function occurrences(text: string, word: string): number {
  let count = 0;
  for (let at = text.indexOf(word); at !== -1 && count < 3; at = text.indexOf(word, at + word.length))
    count += 1;
  return count;
}

function withoutFences(text: string): string {
  let [prose, done] = ["", 0];
  for (const { text: code, offset } of fencedCode(text)) {
    prose += text.slice(done, offset);
    done = offset + code.length;
  }
  return prose + text.slice(done);
}

/** The purpose of a skill: what its front matter says, or the beginning of its text. A program alone has none. */
export function purposeOf(texts: readonly { readonly file: string; readonly text: string }[]): Purpose {
  const main = texts.find(({ file }) => /(?:^|\/)SKILL\.md$/i.test(file))?.text ?? "";
  // A reader of the page does not see comments.
  const seen = main
    .slice(0, 20_000)
    .replace(/<!--[\s\S]{0,2000}?-->/g, "")
    .trimStart();
  const header = /^---\r?\n([\s\S]{0,8000}?)\r?\n---/.exec(seen)?.[1];
  // Without front matter the addresses of its own commands must not count as declared.
  const stated = header ?? seen.slice(0, 600).replace(/[a-z]{2,6}:\/\/\S+/gi, " ");
  const text = main.toLowerCase();
  const declared = withoutFences(text);
  const spoken = declared.replace(/[a-z]{2,6}:\/\/[^\s)]+/g, " ");
  return { stated: stated.toLowerCase(), text, declared, spoken };
}
