import type { Tool } from "../../contract/tool.ts";
import { givesContent, makesThings } from "../../flow/action.ts";
import { leavesOf } from "../../flow/call-leaves.ts";
import { serviceOf, spoilThings } from "../../flow/explain-call.ts";
import { isWebAddress } from "../../flow/named-things.ts";
import type { RunOrigins } from "../../flow/run-origins.ts";
import { tellsOnlyAddress } from "../../policy/provenance-layer.ts";
import { isInside } from "../../support/paths.ts";
import type { JudgedRequest } from "../call.ts";

/** Processes an output: who wrote it, which things it names, and which service it belongs to. */
export function noteOutput(
  { tool, input, effects, explanation }: JudgedRequest,
  { output, source }: { output: unknown; source: string | undefined },
  origins: RunOrigins,
): void {
  const service = serviceOf(tool);
  // A page is public, and its author controls its structure: it can call anything an id.
  const isPage =
    tellsOnlyAddress(tool) ||
    effects.some(({ kind, server }) => kind === "host.read" && server === undefined);
  if (!tellsOnlyAddress(tool) && tool.category !== "system") origins.saw(service);
  // Files belong to the user of this machine and not to a service that a later call may write to.
  if (effects.some(({ kind }) => kind === "file.read" || kind === "command.run"))
    origins.saw("files of this machine");
  // A server that opens addresses returns the content of pages. These pages are not entries of the server itself.
  const opened = isPage
    ? effects.flatMap(({ kind, target }) => (kind === "host.read" ? [target] : []))
    : openedAddresses({ tool, input });
  const speaker = isPage ? undefined : opened.length > 0 ? `pages read by ${service}` : service;
  if (source !== undefined && output !== undefined) origins.results.add(source, output, speaker);
  for (const address of opened) origins.observed.addPage(address, output ?? "");
  const acts = tool.flow.changes !== "nothing" && tool.flow.sends !== "nothing" && input !== undefined;
  if (isPage || opened.length > 0 || givesContent(tool)) {
    if (acts && explanation !== undefined) spoilThings(explanation.found, [], origins);
    return;
  }
  origins.observed.add(output, { tool: tool.name, service });
  // A list is not a new thing, whatever its tool declares.
  const made = acts && makesThings(tool) && !Array.isArray(output);
  const things = origins.records.add(output, { tool: tool.name, service, made });
  if (acts && explanation !== undefined) spoilThings(explanation.found, things, origins);
}

/** The web addresses among the destinations of a call. */
function openedAddresses(call: Pick<JudgedRequest, "tool" | "input">): string[] {
  // An address contains a character besides letters, digits, blanks and hyphens. Most calls contain no text with one.
  if (!hasText(call.input, /[^\w\s-]/)) return [];
  return (leavesOf(call) ?? []).flatMap(({ role, value }) =>
    role === "destination" && isWebAddress(value) ? [value] : [],
  );
}

function hasText(value: unknown, pattern: RegExp): boolean {
  if (typeof value === "string") return pattern.test(value);
  if (typeof value !== "object" || value === null) return false;
  return Object.values(value).some((inner) => hasText(inner, pattern));
}

/** The source of a call's output. Returns `undefined` if the tool or its kind vouches for the output. */
export function untrustedSource({ tool, effects }: JudgedRequest, folder: string): string | undefined {
  const { output } = tool.flow;
  if (output === "trusted") return undefined;
  const host = effects.find(({ kind, server }) => kind.startsWith("host.") && server === undefined);
  if (host !== undefined)
    return `${nameOf(tool)}: ${URL.parse(host.target)?.origin ?? host.target.slice(0, 200)}`;
  if (output === "untrusted" || effects.some(({ server }) => server !== undefined)) return nameOf(tool);
  const foreign = effects.find(({ kind, target }) => kind === "file.read" && !isInside(target, folder));
  return foreign === undefined ? undefined : `${nameOf(tool)}: ${foreign.target.slice(0, 200)}`;
}

function nameOf({ name, origin }: Tool): string {
  return origin === "" ? name : `${name} of ${origin}`;
}
