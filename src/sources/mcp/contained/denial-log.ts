import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { dirname } from "node:path";
import { z } from "zod";
import type { ConnectionRecord } from "../../../sandbox/sandbox.ts";
import { WITNESS_MARK } from "../../../sandbox/witness.ts";
import { isInside } from "../../../support/paths.ts";
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

  function denialOf({ kind, what }: Report): Denial[] {
    if (kind === "host") return isGranted(what) ? [] : [{ kind, what, grant: `host:${what}` }];
    if (kind === "program") return [{ kind, what }];
    if (kind === "variable") return [{ kind, what, grant: `env:${what}` }];
    if (!isGrantable(what)) return [];
    if (own.some((folder) => isInside(what, folder))) return [];
    if (kind === "write")
      return [{ kind: "file", what, grant: `write:${existsSync(what) ? what : dirname(what)}` }];
    // A path that does not exist was not withheld.
    return isSeen(what) || !existsSync(what) ? [] : [{ kind: "file", what, grant: `folder:${what}` }];
  }

  const isGranted = (host: string) => place.hosts.includes("*") || place.hosts.includes(host);

  function refused(since: number): Denial[] {
    return connections()
      .filter(({ allowed, at }) => !allowed && Date.parse(at) - beganAt >= since - began - 1)
      .map(({ host, port }) => {
        const what = port === 80 || port === 443 ? host : `${host}:${port}`;
        return { kind: "host" as const, what, grant: `host:${what}` };
      });
  }

  return {
    add(piece) {
      const lines = (rest + piece).split("\n");
      rest = (lines.pop() ?? "").slice(-2_000);
      for (const line of lines) {
        if (!line.startsWith(WITNESS_MARK)) continue;
        const report = reportSchema.safeParse(parsed(line.slice(WITNESS_MARK.length)));
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

/** Paths that belong to the system or to everybody: no grant is needed, or none is possible. */
function isGrantable(path: string): boolean {
  return (
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

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
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
  const allow = grants.length === 0 ? "" : ` To allow it: dejima mcp grant ${server} ${grants.join(" ")}`;
  return `Contained: "${server}" tried to access ${what}, which was denied.${install}${allow}`;
}
