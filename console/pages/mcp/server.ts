/** An MCP server as the API shows it. */
export interface Server {
  readonly name: string;
  readonly type: "stdio" | "http";
  readonly where: string;
  readonly contained: boolean;
  readonly state: "stopped" | "starting" | "running" | "failing";
  readonly seen: boolean;
  readonly changed: boolean;
  readonly software: string;
  readonly tools: number;
  readonly held: number;
  readonly tokens: number;
  readonly exposure: "auto" | "full" | "search";
  readonly startMs?: number;
  readonly problem?: string;
}

/** What waits for a person. */
export interface Review {
  readonly name: string;
  readonly changes: readonly {
    readonly tool: string;
    readonly kind: "added" | "removed" | "changed";
    readonly diff: string;
  }[];
  readonly held: readonly {
    readonly tool: string;
    readonly findings: readonly {
      readonly signal: string;
      readonly message: string;
      readonly excerpt: string;
    }[];
  }[];
  readonly instructions?: string;
}
