/** One line or row of bars of a chart. */
export interface Series {
  readonly label: string;
  readonly colour: "accent" | "good" | "care" | "bad" | "text-faint";
  readonly kind: "bars" | "line";
  /** Nothing where there is no figure for a day. */
  readonly values: readonly (number | null)[];
  /** Where it is drawn, if it stands on another series: the sums of both. */
  readonly drawn?: readonly (number | null)[];
}
