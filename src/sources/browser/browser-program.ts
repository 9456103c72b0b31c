import { readHostPattern } from "../../support/network/host-pattern.ts";
import { findBrowser } from "./find-browser.ts";

interface BrowserProgramOptions {
  /** Chromium, if it is not the one that is found. */
  readonly executable?: string | undefined;
  readonly headless: boolean;
  /** Runs outside the sandbox. */
  readonly trusted: boolean;
  /** The port of the sandbox's proxy, seen from inside. */
  readonly proxyPort: number;
  /** The hosts of `network.allow` and `network.allowPrivate`. */
  readonly allow: readonly string[];
  readonly allowPrivate: readonly string[];
}

/** How the Playwright MCP server is started, what it sees of the disk and what it may reach. */
export function browserProgram(options: BrowserProgramOptions) {
  const { trusted, allow, allowPrivate } = options;
  const { executable, server, folders } = findBrowser(options.executable);
  // Chromium has its own sandbox, which cannot be set up inside ours.
  const inside = [
    "--no-sandbox",
    "--proxy-server",
    `http://127.0.0.1:${options.proxyPort}`,
    "--proxy-bypass",
    "<-loopback>",
  ];
  return {
    command: trusted ? process.execPath : "node",
    args: [
      server,
      "--isolated",
      "--snapshot-mode",
      "none",
      "--executable-path",
      executable,
      ...(!trusted || options.headless ? ["--headless"] : []),
      ...(trusted ? [] : inside),
    ],
    folders,
    hosts: allow.length > 0 ? named(allow) : ["*", ...named(allowPrivate)],
  };
}

/** Address ranges are left to the network rules, which also apply. */
function named(hosts: readonly string[]): string[] {
  return hosts.filter((text) => text === "*" || readHostPattern(text) !== undefined);
}
