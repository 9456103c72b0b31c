import type { SkillBinding } from "../contract/active-skill.ts";
import { message } from "../contract/messages.ts";
import type { Language } from "../support/language-of.ts";
import type { Catalogue, SkillCard } from "./agent-world.ts";
import { foldText, isAscii, isDeclined, isNamed, placesOf } from "./named-skill.ts";

/** A skill that a message names or calls for. */
interface ChosenSkill {
  readonly name: string;
  readonly why: string;
  readonly binds: SkillBinding;
  /** Whether the message says it in words, and not by meaning alone. */
  readonly said: boolean;
}

const MOST_ACTIVE = 3;

const MOST_FOUND = 10;

/** A message of numbers with hardly a word besides says too little to be found by its meaning. */
const LEAST_LETTERS = 4;

/**
 * Chooses the skills of a message. Those that it names come alone; else those whose keywords or intents it says, and those that
 * a search finds by meaning. Those that it declines do not come at all.
 */
export async function chooseSkills(
  { message: text, language }: { readonly message: string; readonly language: Language },
  skills: readonly SkillCard[],
  catalogue: Pick<Catalogue, "findSkills">,
): Promise<ChosenSkill[]> {
  const folded = foldText(text);
  const named = skills.filter(({ name, userInvocable }) => userInvocable !== false && isNamed(folded, name));
  if (named.length > 0) {
    const why = message("skillNamed", language);
    return named.slice(0, MOST_ACTIVE).map(({ name }) => ({ name, why, binds: "everything", said: true }));
  }
  const choosable = skills.filter(
    ({ name, modelInvocable }) => modelInvocable !== false && !isDeclined(folded, name),
  );
  const about = withoutOperators(text);
  const search = async () => (await catalogue.findSkills?.(about, MOST_FOUND).catch(() => [])) ?? [];
  const said = saidSkills(foldText(about), choosable);
  if (said.length > 0) {
    const found = said.length > MOST_ACTIVE ? await search() : [];
    return inOrder(said, found)
      .slice(0, MOST_ACTIVE)
      .map(({ name, word }) => ({
        name,
        why: message("skillSaid", language, { word }),
        binds: "nothing",
        said: true,
      }));
  }
  if (about.replaceAll(/\P{L}/gu, "").length < LEAST_LETTERS) return [];
  const usable = new Set(choosable.map(({ name }) => name));
  const why = message("skillFits", language);
  return (await search())
    .filter((name) => usable.has(name))
    .slice(0, MOST_ACTIVE)
    .map((name) => ({ name, why, binds: "nothing", said: false }));
}

/** A word between two numbers computes, and is not what the message is about: "17 times 23", 17乘以23. */
function withoutOperators(text: string): string {
  return text.replace(/(\d)(?:\s{1,3}\p{L}{1,12}\s{1,3}|\p{Script=Han}{2,4})(?=\d)/gu, "$1 ");
}

interface SaidSkill {
  readonly name: string;
  /** The longest word of it that the message says. */
  readonly word: string;
}

/** The skills whose keywords or intents a text says. */
function saidSkills(folded: string, skills: readonly SkillCard[]): SaidSkill[] {
  const said = skills
    .map(({ name, keywords, intents = [] }) => ({ name, word: saidWord(folded, keywords, intents) }))
    .filter(({ word }) => word !== "");
  return inOrder(said, []);
}

/** The longest word first, then the better found, then by name. */
function inOrder(said: readonly SaidSkill[], found: readonly string[]): SaidSkill[] {
  const rank = (name: string) => (found.includes(name) ? found.indexOf(name) : found.length);
  return [...said].sort(
    (a, b) => b.word.length - a.word.length || rank(a.name) - rank(b.name) || (a.name < b.name ? -1 : 1),
  );
}

function saidWord(folded: string, keywords: readonly string[], intents: readonly string[]): string {
  const said = keywords
    .map(foldText)
    .filter((keyword) => keyword.length > 1 && containsWord(folded, keyword));
  const meant = intents.filter((intent) => saysIntent(folded, intent));
  return [...said, ...meant].reduce((longest, word) => (word.length > longest.length ? word : longest), "");
}

/** An intent such as `convert_time` is said by all of its words, in any order and with any ending. */
function saysIntent(folded: string, intent: string): boolean {
  const words = foldText(intent)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
  return words.length > 0 && words.every((word) => beginsWord(folded, word));
}

function beginsWord(text: string, word: string): boolean {
  return placesOf(text, word).some((at) => !isAscii(word) || !LETTER.test(text[at - 1] ?? ""));
}

// Words of an alphabet count only whole: "runtime" does not say "time".
function containsWord(text: string, keyword: string): boolean {
  return placesOf(text, keyword).some(
    (at) =>
      !isAscii(keyword) ||
      (!LETTER.test(text[at - 1] ?? "") && !LETTER.test(text[at + keyword.length] ?? "")),
  );
}

const LETTER = /[a-z0-9]/;
