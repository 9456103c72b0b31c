import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { DiffView } from "../diff-view.tsx";

/** What a call has changed, as it was shown before it ran. */
export function CallDiff({ approval }: { approval: string }) {
  const { api } = useConsole();
  const { value } = useData(() => api.get("/api/approvals/{id}", { params: { id: approval } }), [approval]);
  return value?.preview?.kind === "diff" ? <DiffView text={value.preview.text} /> : null;
}
