import type { Signal } from "@preact/signals";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { chatWords } from "../../words/chat.ts";

/** The persona for the next messages, if there are several to choose from. */
export function PersonaChoice({ persona }: { persona: Signal<string> }) {
  const { api } = useConsole();
  const say = useWords(chatWords);
  const { value: personas = [] } = useData(() => api.get("/api/personas", { query: { limit: 200 } }), [api]);
  if (personas.length < 2) return null;
  return (
    <select
      class="persona"
      aria-label={say("persona")}
      title={say("persona")}
      value={persona.value}
      onChange={(event) => {
        persona.value = event.currentTarget.value;
      }}
    >
      {personas.map(({ name, used }) => (
        <option key={name} value={used ? "" : name}>
          {name}
        </option>
      ))}
    </select>
  );
}
