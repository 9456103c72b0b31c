import { useConsole } from "../../../core/console-context.ts";
import { useData } from "../../../core/use-data.ts";
import { useWords } from "../../../core/words.ts";
import { Button } from "../../../parts/button.tsx";
import { Dialog } from "../../../parts/dialog.tsx";
import { EmptyState } from "../../../parts/empty-state.tsx";
import { LoadedView } from "../../../parts/loaded-view.tsx";
import { fileWords } from "../../../words/file.ts";
import { FileRow } from "./file-row.tsx";
import { FileView } from "./file-view.tsx";
import "./files.css";

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
