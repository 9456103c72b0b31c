import { accessSync, constants, realpathSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname } from "node:path";
import { DejimaError } from "../../contract/error.ts";

/** The programs that the browser tools need. */
interface BrowserPrograms {
  /** The browser itself, not a wrapper script. */
  readonly executable: string;
  /** The server that drives it. */
  readonly server: string;
  /** The package folders of the server. */
  readonly folders: readonly string[];
}

/** Where common systems keep Chromium. Its wrapper scripts read files that the sandbox does not show. */
const KNOWN = [
  "/usr/lib/chromium/chromium",
  "/usr/lib/chromium-browser/chromium-browser",
  "/usr/lib64/chromium-browser/chromium-browser",
  "/opt/google/chrome/chrome",
  "/opt/microsoft/msedge/msedge",
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
  "/Applications/Chromium.app/Contents/MacOS/Chromium",
];

/** Finds a Chromium: the one that the config names, or one of the system. Returns `undefined` if there is none. */
export function findChromium(named?: string): string | undefined {
  return (named === undefined ? KNOWN : [named]).find(isProgram);
}

/** Finds all programs that a browser needs. Throws with what is missing and how to install it. */
export function findBrowser(named?: string): BrowserPrograms {
  const executable = findChromium(named);
  if (executable === undefined)
    throw cannotOpen(
      named === undefined
        ? "no Chromium or Chrome was found"
        : `browser.executable names "${named}", which is not a program`,
      "Install one (`apt install chromium`) or name it as browser.executable",
    );
  const server = locate("@playwright/mcp/package.json");
  if (server === undefined)
    throw cannotOpen("the package that drives it is missing", "`npm install @playwright/mcp` installs it");
  const inside = createRequire(server);
  const parts = ["playwright/package.json", "playwright-core/package.json"].flatMap((part) => {
    try {
      return [inside.resolve(part)];
    } catch {
      return [];
    }
  });
  const folders = [server, ...parts].map((file) => realpathSync(dirname(file)));
  return { executable, server: `${folders[0]}/cli.js`, folders };
}

/** `details` contains the problem and the fix separately, for the doctor. */
function cannotOpen(why: string, fix: string): DejimaError {
  const problem = `Cannot open a browser: ${why}`;
  return new DejimaError("server_unavailable", `${problem}. ${fix}`, { problem, fix });
}

function locate(specifier: string): string | undefined {
  try {
    return createRequire(import.meta.url).resolve(specifier);
  } catch {
    return undefined;
  }
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
