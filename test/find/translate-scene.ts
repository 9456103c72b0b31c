import type { ModelRequest } from "../../src/model/language/language-model.ts";
import type { ScriptedReply } from "../../src/model/language/scripted-model.ts";
import type { WantedCall } from "../agent/a-calling-model.ts";
import { type ARegistry, aRegistry, aServer } from "./a-registry.ts";

/** A registry that lists a server that translates a PDF, and another one. */
export async function aTranslatorRegistry(): Promise<ARegistry> {
  const registry = await aRegistry();
  const translate = {
    name: "translate_pdf",
    description: "Translate a PDF",
    properties: { text: { type: "string" } },
    run: "return `übersetzt: ${input.text}`",
  };
  await registry.publish(
    {
      name: "pdf-translate-mcp",
      title: "PDF translator",
      description: "Translates the text of PDF documents between languages",
      files: { "server.js": aServer([translate]) },
    },
    {
      name: "weather-now-mcp",
      description: "Tells the weather forecast of a city",
      files: { "server.js": aServer([{ name: "forecast", description: "Forecast", run: "return 'sunny'" }]) },
    },
  );
  return registry;
}

/** What the model does in the scene, by how many results it has seen: it looks for what it misses, tries it, proposes it and uses it. */
export const FINDING_STEPS: readonly ((said: string) => WantedCall)[] = [
  () => ({ name: "search_tools", arguments: { needs: ["translate a PDF into French"] } }),
  () => ({ name: "find_capability", arguments: { request: "translate a PDF" } }),
  () => ({ name: "try_capability", arguments: { name: "io.github.someone/pdf-translate-mcp" } }),
  (said) => ({
    name: "install_capability",
    arguments: { trial: /trial-[0-9a-f]{16}/.exec(said)?.[0], purpose: "Translate your PDF" },
  }),
  () => ({ name: "translate_pdf", arguments: { text: "bonjour" } }),
];

/** The answer, with what the tool gave. */
export const findingAnswer = (said: string): string => `It says: ${/übersetzt: \w+/.exec(said)?.[0]}`;

/** The scene as a script. */
export function findingScript({ messages }: ModelRequest): ScriptedReply {
  const said = JSON.stringify(messages);
  const step = FINDING_STEPS[messages.filter(({ role }) => role === "tool").length]?.(said);
  return step === undefined
    ? { text: findingAnswer(said) }
    : { calls: [{ tool: step.name, input: step.arguments }] };
}
