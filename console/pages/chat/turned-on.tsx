import { useConsole } from "../../core/console-context.ts";
import { useData } from "../../core/use-data.ts";

/** What was turned on only for this conversation. The text is loaded once there is something to show. */
export function TurnedOn({ conversation, running }: { conversation: string; running: boolean }) {
  const { api } = useConsole();
  const held = useData(
    () => api.get("/api/conversations/{id}/rules", { params: { id: conversation } }),
    [api, conversation, running],
  );
  const { turnedOn = [] } = held.value ?? {};
  const some = turnedOn.length > 0;
  const { value: Note } = useData(
    async () => (some ? (await import("./turned-on-note.tsx")).TurnedOnNote : undefined),
    [some],
  );
  if (!some || Note === undefined) return null;
  return <Note conversation={conversation} rules={turnedOn} onTurnedOff={held.reload} />;
}
