import type { HarbourEvent } from "../../contract/event.ts";
import type { EventBus, Listener } from "../event-bus.ts";
import type { ExecutionWorld } from "../harbour.ts";
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
      bus.emit(event);
      bus.tell(onEvent, event);
    },
  };
}
