import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useConsole } from "../../core/console-context.ts";

/** A picture that a run has made. It is fetched with the token, which an address in the page could not carry. */
export function ArtifactPicture({ runId, name }: { runId: string; name: string }) {
  const { api } = useConsole();
  const source = useSignal<string | undefined>(undefined);
  useEffect(() => {
    let made: string | undefined;
    let gone = false;
    const load = async () => {
      const content = await api.download("/api/runs/{run}/artifacts/{name}", {
        params: { run: runId, name },
      });
      if (gone) return;
      made = URL.createObjectURL(content);
      source.value = made;
    };
    void load().catch(() => undefined);
    return () => {
      gone = true;
      if (made !== undefined) URL.revokeObjectURL(made);
    };
  }, [api, runId, name]);
  return source.value === undefined ? null : <img class="artifact-picture" src={source.value} alt={name} />;
}
