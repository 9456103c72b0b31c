import type { Artifact } from "../../../src/contract/data/artifact.ts";
import { useConsole } from "../../core/console-context.ts";
import { saveFile } from "../../core/save-file.ts";
import { useFormat } from "../../core/use-format.ts";
import { useReport } from "../../core/use-report.ts";
import { useWords } from "../../core/words.ts";
import { callWords } from "../../words/call.ts";
import { Icon } from "../icon.tsx";
import { ArtifactPicture } from "./artifact-picture.tsx";

const PICTURES: ReadonlySet<string> = new Set(["image/png", "image/jpeg", "image/gif", "image/webp"]);

/** The files that a run created for its user. */
export function ArtifactList({ runId, artifacts }: { runId: string; artifacts: readonly Artifact[] }) {
  const { api } = useConsole();
  const report = useReport();
  const say = useWords(callWords);
  const format = useFormat();
  const save = async (name: string) => {
    try {
      saveFile(
        await api.download("/api/runs/{run}/artifacts/{name}", { params: { run: runId, name } }),
        name,
      );
    } catch (error) {
      report(error);
    }
  };
  return (
    <div class="stack tight">
      <h3 class="small soft">{say("artifacts")}</h3>
      <ul class="artifacts">
        {artifacts.map(({ name, bytes, mediaType }) => (
          <li key={name}>
            {PICTURES.has(mediaType) ? <ArtifactPicture runId={runId} name={name} /> : null}
            <button type="button" onClick={() => void save(name)}>
              <Icon name="file" />
              <span class="break">{name}</span>
              <span class="faint tiny">{format.bytes(bytes)}</span>
              <Icon name="download" />
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
