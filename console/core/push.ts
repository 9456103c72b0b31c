import type { Api } from "./api.ts";
import type { Language } from "./preferences.ts";

const WORKER = "/push-worker.js";
const RENEWED = "dejima.push-renewed";
const RENEW_EVERY_MS = 86_400_000;

/**
 * Whether this browser can receive notifications while the page is closed: only over https, or on this
 * machine.
 */
export function canPush(): boolean {
  return isSecureContext && "serviceWorker" in navigator && "PushManager" in window;
}

/** The server's id of this browser. `undefined` if it is not subscribed. */
export async function pushTarget(api: Api): Promise<string | undefined> {
  const subscription = await current();
  if (subscription === undefined) return undefined;
  const { targets } = await api.get("/api/push");
  const kept = localStorage.getItem(RENEWED)?.split(" ")[1];
  return targets.find(({ id }) => id === kept)?.id;
}

/**
 * Asks the browser for permission, subscribes, and registers at the server. Returns the server's id of this
 * browser.
 */
export async function turnPushOn(api: Api, language: Language): Promise<string> {
  const { publicKey } = await api.get("/api/push");
  const registration = await navigator.serviceWorker.register(WORKER);
  await navigator.serviceWorker.ready;
  // The push service would refuse a subscription with another key.
  await (await registration.pushManager.getSubscription())?.unsubscribe();
  const subscription = await registration.pushManager.subscribe({
    userVisibleOnly: true,
    applicationServerKey: publicKey,
  });
  return tell(api, subscription, language);
}

export async function turnPushOff(api: Api, id: string): Promise<void> {
  await (await current())?.unsubscribe();
  localStorage.removeItem(RENEWED);
  await api.send("DELETE", "/api/push/targets/{id}", { params: { id } });
}

/** Renews the subscription at the server once a day. */
export async function renewPush(api: Api, language: Language): Promise<void> {
  const [at = ""] = localStorage.getItem(RENEWED)?.split(" ") ?? [];
  if (at === "" || Date.now() - Number(at) < RENEW_EVERY_MS) return;
  const subscription = await current();
  if (subscription !== undefined) await tell(api, subscription, language);
}

async function current(): Promise<PushSubscription | undefined> {
  const registration = await navigator.serviceWorker.getRegistration("/");
  return (await registration?.pushManager.getSubscription()) ?? undefined;
}

async function tell(api: Api, subscription: PushSubscription, language: Language): Promise<string> {
  const { endpoint = "", keys = {} } = subscription.toJSON();
  const { p256dh = "", auth = "" } = keys;
  const { id } = await api.send("POST", "/api/push/targets", {
    body: { endpoint, keys: { p256dh, auth }, language },
  });
  localStorage.setItem(RENEWED, `${Date.now()} ${id}`);
  return id;
}
