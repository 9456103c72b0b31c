import type { Signal } from "../finding.ts";
import type { Concept } from "./concepts.ts";
import { ideaNumber } from "./ideas-of.ts";
import { type Order, ordersIn } from "./orders-in.ts";
import { scoreOf } from "./score.ts";

/** Below this an order is not worth a word. */
const WARNING = -0.4;

const DEEDS: readonly (readonly [Concept, string])[] = [
  ["override", "set its rules aside"],
  ["upload", "send something out"],
  ["pay", "move money"],
  ["falsify", "change what is true"],
  ["weaken", "switch protections off"],
  ["grant", "give rights away"],
  ["send", "send something out"],
  ["delete", "delete something"],
  ["lock", "lock or pack files"],
  ["promote", "favour somebody"],
  ["fetch", "fetch something from outside"],
  ["run", "run something"],
  ["collect", "collect something"],
  ["write", "add something"],
];
const THINGS: readonly (readonly [Concept, string])[] = [
  ["secret", "credentials"],
  ["personal", "private data"],
  ["startup", "what starts by itself"],
  ["guard", "protections"],
  ["power", "rights"],
  ["money", "money"],
  ["files", "files"],
  ["mailbox", "a mail address"],
  ["link", "an outside address"],
  ["remote", "another machine"],
];

/** Orders to the reading model that serve somebody else than its user: judged by what they join, in which words ever. */
export const ordersAgainstReader: Signal = {
  name: "foreign-orders",
  *find({ text, isCode }) {
    if (isCode) return;
    for (const order of ordersIn(text)) {
      const score = scoreOf(order.columns, "skill");
      if (score <= WARNING) continue;
      yield {
        severity: score > 0 ? "danger" : "warning",
        message: describeOrder(order),
        offset: order.sentence.offset,
      };
    }
  },
};

/** What an order asks for, in words for a person. */
export function describeOrder({ ideas }: Order): string {
  const has = (concept: Concept) => ideas.has[ideaNumber(concept)] === 1;
  const deed = DEEDS.find(([concept]) => has(concept))?.[1] ?? "keep something from the user";
  const things = THINGS.filter(([concept]) => has(concept)).map(([, word]) => word);
  const about = things.length === 0 ? "" : ` (${things.slice(0, 3).join(", ")})`;
  const quiet = has("not") && has("disclose") ? ", without telling the user" : "";
  return `orders the reader to ${deed}${about}${quiet}`;
}
