import type { Settings, UntrustedRules } from "../config/load-config.ts";
import { globalLayer } from "../policy/global-layer.ts";
import type { Layer } from "../policy/layer.ts";
import { rulesLayer } from "../policy/rules-layer.ts";
import { truePath } from "../support/true-path.ts";

/** The layers of a config: what the user allows, asks and denies, and what a config adds that nobody has accepted. */
export function configLayers({ config, file, lineOf, rules }: Settings, workspace: string): Layer[] {
  const label = file === undefined ? { lineOf } : { file, lineOf };
  return [
    globalLayer(config.permissions, { base: workspace, truePath, ...label }),
    ...(rules === undefined ? [] : [untrustedLayer(rules)]),
  ];
}

/** The rules of a config that nobody has accepted can forbid and ask, never allow. */
function untrustedLayer({ file, base, confirm, deny }: UntrustedRules): Layer {
  return rulesLayer({ name: `${file} (not trusted)`, confirm, deny }, { base: truePath(base), truePath });
}
