import { useFormat } from "../../core/use-format.ts";
import { useWords } from "../../core/words.ts";
import { questionWords } from "../../words/question.ts";
import { CodeBlock } from "../code-block.tsx";

interface ArgumentListProps {
  readonly input: unknown;
  /** Long texts are folded, because a preview shows their effect. */
  readonly folded: boolean;
}

const LONGEST_LINE = 160;
const START = 60;

/** The input of a call, argument by argument. */
export function ArgumentList({ input, folded }: ArgumentListProps) {
  const say = useWords(questionWords);
  const fields = Object.entries(typeof input === "object" && input !== null ? input : {});
  if (fields.length === 0 && (input === null || typeof input === "object"))
    return <p class="faint small">{say("noArguments")}</p>;
  const shown = fields.length === 0 ? [["", input] as const] : fields;
  return (
    <dl class="arguments" aria-label={say("arguments")}>
      {shown.map(([name, value]) => (
        <div key={name} class="argument">
          <dt class="mono">{name}</dt>
          <dd>
            <ArgumentValue value={value} folded={folded} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function ArgumentValue({ value, folded }: { value: unknown; folded: boolean }) {
  const say = useWords(questionWords);
  const format = useFormat();
  const text = typeof value === "string" ? value : (JSON.stringify(value, null, 2) ?? "");
  const line = text.replace(/\n$/, "");
  if (line.length <= LONGEST_LINE && !line.includes("\n")) return <span class="mono break">{line}</span>;
  const block = <CodeBlock text={text} language={typeof value === "string" ? "" : "json"} unnamed wrap />;
  if (!folded) return block;
  const size = format.bytes(new TextEncoder().encode(text).length);
  return (
    <details>
      <summary class="mono break">
        {say("longValue", { start: text.slice(0, START).replace(/\s+/g, " "), size })}
      </summary>
      {block}
    </details>
  );
}
