import type { ReportLine } from "./candidate-facts.ts";
import { LIBRARY } from "./compiled-files.ts";

/** A build for one system, as its name says. */
const OF_A_SYSTEM =
  /(?:linux|darwin|macos|win(?:dows|32|64)?|freebsd)[-_./].*(?:amd64|x64|x86|arm|386|ia32)/i;

/**
 * The report line about compiled files. A program that runs as a separate process has the limits of the sandbox like any other: one that the
 * trial saw running is a notice, with its builds for other systems. A file that is loaded into Node, or that the trial did not see, is an alarm.
 */
export function aboutCompiled(compiled: readonly string[], started: readonly string[]): ReportLine[] {
  if (compiled.length === 0) return [];
  const hasRun = (file: string) => !LIBRARY.test(file) && started.some((one) => one.endsWith(`/${file}`));
  const ran = compiled.filter(hasRun);
  const isExplained = (file: string) => hasRun(file) || (!LIBRARY.test(file) && OF_A_SYSTEM.test(file));
  const shown = (files: readonly string[]) => files.slice(0, 5).join(", ");
  const source = "the fetched package";
  if (ran.length > 0 && compiled.every(isExplained))
    return [
      {
        severity: "notice",
        text: `Is a compiled program, which nobody can read. The trial saw it run, and it gets only what it used there: ${shown(ran)}`,
        source,
      },
    ];
  return [
    {
      severity: "warning",
      text: `Brings compiled programs, which nobody can read and the trial cannot look into: ${shown(compiled)}`,
      source,
    },
  ];
}
