/** One line for each tool of a server that was malformed, at most ten. */
export function describeLeftOut(
  leftOut: readonly { readonly name: string; readonly what: "entry" | "fields"; readonly why: string }[],
): string[] {
  const lines = leftOut
    .slice(0, MAX_LINES)
    .map(({ name, what, why }) =>
      what === "entry"
        ? `The tool "${name}" is malformed and left out: ${why}`
        : `A part of the tool "${name}" is malformed and left out: ${why}`,
    );
  const more = leftOut.length - lines.length;
  return more === 0 ? lines : [...lines, `${more} more of its tools are malformed`];
}

const MAX_LINES = 10;
