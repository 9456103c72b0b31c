import type { Finding } from "../support/finding.ts";
import { matchesInjectionPhrase } from "../support/injection-phrase.ts";
import { foldForMatching } from "../text/fold.ts";
import { hiddenRuns, isLeftover, withoutByteOrderMark } from "../text/hidden-characters.ts";
import { oneLine } from "../text/one-line.ts";
import { doesHarm } from "./intent/does-harm.ts";
import { findOrders, ideaScoreOf, type Order, scoreOf } from "./intent/find-orders.ts";
import {
  describeOrder,
  isSensitive,
  leadsOut,
  mentionsOwnAction,
  namesGain,
  reportsFailure,
  saysWhatToolDoes,
  turnsPages,
  warnsOfItself,
} from "./intent/orders-against-reader.ts";
import { lineOf } from "./signal.ts";

const MAX_TEXT = 100_000;
const EXCERPT = 160;
/** Server instructions address the model, so an order in them needs a higher score than in a description. */
const MESSAGE = 2;
/** Long descriptions of honest tools sometimes reach this score. Unless somebody gains by the order, it is only a notice. */
const MILD = 0.6;
/** Up to this score, an order of a description must lead to somebody else, or speak to the reader. */
const SLIGHT = 1.2;
/** An opening sentence needs more than this if its ideas alone score less than `BY_WORDS`. */
const [LOUD, BY_WORDS] = [2, -2.5];
/** A result of this length has hundreds of sentences, and one of them may sound like an order by chance. */
const LONG = 4_000;
/** A result of this length may be instructions that somebody asked for. */
const INSTRUCTIONS = 1_000;
/** A result that consists of an error report. */
const FAILED = /^\s{0,9}(?:\{\s{0,9}"(?:error|isError)"|Error\b|Failed\b)/i;
const BASE64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,4000}={0,2}(?![A-Za-z0-9+/=])/g;
const SHADOWING = "shadowing";
const STEERING = "steering";
const SENSITIVE_PLACE = "sensitive-place";
/** The rest of a sentence that says that a place is out of reach. */
const REFUSED =
  /^[^.\n]{0,60}\b(?:are|is|will be|get) (?:always )?(?:rejected|refused|denied|blocked|forbidden)\b/i;
/** The signal of an order that does no harm alone: it may say how the server's own tools are used. */
const DIRECTIONS = "directions";
const AGAINST = "tells the model to set its rules aside, or to keep something from the user";

/**
 * The findings of one text that a model reads as part of a tool's definition; `file` names the tool. A server may say in which
 * order its own tools, the `siblings`, are used.
 */
export function scanDescription(
  text: string,
  file = "description",
  siblings: ReadonlySet<string> = new Set(),
): Finding[] {
  return findIn(text, siblings, { file, isDescription: true }).map((found) => ({
    severity: "warning",
    ...found,
    file,
  }));
}

/**
 * The findings of a text that a model reads but that describes no tool: instructions, a result, a question. `file` names its
 * origin; `siblings` are the tools of the same server.
 */
export function scanMessage(
  text: string,
  file: string,
  siblings: ReadonlySet<string> = new Set(),
): Finding[] {
  return findIn(text, siblings, { file, isDescription: false }).map((found) => ({
    severity: "warning",
    ...found,
    file,
  }));
}

/** Whether a finding shows harm. Others only show that the text tells its reader what to do. */
export const showsHarm = ({ signal, severity }: Finding): boolean =>
  severity !== "notice" && signal !== DIRECTIONS;

type Found = Omit<Finding, "file" | "severity"> & { readonly severity?: "notice" };

/** What a text is: `file` names the tool of a description. */
interface TextKind {
  readonly file: string;
  readonly isDescription: boolean;
}

function findIn(text: string, siblings: ReadonlySet<string>, kind: TextKind): Found[] {
  const given = text.slice(0, MAX_TEXT);
  const read = foldForMatching(given);
  const encoded = encodedTexts(read).flatMap((each) =>
    findingsOf(each, new Set(), { ...kind, isDescription: true }),
  );
  const found = [...findingsOf(read, siblings, kind), ...encoded];
  const hidden = hiddenRuns(withoutByteOrderMark(given))
    .map((run) => run.text)
    .join("");
  if (isLeftover(hidden)) return found;
  const characters = [...hidden];
  const codes = [...new Set(characters)]
    .slice(0, 5)
    .map((character) => `U+${character.codePointAt(0)?.toString(16)}`);
  const message = `contains ${characters.length} characters that cannot be seen`;
  return [{ signal: "hidden-characters", message, excerpt: codes.join(" "), line: 1 }, ...found];
}

function findingsOf(read: string, siblings: ReadonlySet<string>, { file, isDescription }: TextKind): Found[] {
  const found = DESCRIPTION_SIGNALS.flatMap(({ name, message, pattern }) => {
    const isHarmless = ({ 0: said, index }: RegExpExecArray) =>
      ((name === SHADOWING || name === STEERING) && namesOnly(said, siblings)) ||
      (name === SENSITIVE_PLACE && REFUSED.test(read.slice(index + said.length)));
    const match = read.matchAll(pattern).find((each) => !isHarmless(each));
    return match === undefined ? [] : [{ signal: name, message, ...placeIn(read, match.index) }];
  });
  if (found.length > 0) return found;
  const orders = findOrders(read)
    .filter(
      (each) =>
        scoreOf(each, "tool") > (isDescription ? 0 : MESSAGE) &&
        !warnsOfItself(each) &&
        !(!isDescription && reportsFailure(each)) &&
        !(
          isDescription &&
          (turnsPages(each) ||
            saysWhatToolDoes(each, read) ||
            mentionsOwnAction(each, file) ||
            isAside(each, read))
        ),
    )
    .map((order) => judgeOrder(order, read, { siblings, isDescription }));
  const harmful = orders.find(({ severity, signal }) => severity === undefined && signal !== DIRECTIONS);
  if (harmful === undefined && matchesInjectionPhrase(read))
    return [{ signal: "overriding-orders", message: AGAINST, ...placeIn(read, 0) }];
  return harmful === undefined ? orders.slice(0, 1) : [harmful];
}

function judgeOrder(
  order: Order,
  read: string,
  { siblings, isDescription }: { readonly siblings: ReadonlySet<string>; readonly isDescription: boolean },
): Found {
  const isLong = !isDescription && read.length > INSTRUCTIONS;
  const isByChance = scoreOf(order, "tool") <= MILD || (!isDescription && read.length > LONG);
  // Instructions for fixing a failure also address the reader.
  const isAdvice = !isDescription && FAILED.test(read) && !isSensitive(order);
  // A long result names addresses by the dozen.
  const gains = !isDescription && read.length > LONG ? isSensitive(order) : namesGain(order);
  const isMild = isAdvice || (isByChance && !gains);
  return {
    signal: doesHarm(order, { siblings, isLong }) ? "foreign-orders" : DIRECTIONS,
    message: describeOrder(order),
    ...(isMild ? { severity: "notice" } : {}),
    ...placeIn(read, order.sentence.offset),
  };
}

/** Whether an order of a description is weak and leads nowhere, or opens the description and is suspicious for its words alone. */
function isAside(order: Order, read: string): boolean {
  const isOpening = read.slice(0, order.sentence.offset).trim() === "";
  const score = scoreOf(order, "tool");
  if (isOpening && score <= LOUD && ideaScoreOf(order, "tool") < BY_WORDS && !namesGain(order)) return true;
  return score <= SLIGHT && !leadsOut(order, isOpening);
}

const TOOL_NAME = /[a-z]+(?:_[a-z]+)+/gi;

/** Whether all the tools that a passage names are among these. */
function namesOnly(said: string, siblings: ReadonlySet<string>): boolean {
  const names = said.match(TOOL_NAME) ?? [];
  return names.length > 0 && names.every((name) => siblings.has(name));
}

/** The decoded texts of its base64 passages. */
function encodedTexts(read: string): string[] {
  return (read.match(BASE64) ?? [])
    .map((found) => Buffer.from(found, "base64").toString("utf8"))
    .filter((text) => /^[\p{L}\p{N}\p{P}\p{S}\p{Z}\s]+$/u.test(text));
}

function placeIn(text: string, index: number): Pick<Finding, "excerpt" | "line"> {
  const excerpt = oneLine(text.slice(Math.max(0, index - 20), index + EXCERPT), EXCERPT);
  return { excerpt, line: lineOf(text, index) };
}

/** One kind of thing to look for in a description. */
interface DescriptionSignal {
  readonly name: string;
  readonly message: string;
  /** Every alternative has a bounded length, so that matching takes linear time. Has the flag `g`. */
  readonly pattern: RegExp;
}

const SECRETS =
  "(?:credentials?|secrets?|passwords?|api[ _-]?keys?|tokens?|private keys?|ssh keys?|clipboard(?: content)?|machine fingerprint|fingerprint|PHI records?|environment variables|\\*\\.env|\\.env\\b|id_rsa)";

const SENDING =
  "(?:sends?|sent|uploads?|uploaded|forwards?|forwarded|posts?|posted|stream(?:s|ed)?|transmits?|transmitted|cached?|stored)";

const AWAY = "(?:remote(?:ly)?|external(?:ly)?|attacker|third[ -]part(?:y|ies)|https?://)";

const NEAR = "[^]{0,160}?";

/** Things that a tool description has no reason to say. Each was checked against real descriptions, hostile and harmless. */
const DESCRIPTION_SIGNALS: readonly DescriptionSignal[] = [
  {
    name: "posed-authority",
    message: "poses as the system or gives itself a rank",
    pattern:
      /<\/?(?:important|system|admin|secret|hidden)>|\[(?:[A-Z]+ ){0,3}(?:DIRECTIVE|INSTRUCTION|OVERRIDE|PROMPT)\]|\b(?:SYSTEM|INSTRUCTION|SAFETY|ADMIN) (?:OVERRIDE|BYPASS|DIRECTIVE|INSTRUCTION|NOTE)\b|\bACT AS:|<\|(?:im_start|system|assistant)\|>|^\s*SYSTEM:\s/gim,
  },
  {
    name: "overriding-orders",
    message: "tells the model to set its rules aside",
    pattern:
      /\b(?:ignor(?:e|ing)|disregard|forget|overrid(?:e|ing)|bypass(?:ing)?)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|all|any|system|safety|security|access)(?:[\s,]+\w+){0,2}?[\s,]+(?:instructions?|prompts?|guidelines?|restrictions?)\b|\b(?:ignor(?:e|ing)|disregard|forget|overrid(?:e|ing)|bypass(?:ing)?)\b[^.\n]{0,40}\b(?:previous|prior|above|earlier|system|safety|security|access|your)(?:[\s,]+\w+){0,2}?[\s,]+(?:rules?|filters?|polic(?:y|ies)|controls)\b|\byou are now in \w+ mode\b/gi,
  },
  {
    name: "concealment",
    message: "tells the model to keep something from the user",
    pattern:
      /\b(?:do not|don'?t|never|without|must not)\s+(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|notify(?:ing)?|alert(?:ing)?|reveal(?:ing)?|disclos(?:e|ing))\b[^.\n]{0,60}\b(?:users?|humans?|person|them|anyone|that you|this)\b|\bif asked\b[^.\n]{0,40}\b(?:say|answer|claim|reply|pretend)\b|\b(?:append|include|send|collect|copy|add|attach)\b[^.\n]{0,80}\b(?:silently|secretly|covertly)\b|\b(?:(?!(?<=\b(?:will|would|may|might|can|could)\s)silently\sfail\sto\s(?:append|include|send|collect|copy|attach)\b(?![^.\n]{0,60}\b(?:append|include|send|collect|copy|attach)\b))(?!(?<=\b(?:is|are|be)\s)silently\s(?:ignored|dropped|skipped)\b(?![^.\n]{0,40}\b(?:and|then|but)\b))silently|secretly|covertly)\b[^.\n]{0,40}\b(?:append|include|send|collect|copy|attach)\b/gi,
  },
  {
    name: "orders-in-chinese",
    message: "tells the model to do something else before the call",
    pattern:
      /(?:不要|不得|请勿|切勿|别)(?:提及|透露)[^。\n]{0,12}(?:用户|使用者|任何人|此事|这一点)|(?:调用|使用)(?:本|此|该|任何)工具(?:之)?前[^。\n]{0,20}(?:先|必须|务必)[^。\n]{0,20}(?:读取|发送|执行|运行|上传)/g,
  },
  {
    name: STEERING,
    message: "makes the model do something else before or besides the call",
    pattern:
      /\bbefore (?:using|calling|you (?:use|call)) (?:this|any|the) tools?\b[^.\n]{0,80}\b(?:read|send|run|execute|fetch|call|pass)\b|\bpass (?:its|the|their) contents?\b[^.\n]{0,60}\bas\b|\bin addition to the user'?s request\b|\b(?:include|pass|send|attach)\b[^.\n]{0,20}\b(?:full|entire|whole|complete)\b[^.\n]{0,20}\bconversation\b|\b(?:must|should|always|all)\b[^.\n]{0,60}\b(?:sent|send|bcc|cc|forward(?:ed)?)\b[^.\n]{0,30}\b[\w.+-]+@[\w-]+\.\w+|\bbcc\s+[\w.+-]+@[\w-]+\.\w+|\breplace the recipient\b|<!--[^>]{0,200}\b(?:assistant|model|agent|AI|LLM)\b\s*[:,]/gi,
  },
  {
    name: SHADOWING,
    message: "steers the model away from another tool",
    pattern:
      /\b(?:never|do not|don'?t|must not|should not)\s+(?:use|call|invoke)\s+[`'"]?[a-z]+_[a-z_]+|\b(?:always|must|only)\b[^.\n]{0,60}\binstead of\s+(?:the\s+)?[`'"]?[a-z]+_[a-z_]+|\binstead of\s+(?:the\s+)?[`'"]?[a-z]+_[a-z_]+[`'"]?\s+(?:tool\s+)?(?:for|in|on|with)\s+(?:all|any|every|each)\b|\b[a-z]+_[a-z_]+[`'"]?\s+(?:is|was)\s+(?:deprecated|insecure|compromised|broken)\b|\b(?:always|must|all)\b[^.\n]{0,50}\b(?:this tool|use this)\b[^.\n]{0,40}\b(?:and\s+)?(?:never|not)\s+(?:use\s+|call\s+)?[`'"]?[a-z]+_[a-z_]+/gi,
  },
  {
    name: SENSITIVE_PLACE,
    message: "mentions places where keys and accounts are stored",
    pattern:
      /~\/\.(?:ssh\b(?!\/(?:config|known_hosts)\b)|aws|cursor|claude|gnupg|netrc|kube)\b|\/etc\/(?:passwd|shadow|sudoers)\b|\bid_(?:rsa|ed25519)\b|\.cursor\/mcp\.json\b|\bcontents? of\b[^.\n]{0,40}(?:\.env\b|\.npmrc\b|\.netrc\b|\b(?:ssh|private) keys?\b|\bcredentials file\b|\bkeychain\b)/gi,
  },
  {
    name: "sending-secrets",
    message: "says that secrets or personal data go elsewhere",
    pattern: new RegExp(
      `\\bexfiltrat\\w*\\b|\\b${SENDING}\\b${NEAR}${SECRETS}${NEAR}${AWAY}|${SECRETS}${NEAR}\\b${SENDING}\\b${NEAR}${AWAY}|${SECRETS}${NEAR}\\b${SENDING}\\b[^.\\n]{0,60}\\battacker\\b`,
      "gi",
    ),
  },
  {
    name: "quiet-collection",
    message: "collects data besides what it is for",
    pattern:
      /\b(?:sent|forwarded|added|uploaded) to (?:our|a|the)\b[^.\n]{0,40}\b(?:research team|marketing|remote server|partner)|\bautomatically opted[ -]in\b|\bMAC address\b[^.]{0,60}\b(?:username|hostname)\b/gi,
  },
  {
    name: "command",
    message: "contains a command that destroys or sends",
    pattern:
      /\brm\s+-rf\s+[~/]|\bcurl\s[^\n]{0,120}(?:-d\s*@|--data\S*\s*@|\|\s*(?:ba)?sh\b)|\bwget\s[^\n]{0,120}\|\s*(?:ba)?sh\b/gi,
  },
  {
    name: "literal-key",
    message: "contains what looks like a key",
    pattern:
      /\bsk-[A-Za-z0-9]{20,}|\bAuthorization:\s*Bearer\s+[A-Za-z0-9._-]{20,}|\bghp_[A-Za-z0-9]{30,}|\bAKIA[0-9A-Z]{16}\b/g,
  },
];
