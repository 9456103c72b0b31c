import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { basename, dirname, isAbsolute, join } from "node:path";
import { z } from "zod";
import { isGrantable } from "../../../sandbox/process/spawn-child.ts";
import type { ConnectionRecord } from "../../../sandbox/sandbox.ts";
import { WITNESS_MARK } from "../../../sandbox/witness.ts";
import { parseJson } from "../../../support/json.ts";
import { readHostPattern } from "../../../support/network/host-pattern.ts";
import { isInside } from "../../../support/paths.ts";
import { shellWord } from "../../../support/shell-word.ts";
import { visibleLine } from "../../../text/visible-text.ts";
import type { LocalServer } from "../server-settings.ts";

const reportSchema = z.object({
  kind: z.enum(["host", "read", "write", "program", "variable"]),
  what: z.string().min(1).max(500),
});

/** One access that a contained server tried. */
interface Report extends z.infer<typeof reportSchema> {
  /** On the clock of `performance`. */
  readonly at: number;
}

/** Something that a contained server tried to access and was denied. */
export interface Denial {
  readonly kind: "host" | "file" | "program" | "variable";
  readonly what: string;
  /** The argument of `dejima mcp grant` that allows exactly this. Omitted if no grant can. */
  readonly grant?: string;
}

const MAX_REPORTS = 500;

/** Records what one contained server tried to access since its start. */
export interface DenialLog {
  /** Adds a piece of the server's stderr. */
  add(piece: string): void;
  /**
   * What it was denied since a `performance.now()` time. `text` is its error message, which may name
   * variables.
   */
  denials(since: number, text?: string): Denial[];
}

interface ReachOptions {
  readonly place: LocalServer;
  /** What the proxy saw. Filled while the server runs. */
  connections(): readonly ConnectionRecord[];
  /** Folders that it sees besides the declared ones. */
  readonly own: readonly string[];
}

/** Creates the log of one start. */
export function createDenialLog({ place, connections, own }: ReachOptions): DenialLog {
  const reports: Report[] = [];
  const began = performance.now();
  const beganAt = Date.now();
  let rest = "";

  function isSeen(path: string): boolean {
    return [...place.folders.map((folder) => folder.path), ...own].some((folder) => isInside(path, folder));
  }

  /** The server can write fake reports, so a report counts only if it is plausible. */
  function denialOf({ kind, what }: Report): Denial[] {
    if (kind === "host") return isGranted(what) ? [] : hostDenial(what);
    if (kind === "program") return PROGRAM.test(what) ? [{ kind, what }] : [];
    if (kind === "variable")
      return VARIABLE.test(what) && isGrantable(what) ? [{ kind, what, grant: `env:${what}` }] : [];
    if (!isWithheld(what) || own.some((folder) => isInside(what, folder))) return [];
    if (kind === "write") return isWritable(what) ? [] : writeDenial(what);
    // A path that does not exist was not withheld.
    return isSeen(what) || !existsSync(what) ? [] : [{ kind: "file", what, grant: `folder:${what}` }];
  }

  const isWritable = (path: string) =>
    place.folders.some((folder) => folder.access === "read-write" && isInside(path, folder.path));

  const isGranted = (host: string) => place.hosts.includes("*") || place.hosts.includes(host);

  function refused(since: number): Denial[] {
    return connections()
      .filter(({ allowed, at }) => !allowed && Date.parse(at) - beganAt >= since - began - 1)
      .flatMap(({ host, port }) => hostDenial(port === 80 || port === 443 ? host : `${host}:${port}`));
  }

  return {
    add(piece) {
      const lines = (rest + piece).split("\n");
      rest = (lines.pop() ?? "").slice(-2_000);
      for (const line of lines) {
        if (!line.startsWith(WITNESS_MARK)) continue;
        const report = reportSchema.safeParse(parseJson(line.slice(WITNESS_MARK.length)));
        if (report.success) reports.push({ ...report.data, at: performance.now() });
        if (reports.length > MAX_REPORTS) reports.shift();
      }
    },
    denials(since, text = "") {
      const recent = reports.filter(({ at, kind, what }) =>
        kind === "variable" ? names(text, what) : at >= since,
      );
      const all = [...recent.flatMap(denialOf), ...refused(since)];
      return [...new Map(all.map((denial) => [`${denial.kind} ${denial.what}`, denial])).values()].slice(
        0,
        10,
      );
    },
  };
}

/** As the witness in the sandbox reports them. */
const VARIABLE = /^[A-Z][A-Z0-9_]{2,60}$/;
const PROGRAM = /^[\w./+@-]{1,200}$/;
const HOST = /^[\w.:[\]-]{1,260}$/;
/** A name without blanks: of a file that does not exist, anything else could be a sentence. */
const FILE_NAME = /^[\p{L}\p{N}._@+=,~#-]{1,100}$/u;

function hostDenial(what: string): Denial[] {
  const isHost = HOST.test(what) && readHostPattern(what) !== undefined;
  return isHost ? [{ kind: "host", what, grant: `host:${what}` }] : [];
}

/** A file is created in a folder that exists. */
function writeDenial(path: string): Denial[] {
  if (existsSync(path)) return [{ kind: "file", what: path, grant: `write:${path}` }];
  const folder = dirname(path);
  if (!existsSync(folder)) return [];
  const what = FILE_NAME.test(basename(path)) ? path : join(folder, "…");
  return [{ kind: "file", what, grant: `write:${folder}` }];
}

/** Whether a grant can give access to this path. Paths of the system and temporary paths need no grant, or none exists. */
function isWithheld(path: string): boolean {
  return (
    isAbsolute(path) &&
    visibleLine(path) === path &&
    !/^\/(?:proc|sys|dev|usr|bin|sbin|lib|lib64|etc|opt\/dejima|workspace)(?:\/|$)/.test(path) &&
    path !== "/" &&
    path !== homedir()
  );
}

/** Whether a text mentions a variable, as a server does when it misses one. */
function names(text: string, variable: string): boolean {
  const at = text.indexOf(variable);
  return at >= 0 && !/\w/.test(text[at - 1] ?? " ") && !/\w/.test(text[at + variable.length] ?? " ");
}

const KINDS = {
  host: "the host",
  file: "the file",
  program: "the program",
  variable: "the variable",
} as const;

/**
 * Describes what a contained server was denied, and the command that grants exactly that. Empty if nothing
 * was.
 */
export function describeDenials(server: string, denials: readonly Denial[]): string {
  if (denials.length === 0) return "";
  const what = denials.map(({ kind, what: name }) => `${KINDS[kind]} ${name}`).join(", ");
  const grants = denials.flatMap(({ grant }) => grant ?? []);
  const missing = denials.filter(({ kind }) => kind === "program").map(({ what: name }) => name);
  const install =
    missing.length === 0 ? "" : ` Install ${missing.join(", ")} where the sandbox sees it (/usr/bin).`;
  const allow =
    grants.length === 0
      ? ""
      : ` To allow it: dejima mcp grant ${[server, ...grants].map(shellWord).join(" ")}`;
  return `Contained: "${server}" tried to access ${what}, which was denied.${install}${allow}`;
}
