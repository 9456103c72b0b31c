import { type EffectKind, judgedEffects } from "../contract/effect.ts";
import { DEFAULT_BY_RISK, strictest } from "./defaults.ts";
import { type JudgedCall, judge } from "./judge.ts";
import { createLayer, type Layer } from "./layer.ts";
import { parseRules, type Rule } from "./rule.ts";

/** The family that turns an effect on, if there is no narrower name for it. */
const FAMILY_OF: Readonly<Partial<Record<EffectKind, string>>> = {
  "file.write": "writing",
  "file.delete": "deleting",
  "host.send": "sending",
  "message.send": "messages",
  "money.spend": "spending",
  "db.read": "databases",
  "db.insert": "databases",
  "db.update": "databases",
  "db.delete": "databases",
  "db.schema": "databases",
  "db.call": "databases",
};

/**
 * The rules that would turn a refused call on, with a question each time. Returns `undefined` unless only the built-in defaults
 * refuse it: a deny rule, a skill's list or a client's list is never overridden.
 */
export function rulesThatTurnOn(call: JudgedCall, layers: readonly Layer[]): readonly string[] | undefined {
  const [global, ...others] = layers;
  if (global?.otherwise !== "default" || judge(call, layers).verdict !== "deny") return undefined;
  const rules = [...new Set(offRules(call, global))];
  if (rules.length === 0) return undefined;
  const turnedOn = withDefaults(global, () => switchRules(rules, "what a person may choose"));
  return judge(call, [turnedOn, ...others]).verdict === "ask" ? rules : undefined;
}

/** The narrowest rule for each effect that is off by default. */
function offRules(call: JudgedCall, global: Layer): string[] {
  return judgedEffects(call.effects).flatMap((effect) => {
    const alone = { tool: call.tool, effects: effect === undefined ? [] : [effect] };
    if (judge(alone, [global]).verdict !== "deny") return [];
    const { source, risk, name } = call.tool;
    const family = effect === undefined || effect.server !== undefined ? undefined : FAMILY_OF[effect.kind];
    // Built-in tools declare everything that they do. Any other high-risk tool is turned on only by its own name.
    const isOwn = source === "builtin" || strictest("ask", DEFAULT_BY_RISK[risk]) !== "deny";
    return [family !== undefined && isOwn ? family : name];
  });
}

/** Rules that turn something on with a question each time. */
export function switchRules(texts: readonly string[], place: string): readonly Rule[] {
  return texts.flatMap((text) => parseRules(text, "ask", { base: "/", file: place }));
}

/** A layer whose defaults are loosened by further rules. These apply only if no rule of the layer itself decides. */
export function withDefaults(layer: Layer, further: () => readonly Rule[]): Layer {
  let known: readonly Rule[] = [];
  let added: Layer | undefined;
  const current = () => {
    const rules = further();
    if (added === undefined || rules !== known) {
      known = rules;
      added = createLayer({ name: layer.name, otherwise: "default", rules });
    }
    return added;
  };
  return {
    name: layer.name,
    otherwise: layer.otherwise,
    get rules() {
      return layer.rules ?? [];
    },
    covering(tool, effect) {
      const own = layer.covering(tool, effect);
      if (further().length === 0 || own.some(({ tightensOnly }) => tightensOnly !== true)) return own;
      return [...own, ...current().covering(tool, effect)];
    },
    mentions: (tool) =>
      layer.mentions?.(tool) === true || (further().length > 0 && current().mentions?.(tool) === true),
  };
}

/** A layer that can be replaced while it is in use. */
interface LiveLayer {
  readonly layer: Layer;
  replace(next: Layer): void;
}

/** Creates a layer whose content can be replaced. */
export function liveLayer(first: Layer): LiveLayer {
  let current = first;
  return {
    layer: readThrough(() => current),
    replace(next) {
      current = next;
    },
  };
}

/** A layer with the content that `read` returns at the time. Only `otherwise` stays as it was first. */
export function readThrough(read: () => Layer): Layer {
  return {
    get name() {
      return read().name;
    },
    otherwise: read().otherwise,
    get rules() {
      return read().rules ?? [];
    },
    covering: (tool, effect) => read().covering(tool, effect),
    mentions: (tool) => read().mentions?.(tool) === true,
  };
}
