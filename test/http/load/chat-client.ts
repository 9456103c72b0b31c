import { readSse, type Sse } from "../read-sse.ts";

/** What one chat came to. */
export interface ChatResult {
  readonly runId: string;
  readonly events: readonly Sse[];
  /** How often the connection was lost and taken up again. */
  readonly resumed: number;
}

/** Chats as a patient client does: when the connection is lost, it comes back with the last id that it has seen. */
export async function chat(url: string, message: string): Promise<ChatResult> {
  const events: Sse[] = [];
  let resumed = 0;
  for (;;) {
    try {
      const last = events.at(-1)?.id;
      const answer =
        last === undefined
          ? await fetch(`${url}/api/chat`, {
              method: "POST",
              headers: { "content-type": "application/json" },
              body: JSON.stringify({ message }),
            })
          : await fetch(`${url}/api/chat`, { headers: { "last-event-id": last } });
      if (answer.status !== 200) throw new RefusedError(answer.status, await answer.text());
      for await (const event of readSse(answer)) {
        events.push(event);
        if (event.event === "run-end") return { runId: runOf(event), events, resumed };
      }
      throw new Error("the stream ended before the run did");
    } catch (error) {
      if (error instanceof RefusedError) throw error;
      resumed++;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}

class RefusedError extends Error {
  constructor(status: number, body: string) {
    super(`refused with ${status}: ${body.slice(0, 300)}`);
  }
}

function runOf({ id = "" }: Sse): string {
  return id.split(":")[0] ?? "";
}
