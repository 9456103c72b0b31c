import type { UntrustedRules } from "../config/load-config.ts";
import type { Layer } from "../policy/layer.ts";
import { rulesLayer } from "../policy/rules-layer.ts";
import { truePath } from "../support/true-path.ts";

/** The rules of a config that nobody has accepted can forbid and ask, never allow. */
export function untrustedLayer({ file, base, confirm, deny }: UntrustedRules): Layer {
  return rulesLayer({ name: `${file} (not trusted)`, confirm, deny }, { base: truePath(base), truePath });
}
