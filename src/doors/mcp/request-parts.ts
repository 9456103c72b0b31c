import type { LogLevel } from "../../contract/dialogue.ts";
import type { Client } from "./client.ts";
import type { DoorParts } from "./open-door.ts";

/** What a handler works with: the door, and who asks. */
export interface RequestParts extends DoorParts {
  readonly client: Client;
  /** The level of log messages that the connection was set to, in the era that has connections. */
  readonly logLevel: LogLevel | undefined;
}
