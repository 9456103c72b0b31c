import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";

interface Flag {
  readonly on: boolean;
  turnOn(): void;
  turnOff(): void;
}

/** A state that is on or off, such as whether a dialog is open. */
export function useFlag(start = false): Flag {
  const state = useSignal(start);
  return useMemo(
    () => ({
      get on() {
        return state.value;
      },
      turnOn() {
        state.value = true;
      },
      turnOff() {
        state.value = false;
      },
    }),
    [state],
  );
}
