import { CopyButton } from "./copy-button.tsx";
import { JsonBlock } from "./json-block.tsx";

const MOST_FIELDS = 8;
const LONGEST = 120;

/** Data in its most readable form: a few short fields as a list, the rest as indented JSON. */
export function ValueView({ value }: { value: unknown }) {
  const fields = shortFields(value);
  if (fields === undefined) return <JsonBlock value={value} />;
  return (
    <div class="value-view">
      <dl class="facts">
        {fields.map(([name, shown]) => (
          <>
            <dt class="mono">{name}</dt>
            <dd class="mono">{shown}</dd>
          </>
        ))}
      </dl>
      <CopyButton text={JSON.stringify(value, null, 2)} />
    </div>
  );
}

/** The fields of a flat object with short values, as shown. `undefined` for anything else. */
function shortFields(value: unknown): readonly (readonly [string, string])[] | undefined {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return undefined;
  const fields = Object.entries(value).map(([name, inner]) => [name, plain(inner)] as const);
  if (fields.length === 0 || fields.length > MOST_FIELDS) return undefined;
  return fields.every((field): field is readonly [string, string] => field[1] !== undefined)
    ? fields
    : undefined;
}

function plain(value: unknown): string | undefined {
  if (Array.isArray(value)) {
    const items = value.map((item) => (typeof item === "string" ? item : undefined));
    return items.every((item) => item !== undefined) ? plain(items.join(", ")) : undefined;
  }
  if (typeof value === "object" && value !== null) return undefined;
  const text = String(value);
  return text.length > LONGEST || text.includes("\n") ? undefined : text;
}
