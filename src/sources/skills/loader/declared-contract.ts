import type { LimitName, Limits } from "../../../sandbox/limit/limits.ts";
import { parseJson } from "../../../support/json.ts";
import { duration, size } from "../../../support/quantity.ts";
import type { SkillContract, SkillIssue } from "../skill.ts";
import { type HeaderMap, type HeaderValue, isMap } from "./header-fields.ts";

const HOST = /^(?:\*\.)?(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z0-9](?:[a-z0-9-]*[a-z0-9])?(?::\d{1,5})?$/i;

const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const PROGRAM = /^[A-Za-z0-9_+][A-Za-z0-9._+-]*$/;

/**
 * Reads what a skill declares: our `contract` key, and `requires`, which some collections put under `metadata`. Entries that
 * cannot be understood are left out with an issue, and are not granted.
 */
export function declaredContract(
  fields: ReadonlyMap<string, HeaderValue>,
  servers: readonly string[],
): { contract: SkillContract; issues: SkillIssue[] } {
  const issues: SkillIssue[] = [];
  const declared = mapOf(fields.get("contract"));
  const required = [mapOf(fields.get("requires")), ...requiresOf(fields.get("metadata"))];
  const gather = (key: string, foreign: string, valid: RegExp) => {
    const all = [textsOf(declared[key]), ...required.map((map) => textsOf(map[foreign]))].flat();
    const validTexts = all.filter((text) => valid.test(text));
    for (const text of all.filter((text) => !valid.test(text))) issues.push(notUnderstood(key, text));
    return [...new Set(validTexts)];
  };
  const contract = {
    folders: foldersOf(declared.folders, issues),
    hosts: gather("hosts", "hosts", HOST).map((host) => host.toLowerCase()),
    environment: gather("environment", "env", VARIABLE),
    programs: gather("programs", "bins", PROGRAM),
    otherPrograms: Object.hasOwn(declared, "programs") ? ("refused" as const) : ("allowed" as const),
    servers: [...servers],
    limits: declaredLimits(declared.limits, issues),
  };
  return { contract, issues };
}

function foldersOf(value: HeaderValue | undefined, issues: SkillIssue[]): SkillContract["folders"] {
  const read = isMap(value) ? textsOf(value.read) : textsOf(value);
  const write = isMap(value) ? textsOf(value.write) : [];
  const declared = [
    ...read.map((path) => ({ path, access: "read" as const })),
    ...write.map((path) => ({ path, access: "write" as const })),
  ];
  return declared.filter(({ path }) => {
    const plain = !path.split(/[/\\]/).includes("..") && !/[\0*?]/.test(path);
    if (!plain) issues.push(notUnderstood("folders", path));
    return plain;
  });
}

/** Reads `metadata: { openclaw: { requires: { bins, env } } }`. The inner map may be JSON text. */
function requiresOf(metadata: HeaderValue | undefined): HeaderMap[] {
  return Object.values(mapOf(metadata)).flatMap((value) => {
    const inner = mapOf(typeof value === "string" ? jsonMap(value) : value);
    return isMap(inner.requires) ? [inner.requires] : [];
  });
}

// Only texts and maps of it are read, and each is checked.
function jsonMap(text: string): HeaderMap | undefined {
  const value = text.trimStart().startsWith("{") ? parseJson(text) : undefined;
  return isMap(value) ? value : undefined;
}

function mapOf(value: HeaderValue | undefined): HeaderMap {
  return isMap(value) ? value : {};
}

/** Reads a list of texts, or a text separated by commas. */
export function textsOf(value: HeaderValue | undefined): string[] {
  const items = typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [];
  return items.filter((item) => typeof item === "string").flatMap((item) => item.trim() || []);
}

function notUnderstood(key: string, text: string): SkillIssue {
  return {
    code: "contract",
    message: `"${text.slice(0, 80)}" is not a valid entry of ${key} and is not granted`,
  };
}

/** The names of limits, the same as in the config, and the limits that they lower. */
const LIMIT_KEYS: Readonly<Record<string, readonly [LimitName, "time" | "size" | "number"]>> = {
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

/** Reads the limits that a skill sets for itself: `limits: { timeout: 10s, memory: 128mb }`. */
function declaredLimits(value: HeaderValue | undefined, issues: SkillIssue[]): Partial<Limits> {
  const limits: Partial<Limits> = {};
  for (const [word, rawAmount] of Object.entries(isMap(value) ? value : {})) {
    const [name, kind] = Object.hasOwn(LIMIT_KEYS, word) ? (LIMIT_KEYS[word] ?? []) : [];
    const amount = kind === undefined ? undefined : amountOf(rawAmount, kind);
    if (name !== undefined && amount !== undefined) limits[name] = amount;
    else {
      const words = Object.keys(LIMIT_KEYS).join(", ");
      issues.push({
        code: "contract",
        message: `"${word.slice(0, 40)}" is not a valid limit. Limits are ${words}, with values like 10s, 128mb or 16`,
      });
    }
  }
  return limits;
}

function amountOf(value: HeaderValue, kind: "time" | "size" | "number"): number | undefined {
  if (typeof value !== "string") return undefined;
  const plain = /^\d+(?:\.\d+)?$/.test(value.trim()) ? Number(value) : undefined;
  if (kind === "number") return plain !== undefined && plain > 0 ? plain : undefined;
  const parsed = (kind === "time" ? duration : size).safeParse(plain ?? value);
  return parsed.success ? parsed.data : undefined;
}
