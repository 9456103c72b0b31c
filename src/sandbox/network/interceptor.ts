import type { Duplex } from "node:stream";
import type { BoundSecret } from "../../contract/secret.ts";
import type { Dial, KnownRequest } from "./dial.ts";

/** Stands between a program and the hosts that its secrets are bound to: ends their TLS, puts values in and takes them out. */
export interface Interceptor {
  /** What programs get in place of the values, by the name of the variable. */
  readonly environment: Readonly<Record<string, string>>;
  /** The certificate of the authority that vouches for these hosts inside this sandbox, as PEM. */
  certificate(): Promise<string>;
  /** Whether tunnels to this host end here. */
  covers(host: string, port: number): boolean;
  /** Speaks with the program for the host. Each request must be judged before anything is sent. */
  serve(
    client: Duplex,
    tunnel: {
      readonly host: string;
      readonly port: number;
      judge(request: KnownRequest): Promise<Dial>;
    },
  ): Promise<void>;
  close(): void;
}

/** Makes the interceptor of one run. */
export type OpenInterceptor = (secrets: readonly BoundSecret[]) => Promise<Interceptor>;
