import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { text } from "node:stream/consumers";
import { z } from "zod";
import { MODEL_PROVIDERS } from "../../../../contract/config-names.ts";
import { DejimaError } from "../../../../contract/error.ts";
import type { ModelSelection } from "../../../../runtime.ts";
import { defined } from "../../../../support/defined.ts";
import { languageOfLocale } from "../../../../support/language-of.ts";
import { connectModel, missingText, modelProblemText, providerLines } from "../../chat/connect-model.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import type { Output } from "../../describe/output.ts";
import { flag, value } from "../../input/fields.ts";

const CONNECTABLE = MODEL_PROVIDERS.filter((provider) => provider !== "offline");

const use = defineCommand({
  path: ["model", "use"],
  group: "Connect and choose the agent's model",
  summary: "Choose the agent's model; without a name, say which one is used",
  input: z.object({
    name: z.string().optional(),
  }),
  arguments: ["name"],
  examples: ["dejima model use ollama:qwen3", "dejima model use ./model.gguf", "dejima model use auto"],
  async run({ runtime, output, cwd }, { name }) {
    const harbour = await runtime();
    if (name === undefined) {
      const { id } = await harbour.agent.model();
      output.data({ model: id }, () => id);
      return 0;
    }
    const automatic = name === "auto";
    // The path of a model file is relative to the current folder, wherever it is used later.
    const chosen = /\.gguf$/i.test(name) ? resolve(cwd, name.replace(/^local:/, "")) : name;
    if (/\.gguf$/i.test(name) && !existsSync(chosen))
      throw new DejimaError("invalid_input", `Cannot use the model "${name}": no such file`, { model: name });
    await harbour.useModel(automatic ? undefined : chosen);
    const { missing } = automatic ? {} : await harbour.models.state();
    output.data({ model: automatic ? null : chosen, ...defined({ missing }) }, () =>
      automatic
        ? output.say("The config and the environment decide again")
        : output.say`From now on: ${chosen}`,
    );
    if (missing !== undefined) output.note(missingText(missing, output.say.language));
    return 0;
  },
});

const connect = defineCommand({
  path: ["model", "connect"],
  summary: "Connect a model: asks for the key, tests it and uses it from now on",
  input: z.object({
    provider: z.enum(CONNECTABLE, `there are ${CONNECTABLE.join(", ")}`).optional(),
    model: value("name", "the model's name at the provider, or the path of a GGUF file"),
    baseUrl: value("address", "where the provider is, such as http://127.0.0.1:8080/v1"),
    keyStdin: flag("read the key from standard input; it is never taken from the command line"),
  }),
  arguments: ["provider"],
  examples: [
    "dejima model connect",
    "dejima model connect anthropic",
    "dejima model connect compatible --base-url http://127.0.0.1:8080/v1 --model qwen3",
    "cat key.txt | dejima model connect openai --key-stdin",
  ],
  async run(context, { provider: chosen, model, baseUrl, keyStdin }) {
    const provider = chosen ?? (baseUrl === undefined ? undefined : "compatible");
    const apiKey = keyStdin ? (await text(context.stdin)).trim() : undefined;
    if (apiKey === "")
      throw new DejimaError("invalid_input", "Cannot connect the model: standard input contains no key");
    const name = model !== undefined && provider === "local" ? resolve(context.cwd, model) : model;
    const request = defined({ provider, name, baseUrl, apiKey });
    return connectWith(context, request);
  },
});

const list = defineCommand({
  path: ["model", "list"],
  summary: "Show the model that answers, who chose it, and what else is connected",
  input: z.object({}),
  examples: ["dejima model list", "dejima model list --json"],
  async run({ runtime, output, variables }) {
    const state = await (await runtime()).models.state();
    output.data(state, () =>
      output.shown(
        [
          `${state.id}  ${chosenBy(output)[state.by]}`,
          ...(state.missing === undefined ? [] : [missingText(state.missing, output.say.language)]),
          ...providerLines(state, languageOfLocale(variables)),
        ].join("\n"),
      ),
    );
    return 0;
  },
});

const forget = defineCommand({
  path: ["model", "forget"],
  summary: "Forget the key and the address that were entered for a provider",
  input: z.object({ provider: z.enum(CONNECTABLE, `there are ${CONNECTABLE.join(", ")}`) }),
  arguments: ["provider"],
  examples: ["dejima model forget openai"],
  async run({ runtime, output }, { provider }) {
    const forgotten = await (await runtime()).models.disconnect(provider);
    output.data({ forgotten }, () =>
      forgotten
        ? output.say`The key for ${provider} is gone.`
        : output.say`No key for ${provider} was stored.`,
    );
    return 0;
  },
});

const chosenBy = ({ say }: Output) => ({
  caller: say("(named on the command line)"),
  home: say("(chosen here: dejima model use)"),
  config: say("(models.default in dejima.yaml)"),
  user: say("(your last choice)"),
  environment: say("(found in the environment)"),
  default: say("(no model is connected: dejima model connect)"),
});

async function connectWith(context: CommandContext, request: Partial<ModelSelection>): Promise<number> {
  const { output, interactive } = context;
  const language = languageOfLocale(context.variables);
  const harbour = await context.runtime();
  const { provider } = request;
  if (interactive && request.apiKey === undefined) {
    const answer = await connectModel(context, harbour, { language, prefilled: request });
    if (answer === undefined) output.note(output.say("Nothing changed."));
    return answer === undefined ? EXIT.failed : EXIT.done;
  }
  if (provider === undefined)
    throw new DejimaError(
      "invalid_input",
      `Cannot connect a model without a terminal to ask at: name a provider of ${CONNECTABLE.join(", ")}, and give its key with --key-stdin`,
    );
  const answer = await harbour.models.connect({ ...request, provider });
  if (!answer.ok)
    throw new DejimaError(
      "server_unavailable",
      `Cannot connect ${answer.id}: ${modelProblemText(answer, language).replace("\n ", "")}`,
      { problem: answer.problem, models: answer.models },
    );
  output.data(answer, () => output.say`Connected: ${answer.id} answers from now on.`);
  return EXIT.done;
}

/** The commands of this file. */
export const COMMANDS = [use, connect, list, forget];
