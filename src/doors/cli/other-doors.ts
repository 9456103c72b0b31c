import type { Runtime } from "../../runtime.ts";

/** A server that runs until it is closed. */
export interface RunningDoor {
  readonly url: string;
  close(): Promise<void>;
}

export interface HttpDoorOptions {
  readonly runtime: Runtime;
  readonly host: string;
  readonly port: number;
  readonly names: readonly string[];
  onFault(error: unknown): void;
}

/** The doors that the command line can open. They are handed in: doors do not know one another. */
export interface OtherDoors {
  serveHttp(options: HttpDoorOptions): Promise<RunningDoor>;
}
