import { useConsole } from "../../../core/console-context.ts";
import { useData } from "../../../core/use-data.ts";
import { useWords } from "../../../core/words.ts";
import { Button } from "../../../parts/button.tsx";
import { chatWords } from "../../../words/chat.ts";

/** Opens the files that the conversation created or changed. The address stores that it is open. */
export function FilesButton({ conversation }: { conversation: string }) {
  const { route } = useConsole();
  const say = useWords(chatWords);
  const open = route.place.value.query.has("files");
  return (
    <>
      <Button small kind="quiet" icon="file" onClick={() => route.ask("files", "all")}>
        {say("files")}
      </Button>
      {open ? <LazyFiles conversation={conversation} onClose={() => route.ask("files", "")} /> : null}
    </>
  );
}

/** The dialog, loaded when it is first opened. */
function LazyFiles(props: { conversation: string; onClose(): void }) {
  const { value: FilesDialog } = useData(async () => (await import("./files-dialog.tsx")).FilesDialog, []);
  return FilesDialog === undefined ? null : <FilesDialog {...props} />;
}
