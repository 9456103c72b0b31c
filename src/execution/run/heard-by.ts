import type { HarbourEvent } from "../../contract/event.ts";
import type { EventBus, Listener } from "../event-bus.ts";
import type { ExecutionWorld } from "../harbour.ts";
import type { HarbourLog } from "../log/harbour-log.ts";
import type { RecordOptions } from "./run-surface.ts";

interface Heard {
  record(event: HarbourEvent, hear?: Listener, how?: RecordOptions): void;
  readonly bus: EventBus;
}

/** The same world, with a listener of one call besides all others. */
export function heardBy(onEvent: Listener, world: ExecutionWorld, { record, bus }: Heard): ExecutionWorld {
  return {
    ...world,
    record: (event, how) => record(event, onEvent, how),
    announce(event) {
      world.announce(event);
      bus.tell(onEvent, event);
    },
  };
}

/** Tells what is only said to the subscribers here, and to those who follow the run at other machines. */
export function announceIn(bus: EventBus, { say }: HarbourLog): ExecutionWorld["announce"] {
  if (say === undefined) return bus.emit;
  return (event) => {
    bus.emit(event);
    say(event);
  };
}
