import { addressKind, isCommonHost } from "../address.ts";
import { CONCEPTS, type Concept, IDEAS, LONGEST_HAN } from "./concepts.ts";

/** The ideas of a sentence in the order of its words: which idea, and at which word. */
export interface Ideas {
  readonly has: Uint8Array;
  readonly order: readonly { readonly idea: number; readonly word: number }[];
  /** The words themselves, in lower case. */
  readonly words: readonly string[];
  /** For each word, whether it stands where an order does: at the start of a clause, or after "to", "must" and the like. */
  readonly commands: Uint8Array;
}

const TOKEN =
  /https?:\/\/[^\s"'`<>)\]]+|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,64})+|~?[a-z0-9_.~/\\-]*[a-z0-9_](?:['’][a-z]+)?|[\u4e00-\u9fff]+/g;
const SCRIPT = /[\w-]\.(?:sh|bash|py|js|mjs|cjs|ts|ps1|bat|rb|pl)$/;
const PLACE =
  /(?:^|\/)\.(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|env)(?:$|[./])|\bid_(?:rsa|ed25519)\b|\/etc\/(?:shadow|passwd|sudoers)|(?:bash|zsh)_history|\.cursor\/mcp|credentials(?:\.json)?$|wallet\.dat|login data|keychain/;
const UPLOADS =
  /\bcurl\b.{0,200}(?:\s-(?:f|d|t)\s|\s-(?:f|d)['"]|--data|--form|--upload|-x\s*(?:post|put))|\b(?:requests|axios|httpx|session)\.(?:post|put)\b|\bpost request\b|\bfetch\(.{0,200}post/;
const CLAUSE = /[,;:*`(>|"“—–]/;
const COMMANDERS = new Set(
  "to must always also please then and or should shall never sure ensure automatically silently first instead you just immediately simply will".split(
    " ",
  ),
);
const INVENTED =
  /@(?:[\w-]+\.)*(?:example|test|domain|email|company|acme|yourdomain|corp)\.|^(?:user|you|name|me|someone)@/;
const TRAILING = /[.\\/~]$/;
const UNUSUAL = /[^a-z]/;
const MAY_UPLOAD = /curl|post|put|fetch/;

/** The number of an idea. */
export function ideaNumber(concept: Concept): number {
  return CONCEPTS.indexOf(concept);
}

const LINK = ideaNumber("link");
const MAILBOX = ideaNumber("mailbox");
const SCRIPT_FILE = ideaNumber("script");
const SECRET_PLACE = ideaNumber("secretPlace");
const SECRET = ideaNumber("secret");
const UPLOAD = ideaNumber("upload");
const NOT = ideaNumber("not");

/** Reads which ideas the words of a sentence carry. */
export function ideasOf(sentence: string): Ideas {
  const text = sentence.toLowerCase();
  const words: readonly string[] = text.match(TOKEN) ?? [];
  const commands = new Uint8Array(words.length);
  const has = new Uint8Array(CONCEPTS.length);
  const order: { idea: number; word: number }[] = [];
  const mark = (idea: number, word: number) => {
    has[idea] = 1;
    order.push({ idea, word });
  };
  let end = 0;
  for (let at = 0; at < words.length; at++) {
    const word = words[at] as string;
    const before = end;
    const start = text.indexOf(word, before);
    end = start + word.length;
    const first = word.charCodeAt(0);
    if (first >= 0x4e00) {
      commands[at] = 1;
      markHan(word, at, mark);
      continue;
    }
    const plain = TRAILING.test(word) ? word.replace(/[.\\/~]+$/, "") : word;
    const ideas = IDEAS.get(plain);
    if (ideas !== undefined) {
      if (at === 0 || COMMANDERS.has(words[at - 1] ?? "") || CLAUSE.test(text.slice(before, start)))
        commands[at] = 1;
      for (const idea of ideas) mark(idea, at);
    } else if (plain.length >= 4 && UNUSUAL.test(plain)) {
      markUnusual(plain, at, mark);
    }
  }
  if (MAY_UPLOAD.test(text) && UPLOADS.test(text) && !words.some(isCommonHost)) mark(UPLOAD, 0);
  return { has, order, words, commands };
}

/** Addresses, files, places, and words with a hyphen. */
function markUnusual(word: string, at: number, mark: (idea: number, word: number) => void): void {
  if (word.endsWith("n't") || word.endsWith("n’t")) mark(NOT, at);
  else if (word.startsWith("http")) {
    if (!isCommonHost(word) && !/^(?:local|placeholder)$/.test(addressKind(word))) mark(LINK, at);
  } else if (word.includes("@")) {
    if (!INVENTED.test(word)) mark(MAILBOX, at);
  } else if (SCRIPT.test(word)) mark(SCRIPT_FILE, at);
  else if (PLACE.test(word) && !/\.pub$|known_hosts|\.env\.example/.test(word)) {
    mark(SECRET_PLACE, at);
    mark(SECRET, at);
  } else if (word.includes("-")) {
    for (const part of word.split("-")) for (const idea of IDEAS.get(part) ?? []) mark(idea, at);
  }
}

/** Chinese has no spaces: the longest known word at each place counts. */
function markHan(text: string, at: number, mark: (idea: number, word: number) => void): void {
  for (let from = 0; from < text.length; from++) {
    for (let length = Math.min(LONGEST_HAN, text.length - from); length > 0; length--) {
      const ideas = IDEAS.get(text.slice(from, from + length));
      if (ideas === undefined) continue;
      for (const idea of ideas) mark(idea, at);
      from += length - 1;
      break;
    }
  }
}
