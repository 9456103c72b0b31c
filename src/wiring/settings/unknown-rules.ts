import type { Settings } from "../../config/load-config.ts";
import { serverPrefix } from "../../contract/tool-family.ts";
import { FAMILY_NAMES, guessFamily } from "../../policy/family-members.ts";
import type { Layer } from "../../policy/layer.ts";
import type { Rule } from "../../policy/rule.ts";
import { nearest } from "../../support/nearest.ts";
import type { ToolRegistry } from "../../tool/tool-registry.ts";
import { mayHaveServers } from "../tools/may-have-tools.ts";

/**
 * Suggests what each rule that matches no tool may have meant, by the rule's text. Skips names that may
 * belong to a server that was never started.
 */
export function describeUnknownRules(
  layers: readonly Layer[],
  registry: ToolRegistry,
  settings: Pick<Settings, "config" | "home">,
): ReadonlyMap<string, string> {
  const rules = layers.flatMap((layer) => layer.rules ?? []);
  const families = new Set(rules.filter(({ family }) => family === true).map(({ text }) => text));
  const names = registry.list().flatMap(({ name, aliases }) => [name, ...aliases]);
  const unknown = rules.filter(
    (rule) =>
      rule.subjectKind !== "effect" &&
      !families.has(rule.text) &&
      !names.some((name) => rule.matchesTool(name)) &&
      !registry.has(rule.subject) &&
      !mayBeOfServer(rule, registry, settings),
  );
  return new Map(unknown.map((rule) => [rule.text, describe(rule, registry, settings)]));
}

function mayBeOfServer(
  { subject }: Rule,
  registry: ToolRegistry,
  settings: Pick<Settings, "config" | "home">,
): boolean {
  const servers = Object.keys(settings.config.mcpServers);
  if (servers.some((server) => subject.startsWith(serverPrefix(server)))) return true;
  return mayHaveServers(settings) && registry.nearestNames(subject).length === 0;
}

function describe(
  { text, subject, file }: Rule,
  registry: ToolRegistry,
  { config }: Pick<Settings, "config">,
): string {
  const place = file === undefined ? "" : ` (${file})`;
  const server = Object.hasOwn(config.mcpServers, subject) ? [`${serverPrefix(subject)}*`] : [];
  const family = guessFamily(subject);
  const families = family === undefined ? nearest(subject, FAMILY_NAMES, 1) : [family];
  // A matching family is a better suggestion than similar names.
  const tools = family === undefined ? registry.nearestNames(subject) : [];
  const near = [...server, ...families, ...tools].slice(0, 3);
  const meant = near.length === 0 ? "`dejima tool list` shows the names" : `did you mean ${near.join(", ")}?`;
  return `The rule "${text}"${place} has no effect: no tool is called "${subject}"; ${meant}`;
}
