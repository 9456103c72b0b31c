import type { LanguageModel } from "../../model/language/language-model.ts";
import type { QuarantineToolSources } from "../../sources/builtin/quarantine-tool.ts";
import type { Foundation } from "../foundation.ts";
import type { CallServices } from "../storage/wire-harbour.ts";
import type { Storage } from "../storage/wire-storage.ts";
import type { Models } from "./open-models.ts";
import type { MoneyMeter } from "./wire-money.ts";

interface ModelParts {
  readonly storage: Storage;
  readonly calls: CallServices;
  readonly money: MoneyMeter;
}

/** The language models of a runtime. */
export interface WiredModels {
  service(): Promise<Models>;
  /** Opens the requested model. Default: the one that options, config and environment name. */
  open(requested?: LanguageModel | string): Promise<LanguageModel>;
  /** Asks the model about untrusted content, outside of the conversation and without tools. */
  readonly askQuarantined: QuarantineToolSources["askQuarantined"];
}

/** Opens models with the first question to one, and again when their settings change. */
export function wireModels(base: Foundation, { storage, calls, money }: ModelParts): WiredModels {
  const { options, variables, live } = base;
  const { store } = storage;
  const service = live.renewed(["models"], async () => {
    const { learnSecret, harbour } = await calls.world();
    const { openModels } = await import("./open-models.ts");
    return openModels({
      settings: live.current(),
      variables,
      model: options.model,
      store,
      learnSecret,
      redact: harbour.redactor.text,
    });
  });
  const open = async (requested: LanguageModel | string | undefined = options.model) =>
    (await service()).open(requested);
  return {
    service,
    open,
    async askQuarantined({ system, text, runId, user }, signal) {
      const [{ askForText }, opened] = await Promise.all([
        import("../../model/language/language-model.ts"),
        open(),
      ]);
      const conversation = (await (await store()).conversations.turn(runId))?.conversationId ?? runId;
      const metered = await money.metered(opened, { runId, conversation, user, purpose: "quarantine" });
      return askForText(metered, { system, text, maxTokens: 100 }, signal);
    },
  };
}
