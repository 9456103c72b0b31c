import type { Effect } from "../contract/effect.ts";
import { selfStarting } from "../contract/self-starting/self-starting.ts";
import type { Rule } from "./rule.ts";

/** What a write would start, in words. Returns `undefined` when nothing starts by itself. */
export function startsByItself({ kind, target }: Effect): string | undefined {
  return kind === "file.write" ? selfStarting(target)?.why : undefined;
}

/** Whether a rule that covers a write means just such files: by the name of the file, or a folder of them. */
export function namesSelfStarting({ verdict, argument }: Rule): boolean {
  if (verdict !== "allow" || argument === undefined) return false;
  const names = argument.pattern.replace(/\/$/, "/**").split("/");
  if (!/[*?]/.test(names.at(-1) ?? "")) return true;
  const folder = names.slice(
    0,
    names.findIndex((name) => /[*?]/.test(name)),
  );
  return folder.length > 0 && selfStarting(folder.join("/")) !== undefined;
}
