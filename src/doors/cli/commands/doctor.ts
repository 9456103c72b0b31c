import { type Check, examine } from "../../../doctor.ts";
import type { RunCommand } from "../command.ts";
import { EXIT } from "../exit-code.ts";

const MARKS = { ok: ["green", "✓"], warning: ["yellow", "!"], failed: ["red", "✗"] } as const;

/** `dejima doctor` */
export const run: RunCommand = async ({ settings, output }) => {
  const checks: Check[] = [];
  for await (const check of examine(await settings())) {
    checks.push(check);
    if (output.json) continue;
    const [colour, mark] = MARKS[check.status];
    const fix = check.fix === undefined ? "" : output.style("dim", `\n  ${"".padEnd(20)}${check.fix}`);
    output.line(check, () => `${output.style(colour, mark)} ${check.name.padEnd(20)}${check.message}${fix}`);
  }
  const ok = checks.every(({ status }) => status !== "failed");
  if (output.json) output.data({ ok, checks }, () => "");
  return ok ? EXIT.done : EXIT.unavailable;
};
