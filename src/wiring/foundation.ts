import { join, resolve } from "node:path";
import { CONFIG_FILE, HOME_FOLDER, type Settings, type UntrustedRules } from "../config/load-config.ts";
import { userFolders } from "../config/state-folder.ts";
import { createEventBus, type EventBus } from "../execution/event-bus.ts";
import { liveLayer } from "../policy/families.ts";
import type { Layer } from "../policy/layer.ts";
import { globalLayer, rulesLayer } from "../policy/rule-layers.ts";
import { createListeners, type Listeners } from "../support/listeners.ts";
import { closeWith } from "../support/opens-itself.ts";
import { truePath } from "../support/paths.ts";
import { ToolRegistry } from "../tool/tool-registry.ts";
import { type LiveSettings, liveSettings } from "./live-settings.ts";
import { createOutside, type Outside } from "./outside.ts";
import type { RuntimeOptions } from "./runtime-surface.ts";

/** What every module of a runtime builds on. None of it opens anything. */
export interface Foundation {
  /** The settings of the start. What can change while the runtime runs is read from `live`. */
  readonly settings: Settings;
  readonly options: Omit<RuntimeOptions, "settings">;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The true path of the workspace. */
  readonly workspace: string;
  /** The layers of the policy that hold for every run. */
  readonly layers: readonly Layer[];
  /** The layers that would hold for every run under other settings. */
  layersUnder(settings: Settings): readonly Layer[];
  /** The settings as they are now, and the way to change them. */
  readonly live: LiveSettings;
  /** Reads the rules of other settings, and gives what puts them in the place of those that hold, in every run. */
  newRules(settings: Settings): () => void;
  readonly registry: ToolRegistry;
  readonly bus: EventBus;
  readonly listeners: Listeners;
  /** The rules of every way out. */
  readonly outside: Outside;
  /** What programs never see: the home, configs, and what the user keeps for Dejima elsewhere. */
  readonly hidden: readonly string[];
  /** Folders that Dejima itself obeys and that people edit: tools may read and never change them. */
  readonly sealed: readonly string[];
  /** Closed in reverse order of creation: a module's services close before those it uses. */
  readonly opened: AsyncDisposableStack;
  readonly closing: ReturnType<typeof closeWith>;
  onFault(error: unknown): void;
}

/** Lays the foundation of a runtime. */
export function layFoundation(settings: Settings, options: Omit<RuntimeOptions, "settings">): Foundation {
  const { config, base, home, file } = settings;
  const { onFault = () => {}, variables = {}, toolFolders = [] } = options;
  const opened = new AsyncDisposableStack();
  // Rules see true paths, so their relative patterns must stand on one.
  const workspace = truePath(resolve(base, config.workspace));
  const ofConfig = configLayers(settings, workspace).map(liveLayer);
  // Only a person raises a budget, whatever the rules of the config allow.
  const budgets = rulesLayer({ name: "budgets", confirm: ["raise_budget"], deny: [] }, { base: workspace });
  // Likewise only a person installs what was found.
  const found = rulesLayer({ name: "found", confirm: ["install_capability"], deny: [] }, { base: workspace });
  const fixed = [budgets, found, ...(options.layers ?? [])];
  const layers = [...ofConfig.map(({ layer }) => layer), ...fixed];
  const prepareRules = (next: Settings) => {
    const made = configLayers(next, workspace);
    return () => {
      for (const [at, layer] of made.entries()) ofConfig[at]?.replace(layer);
    };
  };
  const live = liveSettings(settings, { prepareRules, now: Date.now });
  live.follow(["permissions"], () => {});
  const listeners = createListeners();
  const registry = new ToolRegistry(config.tools.roles);
  live.follow(["tools.roles"], (next) => registry.setRoles(next.config.tools.roles));
  const configs = [join(workspace, CONFIG_FILE), ...(file === undefined ? [] : [file])];
  return {
    settings,
    options,
    variables,
    workspace,
    layers,
    layersUnder: (next) => [...configLayers(next, workspace), ...fixed],
    live,
    newRules(next) {
      const apply = prepareRules(next);
      return () => {
        live.replaceRules(next);
        apply();
        registry.setRoles(next.config.tools.roles);
      };
    },
    registry,
    bus: createEventBus(onFault),
    listeners,
    outside: createOutside(config.network, { listeners, layers }),
    hidden: [home, join(workspace, HOME_FOLDER), ...configs, ...userFolders(variables)],
    sealed: ["personas", ...toolFolders].map((path) => resolve(base, path)),
    opened,
    closing: closeWith(opened),
    onFault,
  };
}

const NO_RULES = { name: "config (not trusted)", confirm: [], deny: [] };

/** What the user allows, asks and denies, and what a config adds that nobody has accepted. */
export function configLayers({ config, file, lineOf, rules, user }: Settings, workspace: string): Layer[] {
  const label = file === undefined ? { lineOf } : { file, lineOf };
  return [
    globalLayer(config.permissions, { base: workspace, truePath, ...label }, user),
    sensitiveLayer(config.tools.sensitiveNames, workspace),
    rules === undefined ? rulesLayer(NO_RULES, { base: workspace }) : untrustedLayer(rules),
  ];
}

/** Files with names that the user calls sensitive are asked about, whatever else allows to read them. */
function sensitiveLayer(names: readonly string[], workspace: string): Layer {
  const confirm = names.flatMap((name) => [`file.read(**/${name})`, `file.read(**/${name}/**)`]);
  return rulesLayer({ name: "tools.sensitiveNames", confirm, deny: [] }, { base: workspace });
}

/** The rules of a config that nobody has accepted can forbid and ask, never allow. */
function untrustedLayer({ file, base, confirm, deny }: UntrustedRules): Layer {
  return rulesLayer({ name: `${file} (not trusted)`, confirm, deny }, { base: truePath(base), truePath });
}
