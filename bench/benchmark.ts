/** What a benchmark file exports by default. */
export type Benchmark = (options: { args: readonly string[]; json: boolean }) => Promise<void>;

export interface Comparison {
  readonly name: string;
  readonly ours: number;
  readonly peer: number;
  readonly unit: string;
  /** Our figure divided by the peer's should stay below this. */
  readonly aim: number;
}

/** Prints one comparison as the one line that every benchmark prints, or as JSON. */
export function report({ name, ours, peer, unit, aim }: Comparison, json: boolean): void {
  const ratio = ours / peer;
  if (json) console.log(JSON.stringify({ name, ours, peer, unit, ratio, aim, met: ratio <= aim }));
  else
    console.log(
      `${name}: ours ${shown(ours)} ${unit}, peer ${shown(peer)} ${unit}, ratio ${ratio.toFixed(2)} (aim ${aim})`,
    );
}

function shown(value: number): string {
  return value >= 100 ? value.toFixed(0) : value.toFixed(2);
}
