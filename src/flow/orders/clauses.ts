import { type MessagePart, messageParts, withoutCompounds } from "../../text/orders.ts";
import { withoutQuoted } from "../../text/prohibitions.ts";
import { CHINESE_VERBS, ENGLISH_VERBS, isNoVerb } from "../verbs.ts";
import { wordsOf } from "../words.ts";

/** One order of the user's, or another part of their message: "archive the offer", "mark the invoice as read". */
export interface Clause {
  /** Its words, including reported ones: in "remind me to pay Ann" also "to pay Ann". */
  readonly text: string;
  /** The part of it that asks for something. Receivers have to be named there. */
  readonly head: string;
  /** Text and head in the spelling of `foldText`, to search in. */
  readonly folded: { readonly text: string; readonly head: string };
  /** The head without quotes, and without Chinese compounds that contain another verb. */
  readonly plain: string;
  /** Whether it asks for something: always, never, or only if the user is free. */
  readonly asks: "always" | "never" | "own condition";
  /** Its verbs. A verb that is used as a noun is missing: "the deploy log". */
  readonly verbs: ReadonlySet<string>;
}

/** Words that are nouns after "and", unless somebody or something follows: "the subject 'Hi' and text 'Bye'". */
const NOUNS =
  "message|text|e-?mail|mail|note|title|name|subject|link|call|plan|label|review|comment|order|list|set|post";

/** Where one order ends and the next one begins: "…, and mark", "… and then send". */
const NEXT = new RegExp(
  `(?:[,，、]|\\band\\b|\\bthen\\b|\\bbut\\b)\\s*(?:(?:and|then|also|please|finally|afterwards|but|so|just|now|only|instead|rather)\\s+){0,3}(?=(?!(?:${NOUNS})\\b(?!\\s+(?:h(?:im|er)|them|the|an?|all|it|my)\\b))(?:${[...ENGLISH_VERBS].join("|")})\\b)|[，。；！？]|并且?|然后|接着|再(?=[把给将向])`,
  "giu",
);

/** Splits a message into its orders and its other parts. */
export function clausesOf(text: string): Clause[] {
  const plain = withoutQuoted(text);
  const clauses = messageParts(text).flatMap((part) => {
    if (part.kind === "statement") return [clauseOf(text, part, "never")];
    const head = plain.slice(part.start, part.reportedAt);
    const cuts = [...head.matchAll(NEXT)]
      .map(({ index }) => part.start + index)
      .filter((at) => at > part.start);
    const starts = [part.start, ...cuts];
    return starts.map((start, at) => {
      const isLast = at === starts.length - 1;
      const end = starts[at + 1] ?? part.end;
      const piece = { start, end, reportedAt: isLast ? part.reportedAt : end };
      return clauseOf(text, piece, part.kind === "order" ? "always" : "own condition");
    });
  });
  return clauses.filter(({ text: words }) => /[\p{L}\p{N}]/u.test(words));
}

function clauseOf(
  text: string,
  { start, end, reportedAt }: Pick<MessagePart, "start" | "end" | "reportedAt">,
  asks: Clause["asks"],
): Clause {
  const head = text.slice(start, reportedAt);
  const plain = withoutCompounds(head);
  const whole = text.slice(start, end);
  const folded = { text: foldText(whole), head: foldText(head) };
  return { text: whole, head, folded, plain, asks, verbs: verbsIn(plain) };
}

/** One spelling of a text, so that values are found in any case. */
export function foldText(text: string): string {
  return text.normalize("NFC").toLowerCase().trim();
}

/** Whether a clause asks for one of these words, each in the form of `forms`: as a verb, or as one of the nouns that ask. */
export function commands({ verbs, plain }: Clause, words: readonly string[]): boolean {
  return words.some((word) => {
    if (/\p{Script=Han}/u.test(word))
      return CHINESE_ORDER.test(plain) && plain.includes(word.replaceAll(" ", ""));
    return verbs.has(word) || (isNoVerb(word) && saysWord(plain, word));
  });
}

const LEAST_STEM = 4;

/** Whether a word is a form of one of an order's verbs: the state "closed" for "close it", `assignees` for "assign it". */
export function isStateOf(word: string, { verbs }: Clause): boolean {
  const wanted = word.toLowerCase();
  return [...verbs].some((verb) => {
    const stem = verb.replace(/e$/, "");
    return stem.length >= LEAST_STEM && wanted.startsWith(stem) && wanted.length <= stem.length + 4;
  });
}

/** Whether a text contains a word as a whole, in any case. */
export function saysWord(text: string, word: string): boolean {
  return ` ${wordsOf(text).join(" ")} `.includes(` ${word} `);
}

const TOKEN = /[\p{L}\p{N}@][\p{L}\p{N}'’@.-]{0,80}|_+|[^\s\p{L}\p{N}]/gu;
const BEFORE_VERB =
  /^(?:please|and|then|also|or|but|so|you|just|now|kindly|finally|first|next|let|lets|let's|us|help|me|by|mind|not|forget|\p{L}{2,20}ly|[^\p{L}\p{N}_'’])$/u;
const BEFORE_NOUN =
  /^(?:the|an?|my|our|your|h(?:is|er)|their|its|this|that|these|those|of|in|on|at|for|from|about|with|into|as|i|we|s?h(?:e)|they|it|who|which|is|are|was|were|be|been|has|have|had|did|does|no|any|some|each|every|all|open|new|last|latest|next|first|\p{L}{1,40}['’]s)$/u;
const OBJECT =
  /^(?:the|an?|my|our|your|h(?:is|er)|their|it|h(?:im|er)|them|me|us|this|that|these|those|all|each|every|everyone|everybody|to|_+|['"“‘#]|\d.*|\S+@\S+)$/u;

/** The verbs that are used as verbs. What follows an article, a preposition or another verb is a noun: "write release notes". */
function verbsIn(head: string): ReadonlySet<string> {
  const verbs = new Set(usedAsVerbs(head, (word) => ENGLISH_VERBS.has(word)));
  if (CHINESE_ORDER.test(head)) for (const verb of CHINESE_VERBS) if (head.includes(verb)) verbs.add(verb);
  return verbs;
}

/** Openings of a Chinese order: wishes, fillers, times. */
const CHINESE_OPENERS =
  "请你?|麻烦你?|劳驾|拜托|帮(?:我们?|忙|一下)?|你|您|可否|能不能|可不可以|可以|能|我们?(?:要|想要?|需要|希望)(?:你|您)?|(?:需要|希望|务必|记得)你?|别忘了?|不要忘了?|[再也还就都先那]|然后|接着|并且?|而且|最后|另外|顺便|现在|马上|立刻|尽快|直接|[替为给]我|好的?|首先|其次|第[一二三四五]|[0-9一二三四五]{1,2}[.、)]|今[天晚]|明[天早晚]|后天|下?(?:周|星期|礼拜|个?月)[一二三四五六日天]?|[上中下]午|早上|晚上|[0-9]{1,4}[点:：年月日号分][0-9]{0,2}";

/** A Chinese order begins with the verb, its object or its receiver. If another person precedes it, that person acts. */
const CHINESE_ORDER = new RegExp(
  `^[\\s\\p{P}]{0,20}(?:(?:${CHINESE_OPENERS})[\\s,，、]{0,3}){0,8}(?:[把将给向对往在从用以为跟和与按]|根据|通过|${CHINESE_VERBS.join("|")}|[^有他她它我你您让叫说问想要说]{1,12}[设改调换定标][为成到])`,
  "u",
);

/** Whether a text uses one of these words as a verb. */
export function usesAsVerb(text: string, words: readonly string[]): boolean {
  return usedAsVerbs(text, (word) => ENGLISH_VERBS.has(word) || words.includes(word)).some((word) =>
    words.some((one) => stemsOf(word).includes(one)),
  );
}

function usedAsVerbs(head: string, isVerb: (word: string) => boolean): string[] {
  const tokens = head.match(TOKEN) ?? [];
  const used: string[] = [];
  let wasVerb = false;
  for (const [at, token] of tokens.entries()) {
    const word = token.toLowerCase();
    wasVerb =
      (isVerb(word) || isAskedFor(tokens[at - 1])) &&
      stemsOf(word).some(isVerb) &&
      isUsed(tokens, at, { used, wasVerb });
    if (wasVerb) used.push(word);
  }
  return used;
}

/** Whether the word before an "-ing" form asks for it: "mind sending". "Sending it was wrong" asks for nothing. */
function isAskedFor(before: string | undefined): boolean {
  return before !== undefined && /^(?:mind|by|start|begin|keep|try|and|or|then|,)$/i.test(before);
}

/**
 * Whether the user asks for the verb at this place. They do at the beginning, after "please", "and" or a comma, after an opening such
 * as "in harbour", and after "to" where they say what they want. Elsewhere the verb says what somebody else does.
 */
function isUsed(
  tokens: readonly string[],
  at: number,
  { used, wasVerb }: { readonly used: readonly string[]; readonly wasVerb: boolean },
): boolean {
  const before = tokens[at - 1]?.toLowerCase();
  const after = tokens[at + 1] ?? "";
  if (before === undefined) return true;
  if (before === "to") {
    if (SPOKEN_OF.test(tokens[at - 2] ?? "")) return false;
    const opening = tokens.slice(0, at - 1).join(" ");
    return WISH.test(opening) || (used.length > 0 && !used.some((verb) => TELLS.has(verb)));
  }
  if (BEFORE_VERB.test(before)) return true;
  const earlier = tokens[at - 2]?.toLowerCase();
  if (MODALS.has(before) && earlier === "you") return true;
  if (before === "i" && earlier === "what") return true;
  const start = tokens.slice(0, at).findLastIndex((token) => JOINS.test(token)) + 1;
  if (BEFORE_NOUN.test(before) || wasVerb || !OPENS.test(tokens[start] ?? "")) return false;
  return OBJECT.test(after.toLowerCase()) || /^\p{Lu}/u.test(after);
}

/** Nouns whose "to" says what they are about: "cancel the order to pay". */
const SPOKEN_OF =
  /^(?:order|instruction|request|plan|idea|offer|promise|decision|proposal|intention|attempt|wish|task)s?$/i;

const MODALS = new Set(["can", "could", "would", "will", "should", "may"]);
/** Wishes before "to": "I want you to", "make sure to", "help me to". */
const WISH =
  /(?:\b(?:i|we)(?:\s?['’]\s?d)?(?: (?:would|do|really|also|just|still|will))*(?:['’]d)? (?:want|need|like|love|wish|prefer|have|got)|\bi['’]d (?:like|love|prefer)|\byou (?:\p{L}+ )?(?:have|need)|\b(?:please|help|try|sure|remember|forget|hesitate|time|free|ahead|kind|enough|able|ready|need|want|like|you|me|us))(?: (?:you|us|also|now|just|still|really|please|me|as|so))*$/iu;
/** Verbs whose "to" tells others, or only thinks of it: "ask Bob to pay". */
const TELLS = new Set(
  "ask tell remind invite order advise urge write message notify inform say answer reply respond pretend imagine suppose plan explain describe translate suggest decide know think watch see read summarize summarise find look list show cancel revoke stop undo withdraw delay postpone forget refuse veto avoid prevent block abandon drop skip hide warn".split(
    " ",
  ),
);
/** First words of an opening before an order: "in harbour star …", "tomorrow book …". */
const JOINS = /^(?:and|then|but|so|[,;:])$/iu;
const OPENS =
  /^(?:to|in|on|at|for|from|with|by|after|before|during|until|within|regarding|about|as|tomorrow|today|tonight|next|this|later|ok|okay|hi|hello|hey|dear|yes|no|sure|thanks|thank|pls|plz|finally|first|second|third|last|lastly|\d+|[^\p{L}\p{N}])$/iu;

/** A word, and the verb of which it is the "-ing" form. */
function stemsOf(word: string): string[] {
  const stem = word.replace(/ing$/, "");
  return stem === word ? [word] : [word, stem, `${stem}e`, stem.replace(/(\p{L})\1$/u, "$1")];
}

const TURNS_ON =
  /\b(?:turn|switch|power)(?:ed|ing|s)?\b[^.!?;\n]{0,60}?\bon\b|\b(?:enable|activate|start|arm)\b|打开|开启|启用|开(?!始|会|心)/iu;
const TURNS_OFF =
  /\b(?:turn|switch|power|shut)(?:ed|ing|s)?\b[^.!?;\n]{0,60}?\b(?:off|down)\b|\b(?:disable|deactivate|stop|disarm)\b|关(?!于|系|注|心|键)|停用|禁用/iu;

/** Whether a text wants something turned on, or off. */
export function turns(text: string, on: boolean): boolean {
  return (on ? TURNS_ON : TURNS_OFF).test(text);
}
