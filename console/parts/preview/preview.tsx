import { useEffect, useState } from "preact/hooks";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { fileWords } from "../../words/file.ts";
import { CodeBlock } from "../code-block.tsx";
import { LoadedView } from "../loaded-view.tsx";
import { Markdown } from "../markdown.tsx";
import { PageFrame } from "./page-frame.tsx";
import { PdfPages } from "./pdf-pages.tsx";
import { type PreviewKind, previewKind } from "./preview-kind.ts";
import { readTable, separatorOf } from "./read-table.ts";

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

const TYPES: Readonly<Record<string, string>> = {
  svg: "image/svg+xml",
  png: "image/png",
  jpg: "image/jpeg",
  jpeg: "image/jpeg",
  gif: "image/gif",
  webp: "image/webp",
};

/** A picture from bytes. As an image, even an SVG cannot run scripts or load anything. */
function BlobPicture({ name, content }: { name: string; content: Blob }) {
  const [source, setSource] = useState<string | undefined>(undefined);
  useEffect(() => {
    const type = TYPES[name.split(".").at(-1)?.toLowerCase() ?? ""] ?? "application/octet-stream";
    const made = URL.createObjectURL(new Blob([content], { type }));
    setSource(made);
    return () => URL.revokeObjectURL(made);
  }, [name, content]);
  return source === undefined ? null : <img class="artifact-picture" src={source} alt={name} />;
}

/** A file of rows as a table. The first row is the head. */
function TableView({ name, text }: { name: string; text: string }) {
  const say = useWords(fileWords);
  const { rows, more } = readTable(text, separatorOf(name, text));
  const [head = [], ...body] = rows;
  const columns = head.map((_cell, index) => index);
  return (
    <>
      {more ? <p class="soft small">{say("onlyFirst")}</p> : null}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
      <section class="table boxed tall" tabIndex={0} aria-label={name}>
        <table>
          <thead>
            <tr>
              {head.map((cell, index) => (
                <th key={index} scope="col">
                  {cell}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {body.map((row, index) => (
              <tr key={index}>
                {columns.map((column) => (
                  <td key={column}>{row[column] ?? ""}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </section>
    </>
  );
}
