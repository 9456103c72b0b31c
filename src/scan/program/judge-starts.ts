import { addressKind, isCommonHost } from "../address.ts";
import { CARRIED } from "./carried-data.ts";
import type { RangeContent } from "./follow.ts";
import { type Case, type HarmfulAct, PROSE } from "./harmful-act.ts";
import { atomsIn, type Use } from "./program.ts";
import { isVouched } from "./purpose.ts";
import { STARTS } from "./read-tree.ts";

/** Judges a program that is started by its path, although it was downloaded. */
export function* startedDownload(use: Use, { found, followed }: Case): Iterable<HarmfulAct> {
  const isPath = use.words !== undefined && /[/$]/.test(use.words[0] ?? "");
  if (!isPath && !STARTS.test(use.name)) return;
  const path = isPath
    ? use.words?.[0]
    : atomsIn(followed.program.atoms, use).find(({ kind }) => kind === "text")?.value;
  const content = path === undefined || path.length < 2 ? undefined : followed.contentOfFile(path);
  if (content === undefined || (content.bits & CARRIED.downloaded) === 0) return;
  const isKnown =
    content.addresses.length > 0 &&
    content.addresses.every((address) => isCommonHost(address) || addressKind(address) === "local");
  const severity = isKnown || PROSE.test(followed.program.file) ? "notice" : "danger";
  yield found("program-runs-download", severity, "starts a program that it has downloaded");
}

/** Calls that load a module by its name or file, and so run it. */
const LOADS = /(?:^|\.)(?:import_module|__import__|run_path|spec_from_file_location|require)$/;
/** Calls that build objects from data, and run whatever the data says on the way. */
const REVIVES = /^(?:c?pickle|dill|cloudpickle|marshal|joblib|shelve)\.loads?$/i;

/** Judges data or a module that was downloaded and is run by being loaded. */
export function* loadedDownload(
  use: Use,
  content: RangeContent,
  { purpose, found, followed }: Case,
): Iterable<HarmfulAct> {
  if (REVIVES.test(use.name) && (content.bits & CARRIED.downloaded) !== 0) {
    const isKnown =
      content.addresses.length > 0 && content.addresses.every((address) => isVouched(address, purpose));
    yield found("program-runs-download", isKnown ? "notice" : "danger", "runs what it has downloaded");
  }
  if (!LOADS.test(use.name)) return;
  const texts = atomsIn(followed.program.atoms, use).filter(({ kind }) => kind === "text");
  const files = texts.flatMap(({ value }) => [value, `${value}.py`, `${value}.js`]);
  if (files.some((file) => ((followed.contentOfFile(file)?.bits ?? 0) & CARRIED.downloaded) !== 0))
    yield found("program-runs-download", "danger", "loads a module that it has downloaded");
}

/** Programs that connect to any port of any host. */
const CONNECTS = /^(?:nc|ncat|netcat|telnet|socat|openssl)$/;

/** Judges a shell whose input comes from another machine. */
export function* remoteShell(
  use: Use,
  { found, followed, connects }: Case & { readonly connects: boolean },
): Iterable<HarmfulAct> {
  if (STARTS.test(use.name) && use.words === undefined) {
    const { bits } = followed.contentOf(use);
    const texts = atomsIn(followed.program.atoms, use).filter(({ kind }) => kind === "text");
    const isBare =
      texts.length === 1 && /^(?:\/bin\/)?(?:sh|bash|zsh|cmd\.exe|powershell)$/.test(texts[0]?.value ?? "");
    if ((bits & CARRIED.received) !== 0 || (isBare && connects))
      yield found("program-remote-shell", "danger", "runs commands of another machine");
    return;
  }
  if (!CONNECTS.test(use.name) || (use.name === "openssl" && !use.words?.includes("s_client"))) return;
  const isShell = atomsIn(followed.program.atoms, use).some(
    ({ kind, value }) => kind === "call" && /^(?:sh|bash|zsh|dash)$/.test(value),
  );
  if (isShell) yield found("program-remote-shell", "danger", "connects a shell to another machine");
}
