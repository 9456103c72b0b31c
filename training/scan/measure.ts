// Measures the scan on labelled sets: node training/scan/measure.ts [--flagged|--missed] SET.jsonl…
// A line of a set is {"source", "id", "label": "good"|"bad", "files": [{"file", "text", "isCode"}]} for a skill,
// or {"source", "id", "label", "text"} for a tool description.
import { readFileSync } from "node:fs";
import { scanDescription } from "../../src/scan/scan-description.ts";
import { gradeOf, scanTexts } from "../../src/scan/scan-text.ts";
import type { ScannedText } from "../../src/scan/signal.ts";

interface Sample {
  readonly source: string;
  readonly id: string;
  readonly label: "good" | "bad";
  readonly files?: readonly ScannedText[];
  readonly text?: string;
}

const options = process.argv.slice(2).filter((word) => word.startsWith("--"));
const sets = process.argv.slice(2).filter((word) => !word.startsWith("--"));

for (const set of sets) {
  const lines = readFileSync(set, "utf8").trim().split("\n");
  let [flagged, milliseconds, source, label] = [0, 0, "", ""];
  for (const line of lines) {
    const sample: Sample = JSON.parse(line);
    [source, label] = [sample.source, sample.label];
    const start = process.cpuUsage();
    const reasons = reasonsFor(sample);
    const used = process.cpuUsage(start);
    milliseconds += (used.user + used.system) / 1000;
    if (reasons.length > 0) flagged += 1;
    if (options.includes(reasons.length > 0 ? "--flagged" : "--missed"))
      console.log(`  ${sample.id}: ${reasons.slice(0, 3).join(" | ")}`);
  }
  const share = ((100 * flagged) / lines.length).toFixed(1);
  const seconds = (milliseconds / lines.length).toFixed(2);
  console.log(`${source} (${label}): ${flagged} of ${lines.length} = ${share} %, ${seconds} s per 1,000`);
}

/** Why a sample is refused; nothing when it is not. */
function reasonsFor({ files, text }: Sample): string[] {
  if (files === undefined)
    return scanDescription(text ?? "").map(({ signal, excerpt }) => `${signal}: ${excerpt}`);
  const findings = scanTexts(files);
  if (gradeOf(findings) !== "danger") return [];
  const dangers = findings.filter(({ severity }) => severity === "danger");
  return (dangers.length > 0 ? dangers : findings.filter(({ severity }) => severity === "warning")).map(
    ({ signal, file, line, excerpt }) => `${signal} ${file}:${line} ${excerpt}`,
  );
}
