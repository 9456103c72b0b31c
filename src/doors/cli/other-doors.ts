import type { Runtime } from "../../runtime.ts";

/** A server that runs until it is closed. */
interface RunningDoor {
  readonly url: string;
  close(): Promise<void>;
}

export interface HttpDoorOptions {
  readonly runtime: Runtime;
  readonly host: string;
  readonly port: number;
  readonly names: readonly string[];
  /** Addresses or networks of proxies whose `X-Forwarded-For` counts. */
  readonly proxies: readonly string[];
  /** Ask for a token on loopback, too. */
  readonly requireToken: boolean;
  onFault(error: unknown): void;
}

interface McpDoorOptions {
  readonly runtime: Runtime;
  /** Show clients all tools, only a search, or whichever suits them. */
  readonly mode: "auto" | "full" | "search";
}

interface MessengerDoorOptions {
  readonly runtime: Runtime;
  onFault(error: unknown): void;
}

/** The doors that the command line can open. They are handed in: doors do not know one another. */
export interface OtherDoors {
  /** Serves one MCP client over the process's own input and output. */
  serveMcpStdio(options: McpDoorOptions & { readonly signal: AbortSignal }): Promise<void>;
  serveMcpHttp(options: McpDoorOptions & HttpDoorOptions): Promise<RunningDoor>;
  serveHttp(options: HttpDoorOptions): Promise<RunningDoor>;
  /** Opens the messengers that the config names; gives their names. */
  openMessengers(
    options: MessengerDoorOptions,
  ): Promise<{ readonly names: readonly string[]; close(): Promise<void> }>;
}
