import { addressKind, isCommonHost } from "../address.ts";
import { CONCEPTS, type Concept, LONGEST_HAN } from "./concepts.ts";
import { foreignIdeas, isForeign } from "./other-languages.ts";
import { hashOf, hashStep, ideasByHash, isCommander } from "./word-table.ts";

/** The ideas of a sentence in the order of its words. */
export interface Ideas {
  readonly has: Uint8Array;
  /** The ideas with their words, in the order of the words. Read it with `ideaAt` and `wordAt`. */
  readonly order: readonly number[];
  /**
   * For each word, whether it is in the position of an imperative: at the start of a clause, or after "to", "must" or a similar
   * word.
   */
  readonly commands: readonly boolean[];
  /** One word, in lower case. */
  word(at: number): string;
  /** A number for each plain word of more than three letters, equal for equal words. 0 for others. */
  readonly hashes: readonly number[];
}

const IDEA_BITS = 7;

/** The idea of an entry of `order`. */
export function ideaAt(entry: number): number {
  return entry & ((1 << IDEA_BITS) - 1);
}

/** The number of the word of an entry of `order`. */
export function wordAt(entry: number): number {
  return entry >> IDEA_BITS;
}

const SCRIPT = /[\w-]\.(?:sh|bash|py|js|mjs|cjs|ts|ps1|bat|rb|pl)$/;
const PLACE =
  /(?:^|\/)\.(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|env)(?:$|[./])|\bid_(?:rsa|ed25519)\b|\/etc\/(?:shadow|passwd|sudoers)|(?:bash|zsh)_history|\.cursor\/mcp|gh\/hosts\.yml|\.git-credentials|credentials(?:\.json)?$|wallet\.dat|login data|keychain/;
const UPLOADS =
  /\bcurl\b.{0,200}(?:\s-(?:F|d|T)\s|\s-(?:F|d)['"]|--data|--form|--upload|-X\s*(?:POST|PUT))|\b(?:requests|axios|httpx|session)\.(?:post|put)\b|\bpost request\b|\bfetch\(.{0,200}post/i;
const MAY_UPLOAD = /curl|post|fetch\(|\.put\b/i;
const INVENTED =
  /@(?:[\w-]+\.)*(?:example|test|domain|email|company|acme|yourdomain|corp)\.|^(?:user|you|name|me|someone)@/;
const SCHEME = /^(?:https?|s?ftp|wss?|s3|ssh|tcp)$/;
/** Wallets, accounts and cards. */
const ACCOUNT = /^(?:0x[0-9a-f]{4,}|bc1[a-z0-9]{4,}|[a-z]{2}\d{2}[a-z0-9]{10,30}|\d{14,24})$/;
const NUMBER_HOST = /^(?:\d{1,3}\.){3}\d{1,3}$/;

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
const FORBID = ideaNumber("forbid");
const NAME = ideaNumber("name");
const ACCOUNT_NUMBER = ideaNumber("account");

/** Kinds of characters below 128. */
const [OTHER, LETTER, DIGIT, JOINER, CLAUSE, QUOTE] = [0, 1, 2, 3, 4, 5] as const;
const KINDS = kinds();

type Mark = (idea: number, word: number) => void;

/** The first letter of Japanese. */
export const KANA = 0x3041;

/** Finds the ideas of a sentence in one pass. `mayBeForeign`: its text contains words of other European languages. */
export function ideasOf(text: string, mayBeForeign = false): Ideas {
  return mayBeForeign && isForeign(text) ? ideasOfForeign(text) : ideasOfEnglish(text);
}

/** An address, a path, a file, or a word. */
const FOREIGN_WORD =
  /[a-z]{2,6}:\/\/[^\s"'`<>)\]]{1,400}|[~./\\]?[\p{L}\p{N}_][\p{L}\p{M}\p{N}_.~/\\@+-]{0,200}/giu;

/** Each word may be an imperative, because its position differs between languages. */
function ideasOfForeign(text: string): Ideas {
  const has = new Uint8Array(CONCEPTS.length);
  const order: number[] = [];
  const words: string[] = [];
  const mark: Mark = (idea, word) => {
    has[idea] = 1;
    order.push((word << IDEA_BITS) | idea);
  };
  for (const [found] of text.matchAll(FOREIGN_WORD)) {
    const word = found.toLowerCase().replace(/[.:]{1,3}$/, "");
    const ideas = foreignIdeas(word);
    for (const concept of ideas) mark(ideaNumber(concept), words.length);
    if (ideas.length === 0) {
      const known = ideasByHash(hashOf(word));
      if (known !== undefined) for (const idea of known) mark(idea, words.length);
      else if (word.length >= 4) markUnusual(word, words.length, mark);
    }
    words.push(word);
  }
  const hashes = words.map((word) => (word.length > 3 ? hashOf(word) : 0));
  return { has, order, commands: words.map(() => true), word: (at) => words[at] ?? "", hashes };
}

function ideasOfEnglish(text: string): Ideas {
  const has = new Uint8Array(CONCEPTS.length);
  const order: number[] = [];
  const commands: boolean[] = [];
  const hashes: number[] = [];
  const places: number[] = [];
  const mark: Mark = (idea, word) => {
    has[idea] = 1;
    order.push((word << IDEA_BITS) | idea);
  };
  let [at, isClause, isCommanded] = [0, true, false];
  while (at < text.length) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? KINDS[code] : isEastern(code) ? LETTER : OTHER;
    if (kind === OTHER || kind === CLAUSE || kind === QUOTE) {
      if (kind === CLAUSE || code === 0x2014 || code === 0x2013 || code === 0x201c) isClause = true;
      at += 1;
      continue;
    }
    const word = commands.length;
    if (code >= KANA) {
      const end = hanEnd(text, at);
      commands.push(true);
      hashes.push(0);
      places.push(at, end);
      markHan(text, at, end, (idea) => mark(idea, word));
      [at, isClause, isCommanded] = [end, false, false];
      continue;
    }
    const { end, next, hash, isPlain } = wordFrom(text, at);
    if (end === at) {
      at = next;
      continue;
    }
    const ideas = ideasByHash(hash);
    commands.push(isClause || isCommanded);
    hashes.push(isPlain && end - at > 3 ? hash : 0);
    places.push(at, end);
    if (ideas !== undefined) for (const idea of ideas) mark(idea, word);
    else if (!isPlain && end - at >= 4) markUnusual(text.slice(at, end).toLowerCase(), word, mark);
    [at, isClause, isCommanded] = [next, false, isCommander(hash)];
  }
  const word = (index: number) => text.slice(places[2 * index], places[2 * index + 1]).toLowerCase();
  if (MAY_UPLOAD.test(text) && UPLOADS.test(text)) {
    const isCommon = commands.some((_, index) => isCommonHost(word(index)));
    if (!isCommon) mark(UPLOAD, 0);
  }
  return { has, order, commands, word, hashes };
}

/** A word in Latin letters: its end, the position to continue at, and its hash. */
function wordFrom(text: string, from: number): { end: number; next: number; hash: number; isPlain: boolean } {
  let [at, end, hash, endHash, isPlain] = [from, from, 0, 0, true];
  for (; at < text.length; at++) {
    const code = text.charCodeAt(at);
    const kind = code < 128 ? KINDS[code] : code === 0x2019 ? QUOTE : OTHER;
    if (kind === LETTER) {
      hash = hashStep(hash, code | 0x20);
      [end, endHash] = [at + 1, hash];
    } else if (kind === DIGIT || code === 0x5f) {
      hash = hashStep(hash, code);
      [end, endHash, isPlain] = [at + 1, hash, false];
    } else if (kind === JOINER) {
      hash = hashStep(hash, code);
      isPlain = false;
    } else if (kind === QUOTE && at > from && KINDS[text.charCodeAt(at + 1)] === LETTER) {
      hash = hashStep(hash, 0x27);
      isPlain = false;
    } else break;
  }
  if (
    text.charCodeAt(at) === 0x3a &&
    text.startsWith("://", at) &&
    SCHEME.test(text.slice(from, at).toLowerCase())
  ) {
    at += 3;
    while (at < text.length && !/[\s"'`<>)\]，。；]/.test(text[at] as string)) at += 1;
    return { end: at, next: at, hash: 0, isPlain: false };
  }
  return { end, next: Math.max(at, from + 1), hash: endHash, isPlain };
}

function hanEnd(text: string, from: number): number {
  let end = from + 1;
  while (end < text.length && isEastern(text.charCodeAt(end))) end += 1;
  return end;
}

/** Chinese and Japanese letters. */
function isEastern(code: number): boolean {
  return (code >= 0x4e00 && code <= 0x9fff) || (code >= KANA && code <= 0x30ff);
}

/** Addresses, files, places, and words with a hyphen. */
function markUnusual(word: string, at: number, mark: Mark): void {
  if (word.endsWith("n't") || word.endsWith("n’t")) {
    mark(NOT, at);
    mark(FORBID, at);
  } else if (word.includes("://")) {
    if (!isCommonHost(word) && !/^(?:local|placeholder)$/.test(addressKind(word))) mark(LINK, at);
  } else if (word.includes("@")) {
    if (/[^@]@[\w-]+(?:\.[\w-]+)+$/.test(word) && !INVENTED.test(word)) mark(MAILBOX, at);
  } else if (NUMBER_HOST.test(word)) {
    if (addressKind(`http://${word}`) === "raw-number") mark(LINK, at);
  } else if (SCRIPT.test(word)) mark(SCRIPT_FILE, at);
  else if (PLACE.test(word)) {
    if (/\.pub$|known_hosts|\.ssh\/config$|\.env\.(?:example|sample|template)/.test(word)) return;
    mark(SECRET_PLACE, at);
    mark(SECRET, at);
  } else if (ACCOUNT.test(word)) mark(ACCOUNT_NUMBER, at);
  else if (/^[a-z]+(?:_[a-z]+)+$/.test(word)) mark(NAME, at);
  else if (word.includes("-") || word.includes("'") || word.includes("/")) {
    for (const part of word.split(/[-/]|'s$/))
      for (const idea of ideasByHash(hashOf(part)) ?? []) mark(idea, at);
  }
}

/** Chinese has no spaces: the longest known word at each place counts. */
function markHan(text: string, start: number, end: number, mark: (idea: number) => void): void {
  for (let from = start; from < end; from++) {
    for (let length = Math.min(LONGEST_HAN, end - from); length > 0; length--) {
      const ideas = ideasByHash(hashOf(text.slice(from, from + length)));
      if (ideas === undefined) continue;
      for (const idea of ideas) mark(idea);
      from += length - 1;
      break;
    }
  }
}

function kinds(): Uint8Array {
  const table = new Uint8Array(128);
  for (let code = 0; code < 128; code++) {
    const letter = String.fromCharCode(code);
    if (/[a-z]/i.test(letter)) table[code] = LETTER;
    else if (/[0-9]/.test(letter)) table[code] = DIGIT;
    else if (/[_.~/\\@+-]/.test(letter)) table[code] = JOINER;
    else if (/[,;:*`(>|"]/.test(letter)) table[code] = CLAUSE;
    else if (letter === "'") table[code] = QUOTE;
  }
  return table;
}
