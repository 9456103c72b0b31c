import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";
import { useWords } from "../../core/words.ts";
import { CodeBlock } from "../../parts/code-block.tsx";
import { LoadedView } from "../../parts/loaded-view.tsx";
import { mcpWords } from "../../words/mcp.ts";

/** The recent stderr of a server. */
export function ServerErrors({ name }: { name: string }) {
  const { api } = useConsole();
  const say = useWords(mcpWords);
  const errors = useData(() => api.get("/api/mcp/{name}/stderr", { params: { name } }), [name]);
  return (
    <LoadedView data={errors}>
      {({ text }) =>
        text.trim() === "" ? <p class="soft small">{say("noErrors")}</p> : <CodeBlock text={text} wrap />
      }
    </LoadedView>
  );
}
