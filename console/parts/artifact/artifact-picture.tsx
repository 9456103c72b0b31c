import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";

interface ArtifactPictureProps {
  readonly runId: string;
  readonly name: string;
  /** Whether the user sent it with the message. */
  readonly sent?: boolean;
}

/**
 * A picture that a run created, or that came with its message. It is fetched with the token, which an image
 * URL could not carry.
 */
export function ArtifactPicture({ runId, name, sent = false }: ArtifactPictureProps) {
  const { api } = useConsole();
  const source = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let made: string | undefined;
    let gone = false;
    const load = async () => {
      const path = sent ? "/api/runs/{run}/attachments/{name}" : "/api/runs/{run}/artifacts/{name}";
      const content = await api.download(path, { params: { run: runId, name } });
      if (gone) return;
      made = URL.createObjectURL(content);
      source.value = made;
    };
    void load().catch(() => undefined);
    return () => {
      gone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [api, runId, name, sent]);
  return source.value === undefined ? null : <img class="artifact-picture" src={source.value} alt={name} />;
}
