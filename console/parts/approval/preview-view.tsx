import type { Preview } from "../../../src/contract/asking/approval.ts";
import type { RowsPreview } from "../../../src/contract/data/database.ts";
import { previewText } from "../../../src/text/question-lead.ts";
import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { CodeBlock } from "../code-block.tsx";
import { DiffView } from "../diff-view.tsx";

/** A preview of what the call would do. */
export function PreviewView({ preview }: { preview: Preview }) {
  const language = useConsole().preferences.language.value;
  if (preview.rows !== undefined) return <LazyRows rows={preview.rows} text={preview.text} />;
  return preview.kind === "diff" ? (
    <DiffView text={previewText(preview, language)} />
  ) : (
    <CodeBlock text={previewText(preview, language)} wrap />
  );
}

/** The rows that a database change affects, loaded with the first such question. */
function LazyRows({ rows, text }: { rows: RowsPreview; text: string }) {
  const { value: View } = useData(async () => (await import("./rows-preview.tsx")).RowsPreviewView, []);
  return View === undefined ? null : <View rows={rows} text={text} />;
}
