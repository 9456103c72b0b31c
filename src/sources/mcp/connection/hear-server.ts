import type { Client } from "@modelcontextprotocol/client";
import { LOG_LEVELS } from "../../../contract/dialogue.ts";
import type { Callers } from "./callers.ts";

/** What a server tells without being asked. */
export interface ServerNotice {
  readonly method:
    | "notifications/tools/list_changed"
    | "notifications/resources/list_changed"
    | "notifications/prompts/list_changed"
    | "notifications/resources/updated"
    | "notifications/message";
  readonly params?: Readonly<Record<string, unknown>> | undefined;
}

const HEARD: readonly ServerNotice["method"][] = [
  "notifications/resources/list_changed",
  "notifications/prompts/list_changed",
  "notifications/resources/updated",
];

/** Passes on what a server tells: to everybody who listens, and what it logs to the one whom it works for. */
export function hearServer(client: Client, callers: Callers, onNotice: (notice: ServerNotice) => void): void {
  for (const method of HEARD) {
    client.setNotificationHandler(method, ({ params }) => onNotice({ method, params }));
  }
  client.setNotificationHandler("notifications/message", ({ method, params }) => {
    onNotice({ method, params });
    const caller = callers.only();
    const { level, logger, data } = params;
    if (LOG_LEVELS.indexOf(level) >= LOG_LEVELS.indexOf(caller?.logLevel ?? "debug"))
      caller?.onLog?.({ level, logger, data });
  });
}

/** Asks a server of the newer protocol to tell when its lists change; one of the older protocol does so by itself. */
export async function listenToLists(client: Client): Promise<void> {
  const { prompts, resources } = client.getServerCapabilities() ?? {};
  const wanted = {
    ...(prompts?.listChanged === true ? { promptsListChanged: true } : {}),
    ...(resources?.listChanged === true ? { resourcesListChanged: true } : {}),
  };
  if (client.getProtocolEra() === "modern" && Object.keys(wanted).length > 0)
    await client.listen(wanted).catch(() => {}); // without it lists are asked for again after a while
}
