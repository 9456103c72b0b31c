import type { PlanEntry, SessionUpdate } from "@agentclientprotocol/sdk";
import type { EventOf } from "../../contract/event.ts";
import { visibleLine } from "../../text/visible-text.ts";

/** The steps of a round, as an editor lists them. */
interface Plan {
  begin(calls: EventOf<"model-end">["calls"]): SessionUpdate[];
  start(event: EventOf<"call-start">): SessionUpdate[];
  end(callId: string): SessionUpdate[];
}

/** The calls that the model requested at once, as steps of a plan. A single call makes no plan. */
export function createPlan(): Plan {
  let steps = new Map<string, PlanEntry>();
  const keys = new Map<string, string>();
  const update = (): SessionUpdate[] => [{ sessionUpdate: "plan", entries: [...steps.values()] }];
  return {
    begin(calls: EventOf<"model-end">["calls"]): SessionUpdate[] {
      if (calls.length < 2) return [];
      steps = new Map(
        calls.map(({ id, tool, input }) => [
          id,
          { content: visibleLine(`${tool} ${input}`).slice(0, 120), priority: "medium", status: "pending" },
        ]),
      );
      return update();
    },
    start({ key = "", callId }: EventOf<"call-start">): SessionUpdate[] {
      keys.set(callId, key);
      return move(key, "in_progress");
    },
    end: (callId: string) => move(keys.get(callId) ?? "", "completed"),
  };
  function move(key: string, status: PlanEntry["status"]): SessionUpdate[] {
    const step = steps.get(key);
    if (step === undefined) return [];
    steps.set(key, { ...step, status });
    return update();
  }
}
