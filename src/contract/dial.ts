/** A connection that is about to be made. */
export interface DialRequest {
  /** In its one spelling: lower case, no brackets, no trailing dot. */
  readonly host: string;
  readonly port: number;
  /** One of the addresses that the host stands for; absent before the name is resolved. */
  readonly address?: string;
  /** The whole URL, where it is known: a tunnel hides it. */
  readonly url?: string;
  /** Whether the request sends data rather than only asks for it, where that is known. */
  readonly sends?: boolean;
}

/** Says why a connection must not be made, whatever else permits it. Returns `undefined` if nothing speaks against it. */
export type DialVeto = (dial: DialRequest) => string | undefined;
