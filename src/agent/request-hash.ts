import type { ModelRequest } from "../model/language/language-model.ts";
import { canonicalJson } from "../support/canonical-json.ts";
import { sha256 } from "../support/sha256.ts";

const PARTS = ["the system prompt", "the tools on offer", "the messages"] as const;

/** What tells two requests apart, part by part, without the boundary, which is another in every run. */
export function requestHash({ system, messages, tools }: ModelRequest): string {
  const boundary = /<data-([0-9a-f]{32})>/.exec(system)?.[1] ?? "\0";
  const said = messages.map(({ role, text }) => [role, text]);
  const parts = [system, canonicalJson(tools.map(({ name }) => name)), canonicalJson(said)];
  return parts.map((part) => sha256(part.replaceAll(boundary, "")).slice(0, 16)).join("-");
}

/** Which part of a request is not what it was; nothing when all are. */
export function differingPart(a: string, b: string): string | undefined {
  const [left, right] = [a.split("-"), b.split("-")];
  return PARTS.find((_part, at) => left[at] !== right[at]);
}
