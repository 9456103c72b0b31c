import type { Store } from "../../store/store.ts";

type Kept = Pick<Store, "conversations" | "steps">;

/** The store as the agent writes to it: secrets that stand in messages, replies or steps are left out of what is kept. */
export function redactedStore({ conversations, steps }: Kept, redact: (json: string) => string): Kept {
  const clean = <Value>(value: Value): Value => {
    const text = JSON.stringify(value);
    const safe = redact(text);
    return safe === text ? value : JSON.parse(safe);
  };
  return {
    conversations: {
      ...conversations,
      put: (conversation) => conversations.put(clean(conversation)),
      putTurn: (turn) => conversations.putTurn(clean(turn)),
    },
    steps: { ...steps, append: (batch) => steps.append(batch, { clean: redact }) },
  };
}
