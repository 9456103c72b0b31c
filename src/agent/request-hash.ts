import type { ModelRequest } from "../model/language/language-model.ts";
import { sha256 } from "../support/sha256.ts";

const PARTS = ["the system prompt", "the tools on offer", "the messages"] as const;

/**
 * What tells two requests apart, part by part, without the boundary, which is another in every run. After the first request
 * of a run only what is new counts: the rest was compared before.
 */
export function requestHash({ system, messages, tools }: ModelRequest, boundary: string): string {
  const last = messages.findLastIndex(({ role }) => role === "assistant" || role === "user");
  const first = messages[last]?.role !== "assistant";
  const fresh = (first ? messages : messages.slice(last)).map(({ role, text }) => [role, text]);
  const hash = (text: string) => sha256(boundary === "" ? text : text.replaceAll(boundary, "")).slice(0, 16);
  const parts = [
    first ? hash(system) : "same",
    first ? hash(JSON.stringify(tools.map(({ name }) => name))) : `${tools.length}`,
    hash(JSON.stringify(fresh)),
  ];
  return parts.join("-");
}

/** Which part of a request is not what it was; nothing when all are. */
export function differingPart(a: string, b: string): string | undefined {
  const [left, right] = [a.split("-"), b.split("-")];
  return PARTS.find((_part, at) => left[at] !== right[at]);
}
