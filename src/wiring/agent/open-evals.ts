import type { AgentParts } from "../../agent/agent-parts.ts";
import type { Settings } from "../../config/load-config.ts";
import { DejimaError } from "../../contract/error.ts";
import { LOCAL_USER } from "../../contract/run.ts";
import { localDay } from "../../contract/words/local-time.ts";
import type { VariantPolicy } from "../../evals/eval-report.ts";
import { createEvals, type Evals } from "../../evals/evals.ts";
import type { Harbour } from "../../execution/harbour.ts";
import { judgeWithoutCalling } from "../../execution/preview-call.ts";
import type { LanguageModel } from "../../model/language/language-model.ts";
import { toolReach } from "../../policy/judge-step.ts";
import type { Layer } from "../../policy/layer.ts";
import type { ToolInfo } from "../../tool/describe-tool.ts";
import type { Foundation } from "../foundation.ts";
import type { RunRegistry } from "../storage/run-registry.ts";
import type { MoneyMeter } from "./wire-money.ts";

interface OpenEvalsParts extends Pick<Foundation, "layersUnder">, Pick<RunRegistry, "skillLayers"> {
  readonly agent: AgentParts;
  readonly settings: Settings;
  harbour(): Promise<Harbour>;
  describe(name: string): ToolInfo;
  model(requested: LanguageModel | string | undefined): Promise<LanguageModel>;
  readonly metered: MoneyMeter["metered"];
}

/** How many runs are examined for a proposal. */
const MAX_EXAMINED_RUNS = 100;
const ID = "evaluation";
const PAYER = { runId: ID, conversation: ID, user: LOCAL_USER, purpose: "evaluation" } as const;

/** Evaluations with the agent, the tools and the rules of a runtime. Budgets limit their models. */
export function openEvals(parts: OpenEvalsParts): Evals {
  const { agent } = parts;
  const { catalogue, settings, environment } = agent;
  const model = async (requested: LanguageModel | string | undefined) =>
    parts.metered(await parts.model(requested), PAYER);
  return createEvals({
    recording: agent.recording,
    catalogue: async () => catalogue,
    model,
    now: agent.now,
    describe: parts.describe,
    async runsWith(tool) {
      const { runs } = await agent.store();
      return (await runs.list({ limit: MAX_EXAMINED_RUNS, tool })).map(({ id }) => id);
    },
    async suggester() {
      const chosen = await parts.model(undefined);
      if (chosen.reflects !== true)
        throw new DejimaError(
          "server_unavailable",
          `Cannot suggest descriptions with ${chosen.id}: connect a language model first, with \`dejima model connect\``,
        );
      return parts.metered(chosen, { ...PAYER, purpose: "suggestion" });
    },
    async world({ prompt, descriptions, ...variant }, signal) {
      const harbour = await parts.harbour();
      const base = parts.layersUnder(settingsWith(parts.settings, variant.policy));
      const under = new Map<string, readonly Layer[]>([["", base]]);
      const layersOf = async (skills: readonly string[]) => {
        const cached = under.get(skills.join());
        if (cached !== undefined) return cached;
        const made = [...base, ...(await parts.skillLayers(skills))];
        under.set(skills.join(), made);
        return made;
      };
      return {
        catalogue,
        settings,
        environment,
        prompt,
        descriptions,
        signal,
        model: await model(variant.model),
        persona: await agent.persona(),
        today: localDay(agent.now(), await agent.timezoneOf?.(LOCAL_USER)),
        isWithheld: (tool) => toolReach(tool, base) === "denied",
        judge: async (tool, input, skills) =>
          judgeWithoutCalling({ tool, input, harbour, layers: await layersOf(skills) }),
      };
    },
  });
}

/** The settings with other rules. */
function settingsWith(settings: Settings, policy: VariantPolicy | undefined): Settings {
  if (policy === undefined) return settings;
  const { safe = [], confirm = [], deny = [] } = policy;
  const permissions = { safe: [...safe], confirm: [...confirm], deny: [...deny] };
  const { user: _user, ...rest } = settings;
  return { ...rest, config: { ...settings.config, permissions } };
}
