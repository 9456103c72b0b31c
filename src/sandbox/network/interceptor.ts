import type { Duplex } from "node:stream";
import type { BoundSecret } from "../../contract/data/secret.ts";
import type { Dial, KnownRequest } from "./dial.ts";

/**
 * Sits between a program and the hosts its secrets are bound to: terminates their TLS, inserts secret values
 * and removes them from responses.
 */
export interface Interceptor {
  /** The placeholders that programs get instead of the values, by variable name. */
  readonly environment: Readonly<Record<string, string>>;
  /** The PEM certificate of the authority that signs these hosts' certificates inside this sandbox. */
  certificate(): Promise<string>;
  /** Whether tunnels to this host terminate here. */
  covers(host: string, port: number): boolean;
  /** Answers the program in place of the host. Each request must be judged before anything is sent. */
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

/** Creates the interceptor of one run. */
export type OpenInterceptor = (secrets: readonly BoundSecret[]) => Promise<Interceptor>;
