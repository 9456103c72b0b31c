import { gradeOf, scanTexts } from "../../../scan/scan-text.ts";
import type { ScannedText } from "../../../scan/signal.ts";
import { type Finding, SEVERITIES, type Severity } from "../../../support/finding.ts";
import { readInside } from "../read-inside.ts";
import { listSkillFiles, type SkillFile } from "../skill-files.ts";

/** The result of a scan. A skill graded `danger` is refused unless a person overrides it. */
export interface ScanReport {
  readonly grade: Severity | "clean";
  readonly findings: readonly Finding[];
}

const MAX_READ_BYTES = 4 * 1024 * 1024;
/** A model reads examples and data as it reads a guide. */
const PROSE = /\.(?:md|mdx|markdown|txt|rst|html?|adoc|jsonl?|ya?ml|toml|csv|tsv|xml|svg)$/i;

/** Maximum number of findings in a report. */
const MAX_FINDINGS = 60;

/** Scans every file of a skill: texts by their intent, programs by what they do, both against its stated purpose. */
export async function scanSkill(folder: string): Promise<ScanReport> {
  const opaque: Finding[] = [];
  const texts: ScannedText[] = [];
  for (const file of await listSkillFiles(folder)) {
    const read = await readFile(folder, file);
    if (read === undefined) continue;
    if ("signal" in read) opaque.push(read);
    else texts.push(read);
  }
  const findings = [...opaque, ...scanTexts(texts)];
  const order = new Map([...opaque, ...texts].map(({ file }, at) => [file, at]));
  findings.sort(
    (a, b) => a.file.localeCompare(b.file) || (order.get(a.file) ?? 0) - (order.get(b.file) ?? 0),
  );
  return { grade: gradeOf(findings), findings: mostSevere(findings) };
}

function mostSevere(findings: readonly Finding[]): Finding[] {
  if (findings.length <= MAX_FINDINGS) return [...findings];
  const rank = ({ severity }: Finding) => -SEVERITIES.indexOf(severity);
  return [...findings].sort((a, b) => rank(a) - rank(b)).slice(0, MAX_FINDINGS);
}

async function readFile(folder: string, file: SkillFile): Promise<Finding | ScannedText | undefined> {
  if (file.type !== "file") return unseen(file.path, "warning", "is a link, a pipe or a device");
  if (file.size > MAX_READ_BYTES) return unseen(file.path, "notice", "is too large to be scanned");
  const bytes = await readInside(folder, file.path, { maxBytes: MAX_READ_BYTES });
  const opaque = opaqueKind(bytes);
  if (opaque !== undefined) return unseen(file.path, opaque.severity, opaque.message);
  if (bytes.subarray(0, 8192).includes(0)) return undefined;
  return { file: file.path, text: bytes.toString("utf8"), isCode: !PROSE.test(file.path) };
}

const MAGIC: readonly (readonly [RegExp, string])[] = [
  [
    /^\x7fELF|^MZ[\s\S]{58,62}[\s\S]*?PE\0\0|^(?:\xcf\xfa\xed\xfe|\xca\xfe\xba\xbe|\xfe\xed\xfa[\xce\xcf])/,
    "is a compiled program, which cannot be reviewed",
  ],
  [/^(?:Rar!|7z\xbc\xaf|\x1f\x8b|BZh|\xfd7zXZ)/, "is an archive inside the skill, which is not scanned"],
];

/** The kind of a file that cannot be scanned. Returns `undefined` for any other. */
function opaqueKind(bytes: Buffer): { severity: Severity; message: string } | undefined {
  const start = bytes.subarray(0, 1024).toString("latin1");
  if (start.startsWith("PK\x03\x04")) {
    // Office documents are zip files too, but not encrypted ones.
    if (((bytes[6] ?? 0) & 1) === 1)
      return { severity: "danger", message: "is a password-protected archive" };
    return undefined;
  }
  const known = MAGIC.find(([shape]) => shape.test(start));
  return known === undefined ? undefined : { severity: "warning", message: known[1] };
}

function unseen(file: string, severity: Severity, message: string): Finding {
  return { signal: "opaque-file", severity, message, file, line: 1, excerpt: "" };
}
