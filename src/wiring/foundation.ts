import { join, resolve } from "node:path";
import { CONFIG_FILE, HOME_FOLDER, type Settings, type UntrustedRules } from "../config/load-config.ts";
import { userFolders } from "../config/places/state-folder.ts";
import { createEventBus, type EventBus } from "../execution/event-bus.ts";
import { liveLayer, readThrough } from "../policy/families.ts";
import type { Layer } from "../policy/layer.ts";
import { globalLayer, rulesLayer } from "../policy/rule-layers.ts";
import { defined } from "../support/defined.ts";
import { createListeners, type Listeners } from "../support/network/listeners.ts";
import { closeWith } from "../support/opens-itself.ts";
import { truePath } from "../support/paths.ts";
import { requireNode } from "../support/process/require-node.ts";
import { ToolRegistry } from "../tool/tool-registry.ts";
import { createOutgoingRules, type OutgoingRules } from "./containment/outgoing-rules.ts";
import type { RuntimeOptions } from "./runtime-surface.ts";
import { type LiveSettings, liveSettings } from "./settings/live-settings.ts";
import { createWorkFolders, type WorkFolders } from "./storage/work-folders.ts";

/** What every module of a runtime builds on. Creating it opens nothing. */
export interface Foundation {
  /** The settings at the start. Settings that can change while the runtime runs are read from `live`. */
  readonly settings: Settings;
  readonly options: Omit<RuntimeOptions, "settings">;
  readonly variables: Readonly<Record<string, string | undefined>>;
  /** The real path of the workspace. */
  readonly workspace: string;
  /** The folders of conversations. `undefined` if all runs work in the whole workspace. */
  readonly folders: WorkFolders | undefined;
  /** The policy layers that apply to every run. */
  readonly layers: readonly Layer[];
  /** The same, with the relative patterns of the config's rules starting at another folder. */
  layersIn(folder: string): readonly Layer[];
  /** The layers that would apply to every run under other settings. */
  layersUnder(settings: Settings): readonly Layer[];
  /** The current settings, and the way to change them. */
  readonly live: LiveSettings;
  /** Parses the rules of other settings. Returns a function that applies them to every run. */
  newRules(settings: Settings): () => void;
  readonly registry: ToolRegistry;
  readonly bus: EventBus;
  readonly listeners: Listeners;
  /** The network rules for everything that leaves this process. */
  readonly outside: OutgoingRules;
  /** Paths that programs never see: the home, configs, and the user's other Dejima files. */
  readonly hidden: readonly string[];
  /** Folders that Dejima itself obeys and people edit. Tools may read them and never change them. */
  readonly sealed: readonly string[];
  /** Disposed in reverse order of creation: a module's services close before those it uses. */
  readonly opened: AsyncDisposableStack;
  readonly closing: ReturnType<typeof closeWith>;
  onFault(error: unknown): void;
}

/** Creates the foundation of a runtime. */
export function createFoundation(settings: Settings, options: Omit<RuntimeOptions, "settings">): Foundation {
  const { config, base, home, file, rulesFile } = settings;
  const { onFault = () => {}, variables = {}, toolFolders = [] } = options;
  requireNode();
  const opened = new AsyncDisposableStack();
  // Rules match real paths, so relative patterns must be resolved against a real path.
  const workspace = truePath(resolve(base, config.workspace));
  const ofConfig = configLayers(settings, workspace).map(liveLayer);
  // Only a person raises a budget, whatever the rules of the config allow.
  const budgets = rulesLayer({ name: "budgets", confirm: ["raise_budget"], deny: [] }, { base: workspace });
  // Only a person accepts what was found, installed or drafted.
  const accepting = ["install_capability", "accept_skill"];
  const found = rulesLayer({ name: "found", confirm: accepting, deny: [] }, { base: workspace });
  const fixed = [budgets, found, ...(options.layers ?? [])];
  const layers = [...ofConfig.map(({ layer }) => layer), ...fixed];
  let applied = settings;
  const prepareRules = (next: Settings) => {
    const made = configLayers(next, workspace);
    return () => {
      applied = next;
      for (const [at, layer] of made.entries()) ofConfig[at]?.replace(layer);
    };
  };
  const live = liveSettings(settings, { prepareRules, now: Date.now });
  live.follow(["permissions"], () => {});
  const listeners = createListeners();
  const registry = new ToolRegistry(config.tools);
  live.follow(["tools.roles", "tools.prices"], (next) => registry.configure(next.config.tools));
  const configs = [join(workspace, CONFIG_FILE), file, rulesFile].filter((path) => path !== undefined);
  return {
    settings,
    options,
    variables,
    workspace,
    folders: config.workspaces === "shared" ? undefined : createWorkFolders(workspace),
    layers,
    layersIn(folder) {
      let of = applied;
      const read = () => configLayers(startingAt(folder, of), folder);
      let made = read();
      const current = () => {
        if (of === applied) return made;
        of = applied;
        made = read();
        return made;
      };
      // `configLayers` returns the same layers, in the same order, for all settings.
      return [...made.map((layer, at) => readThrough(() => current()[at] ?? layer)), ...fixed];
    },
    layersUnder: (next) => [...configLayers(next, workspace), ...fixed],
    live,
    newRules(next) {
      const apply = prepareRules(next);
      return () => {
        live.replaceRules(next);
        apply();
        registry.configure(next.config.tools);
      };
    },
    registry,
    bus: createEventBus(onFault),
    listeners,
    outside: createOutgoingRules(config.network, { listeners, layers }),
    hidden: [home, join(workspace, HOME_FOLDER), ...configs, ...userFolders(variables)],
    sealed: ["personas", ...toolFolders].map((path) => resolve(base, path)),
    opened,
    closing: closeWith(opened),
    onFault,
  };
}

/** Settings whose untrusted rules start at another folder, if they start at the workspace. */
function startingAt(folder: string, settings: Settings): Settings {
  const { rules, base, config } = settings;
  if (rules === undefined || truePath(rules.base) !== truePath(resolve(base, config.workspace)))
    return settings;
  return { ...settings, rules: { ...rules, base: folder } };
}

const NO_RULES = { name: "config (not trusted)", confirm: [], deny: [] };

/** The layers of the user's rules, and of a config that nobody has accepted. */
export function configLayers(
  { config, file, rulesFile, lineOf, rules, user, team }: Settings,
  workspace: string,
): Layer[] {
  // Beside the rules of an untrusted file, those of the config are from the accepted one above it.
  const from = rules === undefined ? file : rulesFile;
  const label = from === undefined ? { lineOf } : { file: from, lineOf };
  return [
    globalLayer(config.permissions, { base: workspace, truePath, ...label }, user, team),
    sensitiveLayer(config.tools.sensitiveNames, workspace),
    rules === undefined ? rulesLayer(NO_RULES, { base: workspace }) : untrustedLayer(rules),
  ];
}

/** The files of the rules that are not in the folder's own config. */
export function otherFiles({ user, team }: Settings): { readonly user?: string; readonly team?: string } {
  return defined({ user: user?.file, team: team?.file });
}

/** A layer that asks before reading files whose names the user calls sensitive, whatever else allows it. */
function sensitiveLayer(names: readonly string[], workspace: string): Layer {
  const confirm = names.flatMap((name) => [`file.read(**/${name})`, `file.read(**/${name}/**)`]);
  return rulesLayer({ name: "tools.sensitiveNames", confirm, deny: [] }, { base: workspace });
}

/** A layer for the rules of a config that nobody has accepted: they can deny and ask, never allow. */
function untrustedLayer({ file, base, confirm, deny }: UntrustedRules): Layer {
  return rulesLayer({ name: `${file} (not trusted)`, confirm, deny }, { base: truePath(base), truePath });
}
