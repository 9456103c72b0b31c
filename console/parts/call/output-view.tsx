import { isRecord } from "../../../src/text/record.ts";
import { CodeBlock } from "../code-block.tsx";
import { JsonBlock } from "../json-block.tsx";
import { ValueView } from "../value-view.tsx";

/** The output of a tool: texts as texts, the rest as data. */
export function OutputView({ output }: { output: unknown }) {
  if (!isRecord(output)) return <JsonBlock value={output} />;
  const texts = Object.entries(output).filter((entry): entry is [string, string] => isText(entry[1]));
  const rest = Object.fromEntries(Object.entries(output).filter(([, value]) => !isText(value)));
  return (
    <>
      {texts.map(([name, text]) => (
        <div key={name} class="stack tight">
          <span class="faint tiny mono">{name}</span>
          <CodeBlock text={text} wrap />
        </div>
      ))}
      {Object.keys(rest).length === 0 ? null : <ValueView value={rest} />}
    </>
  );
}

// Short values read better as data. A value with several lines is a text.
function isText(value: unknown): boolean {
  return typeof value === "string" && (value.includes("\n") || value.length > 80);
}
