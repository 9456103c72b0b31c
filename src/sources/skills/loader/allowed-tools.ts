import type { HeaderValue } from "./header-fields.ts";

interface AllowedTools {
  /** Policy rules. Left out if every tool is allowed. */
  readonly rules?: readonly string[];
  /** Entries that could not be understood. They allow nothing. */
  readonly dropped: readonly string[];
}

/** Parses `allowed-tools` in all its forms: a list, or text separated by commas or spaces, with patterns that contain spaces. */
export function parseAllowedTools(value: HeaderValue): AllowedTools {
  const entries = entriesOf(value);
  if (entries.some((entry) => entry === "*")) return { dropped: [] };
  const rules = new Set<string>();
  const dropped: string[] = [];
  for (const entry of entries) {
    const entryRules = rulesOf(entry);
    if (entryRules === undefined) dropped.push(entry);
    for (const rule of entryRules ?? []) rules.add(rule);
  }
  return { rules: [...rules], dropped };
}

function entriesOf(value: HeaderValue): string[] {
  if (typeof value === "string") return splitOutsideParentheses(unwrapList(value), /[\s,]/);
  if (!Array.isArray(value)) return Object.keys(value);
  return value.flatMap((item) =>
    typeof item === "string" ? splitOutsideParentheses(item, /,/) : Object.keys(item),
  );
}

/** Unwraps `[Read, "Grep"]`, which is text if the header could only be parsed after quoting. */
function unwrapList(text: string): string {
  const [, inner] = /^\s*\[(.*)\]\s*$/s.exec(text) ?? [];
  return inner === undefined ? text : inner.replace(/["']/g, "");
}

function splitOutsideParentheses(text: string, separator: RegExp): string[] {
  const parts: string[] = [];
  let [depth, current] = [0, ""];
  for (const character of text) {
    if (character === "(") depth += 1;
    if (character === ")") depth = Math.max(0, depth - 1);
    if (depth === 0 && separator.test(character)) {
      parts.push(current);
      current = "";
    } else current += character;
  }
  return [...parts, current].map((part) => part.trim()).filter((part) => part !== "");
}

const ENTRY = /^([A-Za-z_*?][A-Za-z0-9_.*?@-]*)\s*(?:\(([^()]*(?:\([^()]*\)[^()]*)*)\))?$/;

function rulesOf(entry: string): string[] | undefined {
  const [, name, pattern] = ENTRY.exec(entry) ?? [];
  if (name === undefined) return undefined;
  const tools = FOREIGN_TOOLS.get(name.toLowerCase()) ?? [name];
  if (tools.length === 0) return undefined;
  return tools.flatMap((tool) =>
    patternsOf(tool, pattern).map((part) => (part === "" ? tool : `${tool}(${part})`)),
  );
}

/** `git:*` means the command with any arguments; `domain:x` means every address of that host. */
function patternsOf(tool: string, pattern = ""): string[] {
  const text = pattern.trim();
  if (text === "" || text === "*" || text === ":*") return [""];
  const [, host] = /^domain:([\w.*-]+)$/.exec(text) ?? [];
  if (host !== undefined) return [`https://${host}`, `https://${host}/**`];
  if (tool === "shell" && text.endsWith(":*")) return [text.slice(0, -2), `${text.slice(0, -2)} *`];
  return [text];
}

/** The lowercase names that other agents use for our tools. An empty list means that we have no tool for it. */
const FOREIGN_TOOLS: ReadonlyMap<string, readonly string[]> = new Map([
  ["read", ["read_file"]],
  ["notebookread", ["read_file"]],
  ["view", ["read_file"]],
  ["write", ["write_file"]],
  ["create", ["write_file"]],
  ["edit", ["edit_file"]],
  ["multiedit", ["edit_file"]],
  ["notebookedit", ["edit_file"]],
  ["grep", ["grep"]],
  ["search", ["grep"]],
  ["glob", ["list_files"]],
  ["ls", ["list_files", "get_file_info"]],
  ["bash", ["shell"]],
  ["bashoutput", ["shell"]],
  ["killshell", ["shell"]],
  ["killbash", ["shell"]],
  ["exec", ["shell"]],
  ["powershell", ["shell"]],
  ["run_shell", ["shell"]],
  ["run_shell_command", ["shell"]],
  ["webfetch", ["fetch"]],
  ["web_fetch", ["fetch"]],
  ["websearch", ["web_search"]],
  ["google_web_search", ["web_search"]],
  ["skill", ["get_skill_info", "get_skill_reference", "run_skill_script"]],
  ["task", []],
  ["agent", []],
  ["todowrite", []],
  ["todoread", []],
  ["askuserquestion", []],
  ["ask_user", []],
  ["exitplanmode", []],
  ["enterplanmode", []],
  ["slashcommand", []],
]);
