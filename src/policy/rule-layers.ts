import type { VerdictKind } from "../contract/verdict.ts";
import { createLayer, type Layer } from "./layer.ts";
import { parseRules, type Rule, type RuleOptions } from "./rule.ts";

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

/** The first layer: the rules of the user's config, and the defaults for everything else. */
export function globalLayer(
  permissions: Permissions,
  origin: PermissionsOrigin,
  ...others: readonly (OtherRules | undefined)[]
): Layer {
  const rules = [
    ...rulesOf(permissions, origin),
    ...others.flatMap((other) =>
      other === undefined ? [] : rulesOf(other.permissions, { ...origin, ...other }),
    ),
  ];
  return createLayer({ name: "global", otherwise: "default", rules });
}

/** The rules of another config that apply as well: the user's own, the team's. */
interface OtherRules extends Pick<PermissionsOrigin, "lineOf"> {
  readonly file: string;
  readonly permissions: Permissions;
}

function rulesOf(permissions: Permissions, { file, lineOf, base, truePath }: PermissionsOrigin): Rule[] {
  const lists = Object.keys(VERDICT_OF) as (keyof Permissions)[]; // its own keys
  return lists.flatMap((list) =>
    permissions[list].flatMap((text, index) => {
      const line = lineOf(["permissions", list, index]);
      const place = file === undefined ? {} : { file: line === undefined ? file : `${file}:${line}` };
      const paths = truePath === undefined ? { base } : { base, truePath };
      return parseRules(text, VERDICT_OF[list], { ...paths, ...place });
    }),
  );
}

/** Further rules for some of the calls. They can only tighten the rest of the policy. */
export interface ExtraRules {
  /** Whom they apply to, as shown in reasons. */
  readonly name: string;
  /** An allow list. If omitted, the rest of the policy decides. */
  readonly only?: readonly string[] | undefined;
  readonly confirm: readonly string[];
  readonly deny: readonly string[];
}

export function rulesLayer(
  { name, only, confirm, deny }: ExtraRules,
  options: Pick<RuleOptions, "base" | "truePath">,
): Layer {
  const parsed = (rules: readonly string[], verdict: VerdictKind) =>
    rules.flatMap((text) => parseRules(text, verdict, options));
  return createLayer({
    name,
    otherwise: only === undefined ? "allow" : "deny",
    rules: [...parsed(only ?? [], "allow"), ...parsed(confirm, "ask"), ...parsed(deny, "deny")],
  });
}
