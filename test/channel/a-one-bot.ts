import type { AddressInfo } from "node:net";
import { expect, vi } from "vitest";
import { type WebSocket, WebSocketServer } from "ws";

/** A OneBot v11 implementation on loopback. */
export async function aOneBot() {
  const server = new WebSocketServer({ port: 0, host: "127.0.0.1" });
  await new Promise((resolve) => server.once("listening", resolve));
  const actions: { action: string; params: Record<string, unknown> }[] = [];
  const tokens: (string | null)[] = [];
  let refusal: string | undefined;
  let current: WebSocket | undefined;
  server.on("connection", (socket, request) => {
    current = socket;
    tokens.push(new URL(request.url ?? "", "ws://x").searchParams.get("access_token"));
    socket.on("message", (data) => {
      const { action, params, echo } = JSON.parse(String(data));
      actions.push({ action, params });
      const answer =
        refusal === undefined
          ? {
              status: "ok",
              retcode: 0,
              data: action === "send_private_msg" ? { message_id: actions.length } : null,
            }
          : { status: "failed", retcode: 1200, wording: refusal, data: null };
      socket.send(JSON.stringify({ ...answer, echo }));
    });
  });
  return {
    url: `ws://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    actions,
    tokens,
    refuse: (why: string) => {
      refusal = why;
    },
    drop: () => current?.terminate(),
    async write(user: number, id: number, message: unknown) {
      await vi.waitFor(() => expect(current?.readyState).toBe(1), { timeout: 5_000 });
      current?.send(
        JSON.stringify({
          post_type: "message",
          message_type: "private",
          self_id: 1,
          user_id: user,
          message_id: id,
          message,
        }),
      );
    },
    texts: () =>
      actions
        .filter(({ action }) => action === "send_private_msg")
        .map(({ params }) => [
          params.user_id,
          (params.message as { data: { text?: string } }[]).map(({ data }) => data.text).join(""),
        ]),
    async [Symbol.asyncDispose]() {
      for (const client of server.clients) client.terminate();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
