import { matchesInjectionPhrase } from "../support/injection-phrase.ts";
import { foldForMatching } from "../text/fold.ts";
import { oneLine } from "../text/one-line.ts";
import { unseenRuns } from "../text/unseen.ts";
import { describeOrder } from "./intent/orders-against-reader.ts";
import { ordersIn } from "./intent/orders-in.ts";
import { scoreOf } from "./intent/score.ts";
import { DESCRIPTION_SIGNALS } from "./signals/description-orders.ts";

/** Something in the description of a tool that should not stand there. */
export interface DescriptionFinding {
  readonly signal: string;
  /** What is wrong, in words for a person. */
  readonly message: string;
  /** The place, made visible and short. */
  readonly excerpt: string;
}

const MAX_TEXT = 100_000;
const EXCERPT = 160;
const BASE64 = /(?<![A-Za-z0-9+/])[A-Za-z0-9+/]{40,4000}={0,2}(?![A-Za-z0-9+/=])/g;
const AGAINST = "tells the model to set its rules aside, or to keep something from the user";
/** What an editor or a web page leaves behind carries no message. */
const LEFT_BEHIND = /^[\u200b\u00ad\ufeff\u200e\u200f]{1,2}$/;

/** The findings of one text that a model reads as part of a tool's definition. */
export function scanDescription(text: string): DescriptionFinding[] {
  const given = text.slice(0, MAX_TEXT);
  const read = foldForMatching(given);
  const found = [read, ...encodedTexts(read)].flatMap(findingsOf);
  const hidden = unseenRuns(given.replace(/^\ufeff/, ""))
    .map((run) => run.text)
    .join("");
  if (hidden === "" || LEFT_BEHIND.test(hidden)) return found;
  const characters = [...hidden];
  const codes = [...new Set(characters)]
    .slice(0, 5)
    .map((character) => `U+${character.codePointAt(0)?.toString(16)}`);
  const message = `holds ${characters.length} characters that cannot be seen`;
  return [{ signal: "hidden-characters", message, excerpt: codes.join(" ") }, ...found];
}

function findingsOf(read: string): DescriptionFinding[] {
  const found = DESCRIPTION_SIGNALS.flatMap(({ name, message, pattern }) => {
    const match = pattern.exec(read);
    return match === null ? [] : [{ signal: name, message, excerpt: excerptAt(read, match.index) }];
  });
  if (found.length > 0) return found;
  const order = ordersIn(read).find(({ columns }) => scoreOf(columns, "tool") > 0);
  if (order !== undefined) {
    const excerpt = excerptAt(read, order.sentence.offset);
    return [{ signal: "foreign-orders", message: describeOrder(order), excerpt }];
  }
  return matchesInjectionPhrase(read)
    ? [{ signal: "overriding-orders", message: AGAINST, excerpt: excerptAt(read, 0) }]
    : [];
}

/** What stands in it in base 64, where that is a text. */
function encodedTexts(read: string): string[] {
  return (read.match(BASE64) ?? [])
    .map((found) => Buffer.from(found, "base64").toString("utf8"))
    .filter((text) => /^[\p{L}\p{N}\p{P}\p{S}\p{Z}\s]+$/u.test(text));
}

function excerptAt(text: string, index: number): string {
  return oneLine(text.slice(Math.max(0, index - 20), index + EXCERPT), EXCERPT);
}
