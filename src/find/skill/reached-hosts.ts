import { basename } from "node:path";
import type { Observed } from "../../sources/mcp/trial/trial-report.ts";

const HOST = /^(?:https?:\/\/)?((?:[\w-]+\.)+[\w-]+)(?=[:/?#]|$)/i;

/** Treats the start of a program that fetches as access to the hosts in its arguments. */
export function asReached(observed: Observed): Observed[] {
  const { kind, what, detail } = observed;
  if (kind !== "program" || !/^(?:curl|wget)$/.test(basename(what))) return [observed];
  const words = detail.split(/\s+/).map((word) => word.replaceAll(/^\$?['"]|['"]$/g, ""));
  const hosts = words.flatMap((word, at) => {
    // The value of an option is a file or a header, unless it is a URL.
    const isValue = /^-\w$/.test(words[at - 1] ?? "") && !/^https?:/i.test(word);
    const [, host] = isValue ? [] : (HOST.exec(word) ?? []);
    return host === undefined ? [] : [host.toLowerCase()];
  });
  return [
    observed,
    ...[...new Set(hosts)].map((host): Observed => ({ ...observed, kind: "host", what: host })),
  ];
}
