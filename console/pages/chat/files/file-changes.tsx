import type { ChangedFile, FileVersion } from "../../../../src/contract/data/changed-file.ts";
import { useConsole } from "../../../core/console-context.ts";
import { useData } from "../../../core/use-data.ts";
import { useWords } from "../../../core/words.ts";
import { DiffView } from "../../../parts/diff-view.tsx";
import { LoadedView } from "../../../parts/loaded-view.tsx";
import { fileWords } from "../../../words/file.ts";

interface FileChangesProps {
  readonly conversation: string;
  readonly file: ChangedFile;
  readonly version: FileVersion;
}

/** The changes between the previous version and this one. */
export function FileChanges({ conversation, file, version: { number, readable, bytes } }: FileChangesProps) {
  const { api } = useConsole();
  const say = useWords(fileWords);
  const before = file.versions[number - 1];
  const isKnown =
    (readable || bytes === undefined) && (before?.readable === true || before?.bytes === undefined);
  const changes = useData(
    async (): Promise<{ readonly diff?: string | undefined }> =>
      before === undefined || !isKnown
        ? {}
        : api.get("/api/conversations/{id}/files/{file}/diff", {
            params: { id: conversation, file: file.id },
            query: { from: before.number, to: number },
          }),
    [conversation, file.id, number],
  );
  if (before === undefined) return <p class="soft">{say("first")}</p>;
  if (!isKnown) return <p class="soft">{say("gone")}</p>;
  return (
    <LoadedView data={changes}>
      {({ diff }) =>
        diff === undefined ? (
          <p class="soft">{say("noDiff")}</p>
        ) : diff.includes("\n@@ ") ? (
          <DiffView text={diff} />
        ) : (
          <p class="soft">{say("same")}</p>
        )
      }
    </LoadedView>
  );
}
