import type { Concept } from "./concepts.ts";
import { featureName } from "./features.ts";
import { type Order, scoreOf } from "./find-orders.ts";
import { ideaNumber } from "./ideas-of.ts";

/** Hidden from the user, against the user's wish, or in the voice of the system. */
const SIGNS: ReadonlySet<string> = new Set([
  "!conceals",
  "!sets-rules-aside",
  "!against-wish",
  "!poses",
  "!hidden",
]);
/** An order with a higher score does harm whatever it is about. Long results give many honest orders. */
const [CERTAIN, CERTAIN_IN_LONG] = [3.5, 5];
const PASSES_ON: readonly Concept[] = ["move", "write", "take", "collect", "send", "upload"];

/** A tool that is not one of this server: "any other tool", "the delete tool", "a tool of another server". */
const ANOTHER_TOOL =
  /\b(?:other|another|any|every|delete|write|read|file|terminal|shell|mail|send|memory|manager) (?:\w{1,20} )?tools?\b(?! (?:of|on|in) this\b)|\btools? (?:of|by|from|on) (?:an|any|every) ?other\b|(?:其他|其它|别的|任何|所有)工具/i;
/** A tool that a text mentions by its name. */
const NAMED_TOOL =
  /\b(?:call|use|invoke|run|execute|calling|using|tool)\s+(?:the\s+)?[`'"]?([a-z]+(?:_[a-z]+)+)\b/gi;

const USER_LEFT_OUT =
  /\busers? (?:(?:did|does|do|has|have) not|(?:did|does|do|has|have)n't) (?:mention|say|specify|name|give|provide|tell)/gi;

/** Whether a sentence only says what to do if the user did not mention something. */
const saysWhatUserLeftOut = (text: string): boolean =>
  USER_LEFT_OUT.test(text) && !/\b(?:not|never|without|\w+n't)\b/i.test(text.replaceAll(USER_LEFT_OUT, ""));

interface Spoken {
  /** The tools of the server that gives the order. */
  readonly siblings: ReadonlySet<string>;
  /** Whether the order is part of a long result or of long instructions. */
  readonly isLong: boolean;
}

/**
 * Whether an order does harm, instead of only saying how the tools of its own server are used: it hides something, sets rules
 * aside, asks for keys or for other conversations, or leads to another place or to tools of other servers.
 */
export function doesHarm(order: Order, { siblings, isLong }: Spoken): boolean {
  const { ideas, columns, sentence } = order;
  const has = (concept: Concept) => ideas.has[ideaNumber(concept)] === 1;
  const hasOne = (...concepts: readonly Concept[]) => concepts.some(has);
  const hasAll = (...concepts: readonly Concept[]) => concepts.every(has);
  if (saysWhatUserLeftOut(sentence.text) && !hasOne("link", "mailbox", "secret", "secretPlace", "files"))
    return false;
  if (scoreOf(order, "tool") > (isLong ? CERTAIN_IN_LONG : CERTAIN)) return true;
  if (columns.some((column) => SIGNS.has(featureName(column)))) return true;
  if (hasAll("user", "not") && hasOne("forbid", "given") && hasOne("know", "disclose", "given")) return true;
  if (has("secretPlace") && hasOne("fetch", "collect", "take", "write", "run")) return true;
  if (hasOne("mailbox", "account")) return true;
  if (hasAll("files", "user", "move", "take")) return true;
  if (ANOTHER_TOOL.test(sentence.text)) return true;
  if (sentence.text.matchAll(NAMED_TOOL).some(([, name = ""]) => !siblings.has(name))) return true;
  // These name addresses, rules and people by the dozen.
  if (isLong) return has("link") && hasOne("upload", "send") && hasOne("personal", "secret", "files");
  return (
    has("link") ||
    (hasOne("override", "rank") && has("rules")) ||
    (hasAll("rules", "user") && hasOne("obey", "any")) ||
    (hasOne("personal", "secretPlace", "system") &&
      hasOne(...PASSES_ON) &&
      hasOne("argument", "know", "rules"))
  );
}
