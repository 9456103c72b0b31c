import type { ConnectionStatus } from "./connection/session-manager.ts";
import type { PinChange } from "./pin/pin.ts";
import type { HeldTool } from "./pin/usable-tools.ts";
import type { Exposure, ServerSettings } from "./server-settings.ts";
import type { LeftOut } from "./wire/mend-lists.ts";

/** What is known of a server without starting it. */
export interface ServerReport extends ConnectionStatus {
  readonly name: string;
  readonly place: ServerSettings["place"];
  /** Whether it has ever described itself. */
  readonly seen: boolean;
  /** Whether it says something else now than what was agreed to: its tools are out of use until a person has looked. */
  readonly changed: boolean;
  readonly software: string;
  /** How many of its tools can be used, and how many the scan keeps out. */
  readonly tools: number;
  readonly held: number;
  /** Tools, or fields of them, that the server sent malformed. */
  readonly leftOut: readonly LeftOut[];
  /** The size of the definitions that a model would be shown. */
  readonly characters: number;
  readonly exposure: Exposure;
}

/** What a person is asked to look at. */
export interface ServerReview {
  readonly name: string;
  readonly changes: readonly PinChange[];
  readonly held: readonly HeldTool[];
  readonly instructions?: { readonly before: string; readonly after: string };
}
