import type { RuleOffer, Title } from "../contract/asking/approval.ts";
import type { Effect } from "../contract/effect.ts";
import type { Tool } from "../contract/tool.ts";
import { type MessageName, message } from "../contract/words/messages.ts";
import { suggestRule } from "../policy/explain.ts";
import { judge } from "../policy/judge.ts";
import { createLayer, type Layer } from "../policy/layer.ts";
import { parseRules } from "../policy/rule.ts";
import { visibleLine } from "../text/visible-text.ts";
import { isDestructive } from "./destructive.ts";

/** The rule changes that are offered with a question, and the text for a call that is off. */
export interface OfferedRules {
  readonly off?: Title;
  readonly ruleOffers: RuleOffer[];
}

/** Messages for what is off. Anything else is the name of a tool. */
const OFF_WORDS: Readonly<Record<string, MessageName>> = {
  writing: "offWriting",
  deleting: "offDeleting",
  sending: "offSending",
  messages: "offMessages",
  spending: "offSpending",
};

/** The choices for a call that is off: turn it on for this conversation or this folder, or keep it off. */
export function turnOnOffers(
  rules: readonly string[],
  { canSave }: { readonly canSave: boolean },
): OfferedRules {
  const off = inBoth((language) => {
    const named = rules.map((rule) => {
      const words = OFF_WORDS[rule];
      return words === undefined ? visibleLine(rule) : message(words, language);
    });
    return message("turnOn", language, { what: joinNames(named, language) });
  });
  const offer = (
    key: string,
    terms: Pick<RuleOffer, "answer" | "verdict" | "scope">,
    words: MessageName,
  ) => ({
    key,
    ...terms,
    rules: [...rules],
    words: inBoth((language) => message(words, language)),
  });
  return {
    off,
    ruleOffers: [
      offer("conversation", { answer: "approve", verdict: "ask", scope: "conversation" }, "onConversation"),
      ...(canSave
        ? [
            offer("folder", { answer: "approve", verdict: "ask", scope: "folder" }, "onFolder"),
            offer("keep-off", { answer: "deny", verdict: "deny", scope: "folder" }, "keepOff"),
          ]
        : []),
    ],
  };
}

/**
 * Rules that would avoid the next question about a call: allow the narrowest pattern that covers it and similar ones, or deny
 * it. Allowing is not offered for calls that destroy or send, nor if another layer would ask anyway.
 */
export function askedOffers(
  call: { readonly tool: Tool; readonly effects: readonly Effect[] },
  { folder, layers }: { readonly folder: string; readonly layers: readonly Layer[] },
): OfferedRules {
  const rule = suggestRule({ tool: call.tool.name, effects: call.effects }, folder);
  if (rule === undefined) return { ruleOffers: [] };
  const common = { rules: [rule], scope: "folder" } as const;
  const words = (name: MessageName) =>
    inBoth((language) => message(name, language, { rule: visibleLine(rule) }));
  const allow = {
    key: "allow",
    answer: "approve",
    verdict: "allow",
    ...common,
    words: words("allowRule"),
  } as const;
  const deny = { key: "deny", answer: "deny", verdict: "deny", ...common, words: words("denyRule") } as const;
  const mayOfferAllow = !isDestructive(call) && wouldAllow(call, rule, { folder, layers });
  return {
    ruleOffers: [...(mayOfferAllow ? [allow] : []), deny].map((offer) => ({ ...offer, rules: [rule] })),
  };
}

function wouldAllow(
  call: { readonly tool: Tool; readonly effects: readonly Effect[] },
  rule: string,
  { folder, layers }: { readonly folder: string; readonly layers: readonly Layer[] },
): boolean {
  const [global, ...others] = layers;
  if (global === undefined) return false;
  const { name, otherwise, rules = [] } = global;
  const added = parseRules(rule, "allow", { base: folder });
  const changed = createLayer({ name, otherwise, rules: [...rules, ...added] });
  return judge(call, [changed, ...others]).verdict === "allow";
}

function inBoth(words: (language: "en" | "zh") => string): Title {
  return { en: words("en"), zh: words("zh") };
}

function joinNames(names: readonly string[], language: "en" | "zh"): string {
  const text = names.join(language === "en" ? " and " : "和");
  return language === "en" ? `${text.slice(0, 1).toUpperCase()}${text.slice(1)}` : text;
}
