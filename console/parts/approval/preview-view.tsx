import type { Preview } from "../../../src/contract/approval.ts";
import { CodeBlock } from "../code-block.tsx";
import { DiffView } from "../diff-view.tsx";

/** What would happen, before it does. */
export function PreviewView({ preview }: { preview: Preview }) {
  return preview.kind === "diff" ? <DiffView text={preview.text} /> : <CodeBlock text={preview.text} wrap />;
}
