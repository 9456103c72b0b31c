/** One attempt of a run to reach a host, as the proxy saw and judged it. */
export interface ConnectionRecord {
  readonly at: string;
  readonly host: string;
  readonly port: number;
  readonly allowed: boolean;
  /** The address that was dialled, or why there was none. */
  readonly detail: string;
}
