import { LAYERS } from "./layers.ts";

/** The table of docs/architecture.md: layers with the same rights share a row; `text` goes without saying beside `support`. */
export function layerTable(): string {
  const rows = new Map<string, string[]>();
  for (const [layer, allowed] of Object.entries(LAYERS)) {
    const listed = allowed.filter((name) => name !== "text" || !allowed.includes("support")).join(", ");
    rows.set(listed, [...(rows.get(listed) ?? []), layer]);
  }
  return [
    "| folder | may import |",
    "|---|---|",
    ...[...rows].map(([allowed, layers]) => `| ${layers.join(", ")} | ${allowed || "no other folder"} |`),
  ].join("\n");
}
