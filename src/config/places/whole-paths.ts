import { resolve } from "node:path";
import { isRecord } from "../../text/record.ts";

/**
 * Settings that name a program, or a file that decides what runs or where keys are sent. `*` stands for every name and place in
 * a list. Folders that tools may reach are not listed: those of a user are relative to the folder in which they work.
 */
const PLACES = [
  "mcpServers.*.command",
  "mcpServers.*.args.*",
  "mcpServers.*.env.*",
  "mcpServers.*.cwd",
  "mcpServers.*.oauth.assertionFile",
  "openapi.*.document",
  "browser.executable",
  "models.default",
  "models.fallbacks.*",
  "skills.registries.*",
  "log.signingKey",
  "log.witnesses.*.file",
  "log.witnesses.*.certificate",
].map((place) => place.split("."));

/** Settings that are always a file, so that `x.yaml` means the same as `./x.yaml`. */
const FILES = /^(?:cwd|assertionFile|document|registries|signingKey|file|certificate)$/;

/** `./x` and `../x`, also after `--option=` and `local:`. A lone `.` is the folder in which the user works. */
const RELATIVE = /^(--?[\w-]+=|local:)?(\.{1,2}\/.*)$/s;

/**
 * Makes the relative paths of a config absolute that name programs and files. A config that applies in every folder would
 * otherwise run whatever a folder of somebody else has at that place.
 */
export function withWholePaths(
  given: Readonly<Record<string, unknown>>,
  folder: string,
): Record<string, unknown> {
  const made = PLACES.reduce<unknown>((value, place) => changeAt(value, place, folder), given);
  return isRecord(made) ? made : {};
}

function changeAt(value: unknown, [name, ...rest]: readonly string[], folder: string, field = ""): unknown {
  if (name === undefined) return typeof value === "string" ? wholePath(value, field, folder) : value;
  if (Array.isArray(value))
    return name === "*" ? value.map((item) => changeAt(item, rest, folder, field)) : value;
  if (!isRecord(value)) return value;
  const names = name === "*" ? Object.keys(value) : Object.hasOwn(value, name) ? [name] : [];
  const changed = names.map((each) => [
    each,
    changeAt(value[each], rest, folder, name === "*" ? field : name),
  ]);
  return { ...value, ...Object.fromEntries(changed) };
}

function wholePath(text: string, field: string, folder: string): string {
  if (FILES.test(field) && text !== "." && text !== ".." && !/^[a-z][a-z0-9+.-]*:/i.test(text))
    return resolve(folder, text);
  return text.replace(RELATIVE, (_all, before = "", path) => before + resolve(folder, path));
}
