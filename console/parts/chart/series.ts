/** One line or row of bars of a chart. */
export interface Series {
  readonly label: string;
  readonly colour: "accent" | "good" | "care" | "bad" | "text-faint";
  readonly kind: "bars" | "line";
  /** `null` if there is no figure for a day. */
  readonly values: readonly (number | null)[];
  /** The drawn values, if it is stacked on another series: the sums of both. */
  readonly drawn?: readonly (number | null)[];
}
