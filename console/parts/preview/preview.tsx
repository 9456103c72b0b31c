import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { fileWords } from "../../words/file.ts";
import { CodeBlock } from "../code-block.tsx";
import { LoadedView } from "../loaded-view.tsx";
import { Markdown } from "../markdown.tsx";
import { BlobPicture } from "./blob-picture.tsx";
import { PageFrame } from "./page-frame.tsx";
import { PdfPages } from "./pdf-pages.tsx";
import { type PreviewKind, previewKind } from "./preview-kind.ts";
import { TableView } from "./table-view.tsx";

/** More text would make the page slow. */
const MOST_TEXT = 300_000;

/** A file as a person would view it: a picture, pages, a table, a page without scripts, or text. */
export function Preview({
  name,
  content,
  source = false,
}: {
  name: string;
  content: Blob;
  source?: boolean;
}) {
  const kind = previewKind(name);
  if (kind === "picture" && !source) return <BlobPicture name={name} content={content} />;
  if (kind === "pdf") return <PdfPages name={name} content={content} />;
  return <TextPreview name={name} content={content} kind={source ? "text" : kind} />;
}

function TextPreview({ name, content, kind }: { name: string; content: Blob; kind: PreviewKind }) {
  const say = useWords(fileWords);
  const read = useData(async () => content.slice(0, MOST_TEXT).text(), [content]);
  return (
    <LoadedView data={read}>
      {(text) =>
        text.includes("\0") ? (
          <p class="soft">{say("notText")}</p>
        ) : (
          <div class="stack tight">
            {content.size > MOST_TEXT ? <p class="soft small">{say("onlyFirst")}</p> : null}
            {kind === "table" ? (
              <TableView name={name} text={text} />
            ) : kind === "page" ? (
              <PageFrame name={name} html={text} />
            ) : kind === "markdown" ? (
              <Markdown text={text} />
            ) : (
              <CodeBlock text={text} language={name.split(".").at(-1) ?? ""} unnamed wrap />
            )}
          </div>
        )
      }
    </LoadedView>
  );
}
