/** Something in a server's text that should not stand there. */
export interface Finding {
  readonly signal: string;
  /** What is wrong, in words for a person. */
  readonly message: string;
  /** The place, made visible and short. */
  readonly excerpt: string;
}

/** One kind of thing to look for. */
export interface Signal {
  readonly name: string;
  readonly message: string;
  /** Every alternative is bounded in length, so that a long text costs no more than its length. */
  readonly pattern: RegExp;
}
