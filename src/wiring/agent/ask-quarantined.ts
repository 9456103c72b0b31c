import type { LanguageModel } from "../../model/language/language-model.ts";
import type { Store } from "../../store/store.ts";
import type { wireTools } from "../tools/wire-tools.ts";
import type { wireMoney } from "./wire-money.ts";

interface ApartParts {
  model(): Promise<LanguageModel>;
  store(): Promise<Store>;
  readonly money: Pick<ReturnType<typeof wireMoney>, "metered">;
}

/** Asks the model about untrusted content, outside of the conversation and without tools. */
export function createAskQuarantined({
  model,
  store,
  money,
}: ApartParts): Parameters<typeof wireTools>[1]["askQuarantined"] {
  return async ({ system, text, runId, user }, signal) => {
    const [{ collectReply }, opened] = await Promise.all([
      import("../../model/language/language-model.ts"),
      model(),
    ]);
    const messages = [{ role: "user", text }] as const;
    const request = { system, messages, tools: [], toolChoice: "none", thinking: false } as const;
    const conversation = (await (await store()).conversations.turn(runId))?.conversationId ?? runId;
    const metered = await money.metered(opened, { runId, conversation, user, purpose: "quarantine" });
    return (await collectReply(metered.stream({ ...request, maxTokens: 100 }, { signal }))).text;
  };
}
