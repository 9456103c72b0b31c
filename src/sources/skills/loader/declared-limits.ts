import type { LimitName, Limits } from "../../../sandbox/limit/limits.ts";
import { duration, size } from "../../../support/quantity.ts";
import type { SkillIssue } from "../skill.ts";
import { type HeaderValue, isMap } from "./header-fields.ts";

/** What a skill may call a limit, the same words as in the config, and what it then lowers. */
const WORDS: Readonly<Record<string, readonly [LimitName, "time" | "size" | "number"]>> = {
  timeout: ["wallTimeMs", "time"],
  cpuTime: ["cpuTimeMs", "time"],
  cpu: ["cpus", "number"],
  memory: ["memoryBytes", "size"],
  processes: ["processes", "number"],
  fileSize: ["fileSizeBytes", "size"],
  workspaceSize: ["workspaceBytes", "size"],
  openFiles: ["openFiles", "number"],
  output: ["outputBytes", "size"],
};

/** Reads the limits that a skill sets itself: `limits: { timeout: 10s, memory: 128mb }`. */
export function declaredLimits(value: HeaderValue | undefined, issues: SkillIssue[]): Partial<Limits> {
  const limits: Partial<Limits> = {};
  for (const [word, given] of Object.entries(isMap(value) ? value : {})) {
    const [name, kind] = Object.hasOwn(WORDS, word) ? (WORDS[word] ?? []) : [];
    const amount = kind === undefined ? undefined : amountOf(given, kind);
    if (name !== undefined && amount !== undefined) limits[name] = amount;
    else {
      const words = Object.keys(WORDS).join(", ");
      issues.push({
        code: "contract",
        message: `"${word.slice(0, 40)}" is not understood among limits; there are ${words}, as in 10s, 128mb or 16`,
      });
    }
  }
  return limits;
}

function amountOf(given: HeaderValue, kind: "time" | "size" | "number"): number | undefined {
  if (typeof given !== "string") return undefined;
  const plain = /^\d+(?:\.\d+)?$/.test(given.trim()) ? Number(given) : undefined;
  if (kind === "number") return plain !== undefined && plain > 0 ? plain : undefined;
  const parsed = (kind === "time" ? duration : size).safeParse(plain ?? given);
  return parsed.success ? parsed.data : undefined;
}
