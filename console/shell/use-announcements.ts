import { useEffect } from "preact/hooks";
import { useConsole } from "../core/console-context.ts";
import type { LiveEvent } from "../core/live-event.ts";
import { addressOf } from "../core/route.ts";
import { useWords } from "../core/words.ts";
import { shellWords } from "../words/shell.ts";

const LONGEST = 200;

/** Renews this browser's subscription, and opens the page that a click on a notification names. */
export function usePush(): void {
  const { api, preferences, route } = useConsole();
  useEffect(() => {
    if (!("serviceWorker" in navigator) || !("Notification" in window)) return undefined;
    if (Notification.permission === "granted")
      void import("../core/push.ts")
        .then(({ renewPush }) => renewPush(api, preferences.language.value))
        .catch(() => undefined); // the settings page shows what is wrong
    const go = ({ data }: MessageEvent<{ type?: string; to?: string }>) => {
      if (data?.type === "go" && data.to?.startsWith("#/")) route.go(data.to);
    };
    navigator.serviceWorker.addEventListener("message", go);
    return () => navigator.serviceWorker.removeEventListener("message", go);
  }, [api, route]);
}

/** Announces new messages as a toast, and as a browser notification while the page is not visible. */
export function useAnnouncements(): void {
  const { live, notices, route } = useConsole();
  const say = useWords(shellWords);
  useEffect(() => {
    const announce = (title: string, body: string, { tag, to }: { tag: string; to: string }) => {
      const { page, rest } = route.place.value;
      // What is already on the screen needs no toast.
      if (to !== addressOf(page, ...rest.slice(0, 1)) || document.hidden) notices.show("done", title, body);
      if (!document.hidden || !("Notification" in window) || Notification.permission !== "granted") return;
      const shown = new Notification(title, { body, tag, icon: "/harbour.svg" });
      shown.onclick = () => {
        window.focus();
        route.go(to);
        shown.close();
      };
    };
    const places = new Map<string, string>();
    return live.subscribe((event: LiveEvent) => {
      if (event === "connected") return;
      if (event.type === "message-kept" || event.type === "message-told")
        announce(say("keptMessage"), event.text.slice(0, LONGEST), {
          tag: event.id,
          to: addressOf("chat", event.conversation),
        });
      if (event.type === "turn-start") places.set(event.runId, addressOf("chat", event.conversationId));
      if (event.type === "approval-start" && event.id !== undefined) {
        // The approvals page updates automatically; for the open conversation, the run is known here.
        const to = places.get(event.runId) ?? addressOf("approvals");
        if (document.hidden || route.place.value.page !== "approvals")
          announce(say("questionWaits"), "", { tag: event.id, to });
      }
    });
  }, [live, notices, route, say("keptMessage")]);
}
