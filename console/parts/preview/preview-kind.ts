/** How a file is shown. */
export type PreviewKind = "picture" | "pdf" | "table" | "page" | "markdown" | "text";

const KINDS: readonly (readonly [RegExp, PreviewKind])[] = [
  [/\.(?:png|jpe?g|gif|webp|svg)$/i, "picture"],
  [/\.pdf$/i, "pdf"],
  [/\.(?:csv|tsv)$/i, "table"],
  [/\.html?$/i, "page"],
  [/\.(?:md|markdown)$/i, "markdown"],
];

/** How a file of this name is shown. */
export function previewKind(name: string): PreviewKind {
  return KINDS.find(([pattern]) => pattern.test(name))?.[1] ?? "text";
}
