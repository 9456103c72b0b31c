import type { HarbourEvent } from "../../contract/event.ts";
import type { EventBus, Listener } from "../event-bus.ts";
import type { ExecutionWorld } from "../harbour.ts";
import type { HarbourLog } from "../log/harbour-log.ts";
import type { RecordOptions } from "./run-surface.ts";

interface Recording {
  record(event: HarbourEvent, listener?: Listener, how?: RecordOptions): void;
  readonly bus: EventBus;
}

/** The same world with an additional listener for one call. */
export function withListener(
  onEvent: Listener,
  world: ExecutionWorld,
  { record, bus }: Recording,
): ExecutionWorld {
  return {
    ...world,
    record: (event, how) => record(event, onEvent, how),
    announce(event) {
      world.announce(event);
      bus.notify(onEvent, event);
    },
  };
}

/** Delivers events that are not recorded to subscribers here, and to followers on other machines. */
export function announcer(bus: EventBus, { say }: HarbourLog): ExecutionWorld["announce"] {
  if (say === undefined) return bus.emit;
  return (event) => {
    bus.emit(event);
    say(event);
  };
}
