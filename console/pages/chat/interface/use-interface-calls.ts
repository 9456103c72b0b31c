import { useSignal } from "@preact/signals";
import { useEffect } from "preact/hooks";
import { useConsole } from "../../../core/console-context.ts";
import type { Call } from "../../../parts/call/call.ts";
import { foldCall, newCall } from "../fold-event.ts";

const MOST_SHOWN = 5;

/** The latest calls of a call's interface since it is shown, and all that wait for a person. */
export function useInterfaceCalls(callId: string): readonly Call[] {
  const { live } = useConsole();
  const calls = useSignal<readonly Call[]>([]);
  useEffect(
    () =>
      live.subscribe((event) => {
        if (event === "connected") return;
        if (event.type === "call-start" && event.parent === callId && event.callId !== callId)
          calls.value = [...calls.value, newCall(event)];
        else if ("callId" in event && calls.value.some((call) => call.callId === event.callId))
          calls.value = calls.value.map((call) =>
            call.callId === event.callId ? foldCall(call, event) : call,
          );
      }),
    [live, callId, calls],
  );
  const isOpen = (call: Call) => call.result === undefined;
  return calls.value.filter((call, at) => isOpen(call) || at >= calls.value.length - MOST_SHOWN);
}
