import type { Withheld } from "../contract/data/file-access.ts";
import type { EffectKind } from "../contract/effect.ts";
import { hasSensitiveName, isSensitiveFile } from "./defaults.ts";
import type { Layer, ToolNames } from "./layer.ts";
import type { Rule } from "./rule.ts";

/**
 * What a program that a tool starts may not reach in the folders it was given. Nobody can be asked about single files while it runs, so paths that a
 * rule denies and paths that it would ask about are both withheld. So are files with sensitive names, unless a rule with a
 * pattern allows them.
 */
export function withheldFrom(tool: ToolNames, layers: readonly Layer[]): Withheld {
  const rules = layers.flatMap((layer) => layer.rules ?? []);
  const reads = rules.filter((rule) => isAboutFiles(rule, tool, ["file.read"]));
  const writes = rules.filter((rule) => isAboutFiles(rule, tool, ["file.write", "file.delete"]));
  const names = new Map<string, boolean>();
  const [hides, allows] = [strictMatcher(reads), reads.filter((rule) => rule.verdict === "allow")];
  return {
    hides,
    isSecret: (path, root) =>
      isSecretName(path.slice(root === "/" ? 0 : root.length)) &&
      !allows.some(({ argument }) => argument?.matches({ kind: "file.read", target: path })),
    couldBeSecret(name) {
      const known = names.get(name);
      if (known !== undefined) return known;
      const could = hasSensitiveName(`/${name}`);
      names.set(name, could);
      return could;
    },
    locks: strictMatcher(writes),
  };
}

const isSecretName = (path: string): boolean => hasSensitiveName(path) && isSensitiveFile(path);

function strictMatcher(rules: readonly Rule[]): (path: string) => boolean {
  const strict = rules.filter(({ verdict }) => verdict !== "allow");
  if (strict.length === 0) return () => false;
  // Patterns of paths match alike for every kind of file effect.
  return (path) =>
    strict.some(({ argument }) => argument?.matches({ kind: "file.read", target: path }) ?? true);
}

/**
 * Whether a rule is about files for this tool: one for the kind of effect, or one for the tool whose pattern is a path.
 * `shell(git *)` is about commands.
 */
function isAboutFiles(rule: Rule, { name, aliases }: ToolNames, kinds: readonly EffectKind[]): boolean {
  // A family that asks is covered by the question about the call itself.
  if (rule.family === true && rule.verdict === "ask") return false;
  if (rule.subjectKind === "effect") return kinds.some((kind) => kind === rule.subject);
  const pattern = rule.argument?.pattern;
  if (pattern === undefined || !/^(?:\.\/|\/|\*\*\/)/.test(pattern)) return false;
  return [name, ...aliases].some((known) => rule.subject === known || rule.matchesTool(known));
}
