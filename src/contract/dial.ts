/** A connection that is about to be made. */
export interface DialRequest {
  /** In its one spelling: lower case, no brackets, no trailing dot. */
  readonly host: string;
  readonly port: number;
  /** One of the resolved addresses of the host. Absent before the name is resolved. */
  readonly address?: string;
  /** The whole URL, if known. A tunnel hides it. */
  readonly url?: string;
  /** Whether the request sends data instead of only reading, if known. */
  readonly sends?: boolean;
}

/** Returns the reason why a connection must not be made, whatever else allows it, or `undefined` if there is none. */
export type DialVeto = (dial: DialRequest) => string | undefined;
