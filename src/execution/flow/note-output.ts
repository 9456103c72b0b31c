import type { Tool } from "../../contract/tool.ts";
import { serviceOf, spoilThings } from "../../flow/explain-call.ts";
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
  if (source !== undefined && output !== undefined)
    origins.results.add(source, output, isPage ? undefined : service);
  if (isPage) {
    for (const { kind, target } of effects)
      if (kind === "host.read") origins.observed.addPage(target, output ?? "");
    return;
  }
  origins.observed.add(output, { tool: tool.name, service });
  const made = tool.flow.changes !== "nothing" && tool.flow.sends !== "nothing" && input !== undefined;
  const things = origins.records.add(output, { tool: tool.name, service, made });
  if (made && explanation !== undefined) spoilThings(explanation.found, things, origins);
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
