import { CodeBlock } from "./code-block.tsx";

/** Data for people: text as text, the rest as indented JSON. */
export function JsonBlock({ value }: { value: unknown }) {
  const text = typeof value === "string" ? value : JSON.stringify(value, null, 2);
  return <CodeBlock text={text ?? ""} wrap language={typeof value === "string" ? "" : "json"} unnamed />;
}
