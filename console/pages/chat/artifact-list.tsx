import { asProblem } from "../../core/api-problem.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { Icon } from "../../parts/icon.tsx";
import { chatWords } from "../../words/chat.ts";

interface Artifact {
  readonly name: string;
  readonly bytes: number;
}

/** The files that a run has made for its user. */
export function ArtifactList({ runId }: { runId: string }) {
  const { api, notices } = useConsole();
  const say = useWords(chatWords);
  const format = useFormat();
  const root = `/api/runs/${encodeURIComponent(runId)}/artifacts`;
  const artifacts = useData(() => api.get<Artifact[]>(root), [root]).value ?? [];
  const save = async (name: string) => {
    try {
      saveFile(await api.download(`${root}/${encodeURIComponent(name)}`), name);
    } catch (error) {
      notices.show("failed", asProblem(error).message);
    }
  };
  if (artifacts.length === 0) return null;
  return (
    <section class="stack tight" aria-label={say("artifacts")}>
      <h3 class="small soft">{say("artifacts")}</h3>
      <ul class="artifacts">
        {artifacts.map(({ name, bytes }) => (
          <li key={name}>
            <button type="button" onClick={() => void save(name)}>
              <Icon name="file" />
              <span class="break">{name}</span>
              <span class="faint tiny">{format.bytes(bytes)}</span>
              <Icon name="download" />
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}

// A link could not carry the token.
function saveFile(content: Blob, name: string): void {
  const address = URL.createObjectURL(content);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
