import { createHash } from "node:crypto";
import { z } from "zod";
import { DejimaError } from "../../../contract/error.ts";
import { shortId } from "../../../support/lazy-crypto.ts";
import { openLongConnection } from "../long-connection.ts";

interface WecomBotOptions {
  readonly settings: { readonly botId: string; readonly secret: string; readonly url: string };
  onMessage(body: unknown): void;
  /** `request` is the id that an update of the card must name. */
  onEvent(body: unknown, request: string): void;
  onFault(error: unknown): void;
  /** Called when the bot is logged in, and when the connection is lost. */
  readonly onState?: ((connected: boolean) => void) | undefined;
}

const frameSchema = z.looseObject({
  cmd: z.string().optional(),
  headers: z.looseObject({ req_id: z.string() }),
  body: z.unknown(),
  errcode: z.int().optional(),
  errmsg: z.string().optional(),
});

const CONFIRM_TIMEOUT_MS = 30_000;
const PIECE = 512 * 1024;

/** The long connection of a WeCom bot: JSON frames, each request confirmed under its own id. */
export function connectWecom({ settings, onMessage, onEvent, onFault, onState }: WecomBotOptions) {
  const { botId, secret, url } = settings;
  const waiting = new Map<string, PromiseWithResolvers<unknown>>();
  let ready = Promise.withResolvers<void>();
  const connection = openLongConnection({
    address: async () => url,
    onOpen: (socket) =>
      socket.send(frame("aibot_subscribe", { bot_id: botId, secret }, newId("aibot_subscribe"))),
    onMessage(data, socket) {
      const { cmd, headers, body, errcode = 0, errmsg = "" } = frameSchema.parse(JSON.parse(String(data)));
      const id = headers.req_id;
      if (cmd === "aibot_msg_callback") return onMessage(body);
      if (cmd === "aibot_event_callback") return onEvent(body, id);
      if (id.startsWith("aibot_subscribe") && errcode === 0) {
        onState?.(true);
        return ready.resolve();
      }
      const pending = waiting.get(id);
      waiting.delete(id);
      if (errcode === 0) return pending?.resolve(body);
      const refused = new DejimaError("server_unavailable", `WeCom refused: ${errmsg} (${errcode})`, {
        refused: true,
      });
      if (pending !== undefined) return pending.reject(refused);
      onFault(refused);
      if (id.startsWith("aibot_subscribe")) socket.close();
    },
    onClose() {
      onState?.(false);
      ready = Promise.withResolvers<void>();
      const lost = new DejimaError("server_unavailable", "The connection to WeCom was lost");
      for (const one of waiting.values()) one.reject(lost);
      waiting.clear();
    },
    onFault,
    ping: { everyMs: 30_000, send: (socket) => socket.send(frame("ping", undefined, newId("ping"))) },
  });

  /** Sends a command and waits for its confirmation. Returns the confirmation's body. */
  async function act(cmd: string, body: object, id: string = newId(cmd)): Promise<unknown> {
    const pending = Promise.withResolvers<unknown>();
    const late = setTimeout(() => {
      waiting.delete(id);
      pending.reject(
        new DejimaError("timeout", `WeCom did not confirm ${cmd} in ${CONFIRM_TIMEOUT_MS / 1000} s`),
      );
    }, CONFIRM_TIMEOUT_MS);
    // Wait for a connection that is being reopened.
    void ready.promise.then(() => {
      waiting.set(id, pending);
      connection.send(frame(cmd, body, id));
    });
    return pending.promise.finally(() => clearTimeout(late));
  }

  return {
    act,
    /** Uploads a file in pieces. Returns its media id. */
    async upload(type: "image" | "file", filename: string, content: Uint8Array): Promise<string> {
      const bytes = Buffer.from(content);
      const total_chunks = Math.max(1, Math.ceil(bytes.length / PIECE));
      const md5 = createHash("md5").update(bytes).digest("hex");
      const begun = { type, filename, total_size: bytes.length, total_chunks, md5 };
      const started = await act("aibot_upload_media_init", begun);
      const { upload_id } = z.looseObject({ upload_id: z.string() }).parse(started);
      for (let chunk_index = 0; chunk_index < total_chunks; chunk_index++) {
        const piece = bytes.subarray(chunk_index * PIECE, (chunk_index + 1) * PIECE);
        await act("aibot_upload_media_chunk", {
          upload_id,
          chunk_index,
          base64_data: piece.toString("base64"),
        });
      }
      const done = await act("aibot_upload_media_finish", { upload_id });
      return z.looseObject({ media_id: z.string() }).parse(done).media_id;
    },
    close: () => connection.close(),
  };
}

function frame(cmd: string, body: object | undefined, id: string): string {
  return JSON.stringify({ cmd, headers: { req_id: id }, body });
}

function newId(cmd: string): string {
  return shortId(cmd);
}
