/** How much something suggests a hostile order, in skills and in tool descriptions. */
export interface Weight {
  readonly skill: number;
  readonly tool: number;
}

/** Weights as `training/scan` writes them: groups `skill,tool|entry|entry…`, separated by `;`, in units. */
interface WrittenWeights {
  readonly unit: number;
  readonly lines: readonly string[];
}

/** The weight of each entry. */
export function weightTable({ unit, lines }: WrittenWeights, separator: string): ReadonlyMap<string, Weight> {
  return new Map(
    lines
      .flatMap((line) => line.split(";"))
      .flatMap((group) => {
        const [head = "", ...entries] = group.split(separator);
        const [skill = 0, tool = 0] = head.split(",").map((text) => Number(text) * unit);
        return entries.map((entry) => [entry, { skill, tool }] as const);
      }),
  );
}

/** The sum of the weights of those entries that have one. */
export function sumOfWeights(entries: Iterable<string>, table: ReadonlyMap<string, Weight>): Weight {
  let [skill, tool] = [0, 0];
  for (const entry of entries) {
    const weight = table.get(entry);
    if (weight === undefined) continue;
    skill += weight.skill;
    tool += weight.tool;
  }
  return { skill, tool };
}
