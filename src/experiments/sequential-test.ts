/** The evidence at which an experiment ends. At most 1 in 20 experiments with equal variants ever reaches it. */
const DECISIVE_EVIDENCE = 20;

/** The observations of one variant. */
interface Observations {
  readonly count: number;
  readonly successes: number;
}

/** A test of "both succeed equally often" that may be evaluated after every observation. */
export interface SequentialTest {
  add(variant: "a" | "b", success: boolean): void;
  /** The evidence so far: a product of e-values, starting at 1. */
  readonly evidence: number;
  readonly a: Observations;
  readonly b: Observations;
}

/**
 * A betting test for two streams of successes and failures. The n-th result of `a` and the n-th of `b` form a block; before it,
 * both rates are estimated from the previous blocks. Its e-value is the likelihood of the block under the two rates, divided by
 * that under their mean. If both streams have the same rate, whatever it is, the expectation is at most 1. The product then ever
 * reaches 1/α with a probability of at most α (Ville's inequality), so checking often does no harm.
 *
 * Source: Turner, Ly, Grünwald, "Generic E-variables for exact sequential k-sample tests that allow for optional stopping",
 * Journal of Statistical Planning and Inference 230 (2024), arXiv:2106.02693, with the prior that it recommends.
 */
export function createSequentialTest(): SequentialTest {
  const waiting = { a: [] as boolean[], b: [] as boolean[] };
  const blocks = { count: 0, a: 0, b: 0 };
  const totals = { a: { count: 0, successes: 0 }, b: { count: 0, successes: 0 } };
  let logEvidence = 0;
  return {
    ...totals,
    get evidence() {
      return Math.exp(logEvidence);
    },
    add(variant, success) {
      totals[variant].count++;
      if (success) totals[variant].successes++;
      waiting[variant].push(success);
      if (waiting.a.length === 0 || waiting.b.length === 0) return;
      const [a = false, b = false] = [waiting.a.shift(), waiting.b.shift()];
      const rateA = (blocks.a + PRIOR) / (blocks.count + 2 * PRIOR);
      const rateB = (blocks.b + PRIOR) / (blocks.count + 2 * PRIOR);
      const mean = (rateA + rateB) / 2;
      logEvidence += Math.log(likelihood(a, rateA) / likelihood(a, mean));
      logEvidence += Math.log(likelihood(b, rateB) / likelihood(b, mean));
      blocks.count++;
      if (a) blocks.a++;
      if (b) blocks.b++;
    },
  };
}

const PRIOR = 0.18;

function likelihood(success: boolean, rate: number): number {
  return success ? rate : 1 - rate;
}

/**
 * The better variant. Returns `undefined` while nothing is decided. There is no second, quicker rule for a variant that fails far
 * more often: it would add its own false alarms, and this test stops such a variant after some twenty runs.
 */
export function winnerOf({ a, b, evidence }: SequentialTest): "a" | "b" | undefined {
  if (evidence < DECISIVE_EVIDENCE) return undefined;
  return rateOf(b) > rateOf(a) ? "b" : "a";
}

function rateOf({ count, successes }: Observations): number {
  return count === 0 ? 0 : successes / count;
}
