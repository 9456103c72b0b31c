import type { SkillBinding } from "../contract/active-skill.ts";
import { message } from "../contract/words/messages.ts";
import type { Language } from "../support/language-of.ts";
import type { Catalogue, SkillCard, WaitingSkill } from "./agent-world.ts";
import { declinesSkill, foldText, isAscii, namesSkill, placesOf, withoutQuotations } from "./named-skill.ts";

/** A skill that a message names or matches. */
interface ChosenSkill {
  readonly name: string;
  readonly why: string;
  readonly binds: SkillBinding;
  /** Whether the message names the skill or one of its keywords, instead of only matching by meaning. */
  readonly byKeyword: boolean;
}

const MAX_ACTIVE = 3;

const MAX_FOUND = 10;

/** A message with fewer letters says too little for a search by meaning. */
const MIN_LETTERS = 4;

/**
 * Chooses the skills of a message. Skills that it names are chosen alone; otherwise those whose keywords or intents it contains,
 * and those that a search finds by meaning. Skills that it declines are excluded.
 */
export async function chooseSkills(
  { message: text, language }: { readonly message: string; readonly language: Language },
  skills: readonly SkillCard[],
  catalogue: Pick<Catalogue, "findSkills">,
): Promise<ChosenSkill[]> {
  const own = withoutQuotations(text);
  const folded = foldText(own);
  const named = skills.filter(
    ({ name, userInvocable }) => userInvocable !== false && namesSkill(folded, name),
  );
  if (named.length > 0) {
    const why = message("skillNamed", language);
    return named
      .slice(0, MAX_ACTIVE)
      .map(({ name }) => ({ name, why, binds: "everything", byKeyword: true }));
  }
  const choosable = skills.filter(
    ({ name, modelInvocable }) => modelInvocable !== false && !declinesSkill(folded, name),
  );
  const about = withoutOperators(own);
  const search = async () => (await catalogue.findSkills?.(about, MAX_FOUND).catch(() => [])) ?? [];
  const matches = skillsByKeyword(foldText(about), choosable);
  if (matches.length > 0) {
    const found = matches.length > MAX_ACTIVE ? await search() : [];
    return inOrder(matches, found)
      .slice(0, MAX_ACTIVE)
      .map(({ name, word }) => ({
        name,
        why: message("skillSaid", language, { word }),
        binds: "nothing",
        byKeyword: true,
      }));
  }
  if (about.replaceAll(QUESTION_WORDS, "").replaceAll(/\P{L}/gu, "").length < MIN_LETTERS) return [];
  const usable = new Set(choosable.map(({ name }) => name));
  const why = message("skillFits", language);
  return (await search())
    .filter((name) => usable.has(name))
    .slice(0, MAX_ACTIVE)
    .map((name) => ({ name, why, binds: "nothing", byKeyword: false }));
}

/** Words of a question that name no topic: "What is 17 times 23?" has none. */
const QUESTION_WORDS = /\b(?:what(?:['’]s)?|is|are|of|the|how|much|many|please)\b|是多少|等于|多少|请问/giu;

/** The skills that a message names and that cannot be used yet. */
export async function namedWaiting(
  text: string,
  catalogue: Pick<Catalogue, "waitingSkills">,
): Promise<WaitingSkill[]> {
  const folded = foldText(withoutQuotations(text));
  const waiting = (await catalogue.waitingSkills?.()) ?? [];
  return waiting.filter(({ name }) => namesSkill(folded, name)).slice(0, MAX_ACTIVE);
}

/** Removes words between two numbers: they are operators and not the topic, as in "17 times 23", 17乘以23. */
function withoutOperators(text: string): string {
  return text.replace(/(\d)(?:\s{1,3}\p{L}{1,12}\s{1,3}|\p{Script=Han}{2,4})(?=\d)/gu, "$1 ");
}

interface KeywordMatch {
  readonly name: string;
  /** The longest keyword or intent of the skill in the message. */
  readonly word: string;
}

/** The skills whose keywords or intents a text contains. */
function skillsByKeyword(folded: string, skills: readonly SkillCard[]): KeywordMatch[] {
  const matches = skills
    .map((skill) => ({ name: skill.name, word: longestKeyword(folded, wordsOf(skill)) }))
    .filter(({ word }) => word !== "");
  return inOrder(matches, []);
}

/** Sorts by the longest word, then by search rank, then by name. */
function inOrder(matches: readonly KeywordMatch[], found: readonly string[]): KeywordMatch[] {
  const rank = (name: string) => (found.includes(name) ? found.indexOf(name) : found.length);
  return [...matches].sort(
    (a, b) => b.word.length - a.word.length || rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1),
  );
}

/** The keywords and intents of a skill, as they are searched for. */
interface SkillWords {
  readonly keywords: readonly string[];
  readonly intents: readonly { readonly intent: string; readonly words: readonly string[] }[];
}

/** Cards are the same for every message until a skill changes. */
const skillWords = new WeakMap<SkillCard, SkillWords>();

function wordsOf(skill: SkillCard): SkillWords {
  const known = skillWords.get(skill);
  if (known !== undefined) return known;
  const made = {
    keywords: skill.keywords.map(foldText).filter((keyword) => keyword.length > 1),
    intents: (skill.intents ?? []).map((intent) => ({
      intent,
      words: foldText(intent)
        .split(/[^\p{L}\p{N}]+/u)
        .filter((word) => word.length > 1),
    })),
  };
  skillWords.set(skill, made);
  return made;
}

function longestKeyword(folded: string, { keywords, intents }: SkillWords): string {
  let longest = "";
  for (const keyword of keywords)
    if (keyword.length > longest.length && containsWord(folded, keyword)) longest = keyword;
  for (const { intent, words } of intents)
    if (intent.length > longest.length && containsIntent(folded, words)) longest = intent;
  return longest;
}

/** Whether a text contains an intent such as `convert_time`: all of its words, in any order and with any ending. */
function containsIntent(folded: string, words: readonly string[]): boolean {
  return words.length > 0 && words.every((word) => beginsWord(folded, word));
}

function beginsWord(text: string, word: string): boolean {
  return placesOf(text, word).some((at) => !isAscii(word) || !LETTER.test(text[at - 1] ?? ""));
}

// Words of an alphabet must match whole: "runtime" does not contain "time".
function containsWord(text: string, keyword: string): boolean {
  return placesOf(text, keyword).some(
    (at) =>
      !isAscii(keyword) ||
      (!LETTER.test(text[at - 1] ?? "") && !LETTER.test(text[at + keyword.length] ?? "")),
  );
}

const LETTER = /[a-z0-9]/;
