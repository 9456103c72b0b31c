import type { Store } from "../store/store.ts";
import { oneLine } from "../text/one-line.ts";
import { trimEndOf } from "../text/text-end.ts";
import type { FollowOptions, NumberedEvent } from "./run-stream.ts";

/** A conversation that got its title. */
export interface TitledConversation {
  readonly conversation: string;
  readonly user: string;
  readonly title: string;
}

/** A request for a title. */
interface TitleRequest {
  readonly runId: string;
  readonly conversation: string;
  readonly user: string;
  readonly message: string;
}

export interface TitleParts {
  store(): Promise<Store>;
  redact(text: string): Promise<string>;
  /** Asks the model. Returns `undefined` if no model can be asked. */
  ask(request: TitleRequest, signal: AbortSignal): Promise<string | undefined>;
}

/** The events of a run from its first one. */
type Follow = (runId: string, options: FollowOptions) => AsyncIterable<readonly NumberedEvent[]>;

/** A first message up to this length serves as the title. */
const MAX_OWN_TITLE = 40;
const MAX_TITLE = 60;

/** Gives new conversations a short title by the model, in the background. If that fails, the first line stays. */
export function createTitles({ store, redact, ask }: TitleParts) {
  const closing = new AbortController();
  const listeners = new Set<(titled: TitledConversation) => void>();

  async function title(request: TitleRequest): Promise<void> {
    const { conversation, user } = request;
    const first = (await (await store()).conversations.get(conversation))?.title;
    if (first === undefined) return;
    const reply = (await ask(request, closing.signal)) ?? "";
    const title = oneLine(await redact(withoutQuotes(reply)), MAX_TITLE);
    const { conversations } = await store();
    const current = await conversations.get(conversation);
    // In the meantime, a person may have renamed or deleted it.
    if (title === "" || closing.signal.aborted || current?.title !== first) return;
    await conversations.put({ ...current, title });
    for (const listener of listeners) listener({ conversation, user, title });
  }

  async function titleAfter(request: TitleRequest, follow: Follow): Promise<void> {
    for await (const events of follow(request.runId, { signal: closing.signal, together: true }))
      if (events.some(({ event }) => event.type === "run-end" && event.status === "done"))
        return title(request);
  }

  return {
    /** Whether a message begins a conversation that needs a title. */
    async wants(message: string, conversation: string | undefined): Promise<boolean> {
      if (oneLine(message).length <= MAX_OWN_TITLE) return false;
      return (
        conversation === undefined || (await (await store()).conversations.get(conversation)) === undefined
      );
    },
    /** Requests a title when the first run of a conversation has answered, in the background. */
    give: (request: TitleRequest, follow: Follow): void =>
      void titleAfter(request, follow).catch(() => undefined),
    onTitled(listener: (titled: TitledConversation) => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    close: () => closing.abort(),
  };
}

/** The first line, without the decoration that models add to titles. */
function withoutQuotes(text: string): string {
  const [line = ""] = text.trim().split("\n", 1);
  const begin = line.replace(/^(?:title|标题)\s{0,9}[:：]/i, "").replace(/^["'“”‘’「《#*\s]+/, "");
  return trimEndOf(begin, /["'“”‘’」》*.。\s]/);
}
