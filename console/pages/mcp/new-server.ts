import type { paths } from "../../core/api-types.ts";

/** A server that the form or a pasted text describes. */
export type NewServer =
  paths["/api/mcp"]["post"]["requestBody"]["content"]["application/json"]["servers"][number];

/** What a person filled in. */
export interface ServerDraft {
  readonly name: string;
  readonly kind: "program" | "address";
  readonly command: string;
  readonly url: string;
  /** One `NAME=VALUE` per line. */
  readonly env: string;
  /** One `Name: value` per line. */
  readonly headers: string;
  /** One path per line. `+w` after it lets the server write there. */
  readonly folders: string;
  readonly hosts: string;
}

export const EMPTY_DRAFT: ServerDraft = {
  name: "",
  kind: "program",
  command: "",
  url: "",
  env: "",
  headers: "",
  folders: "",
  hosts: "",
};

/** Splits a command line into words. Quotes keep spaces together, as in a shell. Variables are not substituted. */
export function commandWords(line: string): string[] {
  const words = line.match(/(?:[^\s"']+|"[^"]*"|'[^']*')+/g) ?? [];
  return words.map((word) =>
    word.replace(/"([^"]*)"|'([^']*)'/g, (_all, double, single) => double ?? single),
  );
}

/** The server of a draft. */
export function serverOf(draft: ServerDraft): NewServer {
  const name = draft.name.trim();
  if (draft.kind === "address") {
    const headers = pairsOf(draft.headers, ":");
    return { name, url: draft.url.trim(), ...(headers === undefined ? {} : { headers }) };
  }
  const [command = "", ...args] = commandWords(draft.command);
  const env = pairsOf(draft.env, "=");
  const folders = linesOf(draft.folders).map((line) => {
    const [, path = line, writes] = /^(.*?)(\s+\+w)?$/.exec(line) ?? [];
    return writes === undefined ? path : { path, write: true };
  });
  const hosts = linesOf(draft.hosts);
  return {
    name,
    command,
    args,
    ...(env === undefined ? {} : { env }),
    ...(folders.length === 0 ? {} : { folders }),
    ...(hosts.length === 0 ? {} : { hosts }),
  };
}

function linesOf(text: string): string[] {
  return text
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "");
}

function pairsOf(text: string, sign: string): Record<string, string> | undefined {
  const pairs = linesOf(text).map((line) => {
    const at = line.indexOf(sign);
    return at === -1 ? [line, ""] : [line.slice(0, at).trim(), line.slice(at + 1).trim()];
  });
  return pairs.length === 0 ? undefined : Object.fromEntries(pairs);
}
