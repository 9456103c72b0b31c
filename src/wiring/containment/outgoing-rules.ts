import { resolve } from "node:path";
import type { Settings } from "../../config/load-config.ts";
import type { Config } from "../../config/schema/config-schema.ts";
import type { DialRequest, DialVeto } from "../../contract/dial.ts";
import { addressEffect, connectionEffects } from "../../policy/canonical-url.ts";
import { denyingRule } from "../../policy/judge-step.ts";
import type { Layer } from "../../policy/layer.ts";
import { globalLayer } from "../../policy/rule-layers.ts";
import { createListeners, type Listeners } from "../../support/network/listeners.ts";
import { truePath } from "../../support/paths.ts";

/** The rules for all outgoing traffic: the guarded client, remote MCP servers, and the sandbox's proxy. */
export interface OutgoingRules {
  readonly network: Config["network"];
  readonly veto: DialVeto;
}

interface OutsideParts {
  readonly listeners: Listeners;
  /** The policy layers that apply to every run. */
  readonly layers: readonly Layer[];
}

/**
 * Creates the checks of every connection. Even a permitted connection may not reach Dejima itself or a
 * denied address.
 */
export function createOutgoingRules(
  network: Config["network"],
  { listeners, layers }: OutsideParts,
): OutgoingRules {
  return {
    network,
    veto(dial) {
      const { address, port } = dial;
      if (address !== undefined && listeners.holds(address, port))
        return "Dejima itself listens there, and no tool may connect to it";
      const rule = effectsOf(dial)
        .map((effect) => denyingRule(effect, layers))
        .find((found) => found !== undefined);
      return rule === undefined ? undefined : `the rule "${rule.text}" denies it`;
    },
  };
}

// A rule may name the host or the address it resolves to.
function effectsOf({ host, port, address, url, sends = true }: DialRequest) {
  const name = address ?? host;
  if (url === undefined) return connectionEffects(name, port);
  const named = new URL(url);
  named.hostname = name.includes(":") ? `[${name}]` : name;
  return [addressEffect(named.href, sends)];
}

/** The outgoing rules of settings alone, without a runtime. */
export function outgoingRulesOf({ config, base, lineOf, user, team }: Settings): OutgoingRules {
  const workspace = truePath(resolve(base, config.workspace));
  const layers = [globalLayer(config.permissions, { base: workspace, truePath, lineOf }, user, team)];
  return createOutgoingRules(config.network, { listeners: createListeners(), layers });
}
