import type { ModelRequest } from "../model/language/language-model.ts";
import { sha256 } from "../support/sha256.ts";

const PARTS = ["the system prompt", "the tools on offer", "the messages"] as const;

/**
 * What tells two requests apart, part by part, without the boundary, which is another in every run. After the first request
 * of a run only what is new counts: the rest was compared before.
 */
export function requestHash({ system, messages, tools }: ModelRequest): string {
  const said = messages.findLastIndex(({ role }) => role === "assistant");
  const asked = messages.findLastIndex(({ role }) => role === "user");
  const first = said < asked;
  const boundary = boundaryOf(system);
  const fresh = (first ? messages : messages.slice(said)).map(({ role, text }) => [role, text]);
  const parts = [
    first ? sha256(system.replaceAll(boundary, "")).slice(0, 16) : "same",
    first ? sha256(JSON.stringify(tools.map(({ name }) => name))).slice(0, 16) : `${tools.length}`,
    sha256(JSON.stringify(fresh).replaceAll(boundary, "")).slice(0, 16),
  ];
  return parts.join("-");
}

// The rule of the boundary stands at the end of the prompt; whatever looks like it before is somebody's text.
function boundaryOf(system: string): string {
  return /^<data-([0-9a-f]{32})>/.exec(system.slice(system.lastIndexOf("<data-")))?.[1] ?? "\0";
}

/** Which part of a request is not what it was; nothing when all are. */
export function differingPart(a: string, b: string): string | undefined {
  const [left, right] = [a.split("-"), b.split("-")];
  return PARTS.find((_part, at) => left[at] !== right[at]);
}
