import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { openLongConnection } from "../long-connection.ts";

/** A segment of a OneBot v11 message. */
const segmentSchema = z.object({
  type: z.string(),
  data: z.record(z.string(), z.unknown()).default({}),
});

/** A private message event of OneBot v11. */
const messageSchema = z.object({
  post_type: z.literal("message"),
  message_type: z.literal("private"),
  user_id: z.union([z.int(), z.string()]).transform(String),
  message_id: z.union([z.int(), z.string()]).transform(String),
  /** When it was sent, in seconds. */
  time: z.int().optional(),
  message: z.union([
    z.array(segmentSchema),
    z.string().transform((text) => [{ type: "text", data: { text } }]),
  ]),
});
const answerSchema = z.object({
  echo: z.string(),
  status: z.string(),
  retcode: z.number().optional(),
  message: z.string().optional(),
  wording: z.string().optional(),
  data: z.looseObject({ message_id: z.union([z.int(), z.string()]).optional() }).nullish(),
});

export type Segment = z.output<typeof segmentSchema>;
export type PrivateMessage = z.output<typeof messageSchema>;

/** A connection to a OneBot implementation that reconnects by itself. */
export interface OneBot {
  /** Requests an action and returns its response. Anything but success is an error. */
  act(action: string, params: Record<string, unknown>): Promise<{ messageId?: string }>;
  close(): Promise<void>;
}

interface OneBotOptions {
  readonly url: string;
  readonly accessToken?: string | undefined;
  onMessage(message: PrivateMessage): void;
  onFault(error: unknown): void;
  readonly onState?: ((connected: boolean) => void) | undefined;
}

const ACTION_MS = 30_000;

/** Connects to a OneBot implementation. */
export function connectOneBot({ url, accessToken, onMessage, onFault, onState }: OneBotOptions): OneBot {
  const waiting = new Map<string, PromiseWithResolvers<{ messageId?: string }>>();
  const address = new URL(url);
  if (accessToken !== undefined) address.searchParams.set("access_token", accessToken);
  let count = 0;
  const connection = openLongConnection({
    address: async () => address,
    onMessage: (data) => receive(String(data)),
    onClose() {
      const lost = new DejimaError("server_unavailable", "The connection to QQ was lost");
      for (const one of waiting.values()) one.reject(lost);
      waiting.clear();
    },
    onFault,
    onState,
  });

  function receive(text: string): void {
    const data = parsed(text);
    const answer = answerSchema.safeParse(data);
    if (answer.success) settle(answer.data);
    const message = messageSchema.safeParse(data);
    if (message.success) onMessage(message.data);
  }

  function settle({
    echo,
    status,
    retcode = 0,
    message,
    wording,
    data,
  }: z.output<typeof answerSchema>): void {
    const pending = waiting.get(echo);
    waiting.delete(echo);
    const id = data?.message_id;
    if (status === "ok" && retcode === 0) pending?.resolve(id === undefined ? {} : { messageId: String(id) });
    else
      pending?.reject(
        new DejimaError("server_unavailable", `QQ refused: ${wording ?? message ?? `code ${retcode}`}`),
      );
  }

  return {
    async act(action, params) {
      const echo = `dejima-${++count}`;
      if (!connection.send(JSON.stringify({ action, params, echo })))
        throw new DejimaError("server_unavailable", "Cannot reach QQ: there is no connection");
      const pending = Promise.withResolvers<{ messageId?: string }>();
      waiting.set(echo, pending);
      const late = setTimeout(() => {
        waiting.delete(echo);
        pending.reject(new DejimaError("timeout", `QQ did not answer ${action} in ${ACTION_MS / 1000} s`));
      }, ACTION_MS);
      return pending.promise.finally(() => clearTimeout(late));
    },
    close: () => connection.close(),
  };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
