import { existsSync } from "node:fs";

/** A Chromium without windows takes three fifths of the processor time of a whole one. */
const WITHOUT_WINDOWS = "/usr/bin/chromium-headless-shell";
const WHOLE = [
  "/usr/bin/chromium",
  "/usr/bin/chromium-browser",
  "/usr/bin/google-chrome",
  "/Applications/Google Chrome.app/Contents/MacOS/Google Chrome",
];

/** The Chromium of this machine, if there is one; `whole`: one that also shows notifications. */
export function findChromium({ whole = false } = {}): string | undefined {
  return (whole ? WHOLE : [WITHOUT_WINDOWS, ...WHOLE]).find((place) => existsSync(place));
}
