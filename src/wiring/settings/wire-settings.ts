import { conversationRules, type RuleChanges } from "../../execution/asking/switches.ts";
import { once } from "../../support/once.ts";
import type { Foundation } from "../foundation.ts";
import type { Storage } from "../storage/wire-storage.ts";
import type { Team } from "../team/wire-team.ts";
import type { ConfigWriter } from "./config-writer.ts";
import type { Rules } from "./open-rules.ts";

/** The config and its rules, and the ways to change them. */
export interface SettingServices {
  rules(): Promise<Omit<Rules, "test">>;
  /** The rules as the answers to questions change them. */
  readonly ruleChanges: RuleChanges;
  writer(): Promise<ConfigWriter>;
}

/** Defers reading the config for a change until there is one. */
export function wireSettings(base: Foundation, { store }: Storage, team: Team): SettingServices {
  const { variables, live, registry, layers, newRules } = base;
  const conversations = conversationRules(store);
  const settings = live.current;
  const rules = once(async () =>
    (await import("./open-rules.ts")).openRules({
      variables,
      settings,
      conversations,
      team: team.own,
      newRules,
      registry,
      layers,
    }),
  );
  const writer = once(async () =>
    (await import("./config-writer.ts")).configWriter({
      variables,
      settings,
      reload: live.reload,
      team: team.own,
    }),
  );
  return {
    rules: rules.get,
    ruleChanges: {
      get canSave() {
        return settings().rulesFile !== undefined || team.own !== undefined;
      },
      change: async (...change) => (await rules.get()).change(...change),
      conversations,
    },
    writer: writer.get,
  };
}
