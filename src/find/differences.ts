import { definitionHash } from "../sources/mcp/tool-definition.ts";
import { counted } from "../support/counted-things.ts";
import type { TrialRecord } from "./trial-record.ts";

const MOST_NAMED = 8;

/** Describes how a newer version differs in its code, hosts, variables and tools. */
export function differencesOf(before: TrialRecord, after: TrialRecord): string[] {
  const files = changedKeys(before.files, after.files);
  const hosts = added(before.contract.hosts, after.contract.hosts);
  const codeHosts = added(before.codeHosts, after.codeHosts);
  const programs = added(before.contract.programs, after.contract.programs);
  const variables = added(namesOf(before), namesOf(after));
  const folders = added(foldersOf(before), foldersOf(after));
  const tools = changedKeys(toolHashes(before), toolHashes(after));
  return [
    ...(files.length === 0
      ? ["None of its own files is different"]
      : [`${counted(files.length, "file")} differ${files.length === 1 ? "s" : ""}: ${named(files)}`]),
    ...(hosts.length === 0 ? [] : [`Reaches for new hosts: ${named(hosts)}`]),
    ...(codeHosts.length === 0 ? [] : [`Its code names new hosts: ${named(codeHosts)}`]),
    ...(programs.length === 0 ? [] : [`Starts new programs: ${named(programs)}`]),
    ...(variables.length === 0 ? [] : [`Wants new variables: ${named(variables)}`]),
    ...(folders.length === 0 ? [] : [`Wants new folders of yours: ${named(folders)}`]),
    ...(tools.length === 0 ? [] : [`Tools that are new, gone or described differently: ${named(tools)}`]),
  ];
}

/** Whether a newer version uses hosts, programs or folders that the previous one did not. */
export function reachesMore(before: TrialRecord, after: TrialRecord): boolean {
  return [
    added(before.contract.hosts, after.contract.hosts),
    added(before.codeHosts, after.codeHosts),
    added(before.contract.programs, after.contract.programs),
    added(foldersOf(before), foldersOf(after)),
  ].some((list) => list.length > 0);
}

const namesOf = ({ candidate, skill }: TrialRecord): readonly string[] =>
  skill === undefined ? candidate.variables.map(({ name }) => name) : skill.contract.environment;

const foldersOf = ({ skill }: TrialRecord): string[] =>
  (skill?.contract.folders ?? []).map(({ path, access }) => `${path} (${access})`);

function toolHashes({ definitions }: TrialRecord): Record<string, string> {
  return Object.fromEntries((definitions?.tools ?? []).map((tool) => [tool.name, definitionHash(tool)]));
}

function added(before: readonly string[], after: readonly string[]): string[] {
  return after.filter((one) => !before.includes(one));
}

function changedKeys(
  before: Readonly<Record<string, string>>,
  after: Readonly<Record<string, string>>,
): string[] {
  const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
  return [...keys].filter((key) => before[key] !== after[key]).sort();
}

function named(names: readonly string[]): string {
  return `${names.slice(0, MOST_NAMED).join(", ")}${names.length > MOST_NAMED ? ` and ${names.length - MOST_NAMED} more` : ""}`;
}
