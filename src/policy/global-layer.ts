import type { VerdictKind } from "../contract/verdict.ts";
import { createLayer, type Layer } from "./layer.ts";
import { parseRule, type RuleOptions } from "./rule.ts";

/** `permissions` of the config: the three lists under the names that users write. */
export interface Permissions {
  readonly safe: readonly string[];
  readonly confirm: readonly string[];
  readonly deny: readonly string[];
}

interface PermissionsOrigin extends Pick<RuleOptions, "base" | "file" | "truePath"> {
  readonly lineOf: (path: readonly PropertyKey[]) => number | undefined;
}

const VERDICT_OF: Readonly<Record<keyof Permissions, VerdictKind>> = {
  safe: "allow",
  confirm: "ask",
  deny: "deny",
};

/** The first layer: what the user's config says, and the defaults where it is silent. */
export function globalLayer(
  permissions: Permissions,
  { file, lineOf, ...options }: PermissionsOrigin,
): Layer {
  const lists = Object.keys(VERDICT_OF) as (keyof Permissions)[];
  const rules = lists.flatMap((list) =>
    permissions[list].map((text, index) => {
      const line = lineOf(["permissions", list, index]);
      const place = file === undefined ? {} : { file: line === undefined ? file : `${file}:${line}` };
      return parseRule(text, VERDICT_OF[list], { ...options, ...place });
    }),
  );
  return createLayer({ name: "global", otherwise: "default", rules });
}
