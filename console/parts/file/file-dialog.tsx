import { useConsole } from "../../core/console-context.ts";
import { saveFile } from "../../core/save-file.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { fileWords } from "../../words/file.ts";
import { Button } from "../button.tsx";
import { CodeBlock } from "../code-block.tsx";
import { Dialog } from "../dialog.tsx";
import { LoadedView } from "../loaded-view.tsx";
import { Markdown } from "../markdown.tsx";
import { ProblemNote } from "../problem-note.tsx";

/** A file of the workspace in its current state. It is read through the gate, like any other call. */
export function FileDialog({ path, onClose }: { path: string; onClose(): void }) {
  const { api } = useConsole();
  const say = useWords(fileWords);
  const file = useData(
    () =>
      api.send("POST", "/api/tools/{name}/call", {
        params: { name: "read_file" },
        body: { input: { path } },
      }),
    [path],
  );
  const { text, more } = pageOf(file.value?.type === "success" ? file.value.output : undefined);
  const foot = (
    <Button
      icon="download"
      disabled={text === undefined || more}
      onClick={() => saveFile(new Blob([text ?? ""]), path.split("/").at(-1) ?? path)}
    >
      {say("download")}
    </Button>
  );
  return (
    <Dialog class="wide" title={path} foot={foot} onClose={onClose}>
      {more ? <p class="soft small">{say("onlyFirst")}</p> : null}
      <LoadedView data={file}>
        {(outcome) =>
          outcome.type === "failure" ? (
            <ProblemNote problem={{ ...outcome.error, status: 0 }} />
          ) : text === undefined ? (
            <p class="soft">{say("notText")}</p>
          ) : /\.(?:md|markdown)$/i.test(path) ? (
            <Markdown text={text} />
          ) : (
            <CodeBlock text={text} language={path.split(".").at(-1) ?? ""} unnamed wrap />
          )
        }
      </LoadedView>
    </Dialog>
  );
}

/** The output of `read_file`: the text, and whether the file continues after it. */
function pageOf(output: unknown): { readonly text?: string; readonly more: boolean } {
  if (typeof output !== "object" || output === null || !("content" in output)) return { more: false };
  const more = "more" in output && output.more === true;
  return typeof output.content === "string" ? { text: output.content, more } : { more };
}
