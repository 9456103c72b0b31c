import type { ChangedFile } from "../../../../src/contract/data/changed-file.ts";
import { useFormat } from "../../../core/use-format.ts";
import { useWords } from "../../../core/words.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { Time } from "../../../parts/time.tsx";
import { fileWords } from "../../../words/file.ts";

/** One file on one line: what happened to it, its size, when. */
export function FileRow({ file, onOpen }: { file: ChangedFile; onOpen(): void }) {
  const say = useWords(fileWords);
  const format = useFormat();
  const { kind, path, exists, changedAt, versions } = file;
  const last = versions.at(-1);
  return (
    <button type="button" class="file-row" onClick={onOpen}>
      <Icon name="file" />
      <span class="break">{path}</span>
      <span class="file-facts">
        <Badge tone={exists ? "plain" : "care"}>
          {kind === "artifact"
            ? say("forUser")
            : say(!exists ? "deleted" : versions[0]?.kind === "made" ? "made" : "changed")}
        </Badge>
        {last?.bytes === undefined ? null : <span class="faint tiny">{format.bytes(last.bytes)}</span>}
        {changedAt === "" ? null : (
          <span class="faint tiny">
            <Time at={changedAt} />
          </span>
        )}
      </span>
    </button>
  );
}
