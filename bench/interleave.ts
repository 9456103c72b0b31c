/** One of the things that are measured side by side. */
export interface Contender {
  readonly name: string;
  once(): unknown;
  /** Runs before each batch and is not measured. */
  before?(): unknown;
}

/**
 * Runs all contenders in turn, round after round, so that the noise of the machine affects all of them equally. Returns the
 * median time of one operation in microseconds.
 */
export async function interleave(
  contenders: readonly Contender[],
  { rounds, batch }: { rounds: number; batch: number },
): Promise<Map<string, number>> {
  const times = new Map<string, number[]>(contenders.map(({ name }) => [name, []]));
  for (let round = -2; round < rounds; round++) {
    for (const { name, once, before } of contenders) {
      await before?.();
      const started = performance.now();
      for (let index = 0; index < batch; index++) await once();
      const perCall = ((performance.now() - started) * 1000) / batch;
      // The first rounds only warm the compiler up.
      if (round >= 0) times.get(name)?.push(perCall);
    }
  }
  return new Map([...times].map(([name, samples]) => [name, median(samples)]));
}

/** The middle value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}
