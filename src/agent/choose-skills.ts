import type { SkillBinding } from "../contract/active-skill.ts";
import { message } from "../contract/messages.ts";
import type { Language } from "../support/language-of.ts";
import type { Catalogue, SkillCard } from "./agent-world.ts";

/** A skill that a message names or calls for. */
export interface ChosenSkill {
  readonly name: string;
  readonly why: string;
  readonly binds: SkillBinding;
  /** Whether the message says it in words, and not by meaning alone. */
  readonly said: boolean;
}

const MOST_ACTIVE = 3;

const MOST_FOUND = 10;

/**
 * Chooses the skills of a message. Those that it names come alone; else those whose keywords or intents it says, and those that
 * a search finds by meaning.
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
  const choosable = skills.filter(({ modelInvocable }) => modelInvocable !== false);
  const search = async () => (await catalogue.findSkills?.(text, MOST_FOUND).catch(() => [])) ?? [];
  const said = saidSkills(folded, choosable);
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
  const usable = new Set(choosable.map(({ name }) => name));
  const why = message("skillFits", language);
  return (await search())
    .filter((name) => usable.has(name))
    .slice(0, MOST_ACTIVE)
    .map((name) => ({ name, why, binds: "nothing", said: false }));
}

interface SaidSkill {
  readonly name: string;
  /** The longest word of it that the message says. */
  readonly word: string;
}

/** A text in the one spelling in which skills are looked for in it. */
export function foldText(text: string): string {
  return text.normalize("NFKC").toLowerCase();
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
    .map((keyword) => keyword.normalize("NFKC").toLowerCase())
    .filter((keyword) => keyword.length > 1 && containsWord(folded, keyword));
  const meant = intents.filter((intent) => saysIntent(folded, intent));
  return [...said, ...meant].reduce((longest, word) => (word.length > longest.length ? word : longest), "");
}

/** An intent such as `convert_time` is said by all of its words, in any order and with any ending. */
function saysIntent(folded: string, intent: string): boolean {
  const words = intent
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word.length > 1);
  return words.length > 0 && words.every((word) => beginsWord(folded, word));
}

function beginsWord(text: string, word: string): boolean {
  if (!/^[\x20-\x7e]+$/.test(word)) return text.includes(word);
  return text.includes(word) && new RegExp(`(?<![a-z0-9])${escaped(word)}`).test(text);
}

// Words of an alphabet count only whole: "runtime" does not say "time".
function containsWord(text: string, keyword: string): boolean {
  if (!text.includes(keyword)) return false;
  if (!/^[\x20-\x7e]+$/.test(keyword)) return true;
  return new RegExp(`(?<![a-z0-9])${escaped(keyword)}(?![a-z0-9])`).test(text);
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&");
}

/** What may follow a name that is also a plain word: "use time to convert", not "use time well". */
const AFTER_PLAIN = String.raw`\s*(?:$|[\s]*[,.:;!?，。：；！？、]|\s+(?:to|for|and|on|skill)\b|\s*(?:技能|来|去|帮|把|查|搜|转|算|看|做|处理))`;

/** Whether a folded text names a skill: `/name`, `$name`, `skill name`, `use name`, `the name skill`, 用 name, name 技能. */
export function isNamed(folded: string, name: string): boolean {
  const wanted = foldText(name);
  // Most of many skills are out of the question at a glance.
  if (!folded.includes(wanted)) return false;
  const plain = escaped(wanted);
  const end = String.raw`(?![\p{L}\p{N}_/-]|\.[\p{L}\p{N}])`;
  const quoted = String.raw`["'“「『\x60]?${plain}["'”」』\x60]?`;
  const after = wanted.includes("-") ? "(?![a-z0-9_-])" : AFTER_PLAIN;
  return [
    String.raw`(?:^|[\s，。,;：:（(])[/$]${plain}${end}`,
    String.raw`(?<![\p{L}\p{N}])skills?\s*[:：]?\s*${quoted}${end}`,
    String.raw`(?<![a-z0-9])(?:use|using|run|apply|invoke|with)\s+(?:the\s+|my\s+)?(?:skill\s+)?${quoted}${after}`,
    String.raw`(?<![\p{L}\p{N}_-])${quoted}\s+skill(?![a-z])`,
    String.raw`(?:使用|调用|启用|通过|运行|用)\s*(?:技能\s*)?${quoted}${after}`,
    String.raw`(?<![a-z0-9_-])${quoted}\s*(?:这个|的)?技能`,
    String.raw`技能\s*[:：]?\s*${quoted}(?![a-z0-9_-])`,
  ].some((pattern) => new RegExp(pattern, "u").test(folded));
}
