import "./files.css";
import type { ChangedFile } from "../../../../src/contract/data/changed-file.ts";
import { useConsole } from "../../../core/console-context.ts";
import { useData } from "../../../core/use-data.ts";
import { useFormat } from "../../../core/use-format.ts";
import { useWords } from "../../../core/words.ts";
import { Badge } from "../../../parts/badge.tsx";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { LoadedView } from "../../../parts/loaded-view.tsx";
import { Time } from "../../../parts/time.tsx";
import { fileWords } from "../../../words/file.ts";
import { FileView } from "./file-view.tsx";

/** The server's maximum page size. */
const MOST = 200;

/** The value of `files` in the address for the whole list. */
const ALL = "all";

/** Every file that a conversation created or changed. The address says which one is open. */
export function FilesDialog({ conversation, onClose }: { conversation: string; onClose(): void }) {
  const { api, route } = useConsole();
  const say = useWords(fileWords);
  const files = useData(
    () => api.get("/api/conversations/{id}/files", { params: { id: conversation }, query: { limit: MOST } }),
    [conversation],
  );
  const wanted = route.place.value.query.get("files") ?? ALL;
  const open = files.value?.find(({ id }) => id === wanted);
  const back =
    open === undefined ? undefined : (
      <Button icon="file" onClick={() => route.ask("files", ALL)}>
        {say("allFiles")}
      </Button>
    );
  return (
    <Dialog class="wide" title={open?.path ?? say("filesTitle")} foot={back} onClose={onClose}>
      <LoadedView data={files}>
        {(list) =>
          open !== undefined ? (
            <FileView key={open.id} conversation={conversation} file={open} />
          ) : list.length === 0 ? (
            <EmptyState icon="file" title={say("noFiles")}>
              <p>{say("noFilesHint")}</p>
            </EmptyState>
          ) : (
            <ul class="rows">
              {list.map((file) => (
                <li key={file.id}>
                  <FileRow file={file} onOpen={() => route.ask("files", file.id)} />
                </li>
              ))}
            </ul>
          )
        }
      </LoadedView>
    </Dialog>
  );
}

/** One file on one line: what happened to it, its size, when. */
function FileRow({ file, onOpen }: { file: ChangedFile; onOpen(): void }) {
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
