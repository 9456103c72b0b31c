import type { Answer } from "../../core/api-calls.ts";
import type { Language } from "../../core/preferences.ts";
import type { messengersWords } from "../../words/messengers.ts";

/** A messenger of the list. */
export type Messenger = Answer<"get", "/api/channels">["channels"][number];

/** The titles of problems. */
export const PROBLEMS = {
  refused: "problemRefused",
  unreachable: "problemUnreachable",
  secret: "problemSecret",
  other: "problemOther",
} as const satisfies Record<NonNullable<Messenger["problem"]>["kind"], keyof typeof messengersWords>;

/** The names of states. */
export const STATES = {
  idle: "stateIdle",
  connecting: "stateConnecting",
  connected: "stateConnected",
  failing: "stateFailing",
} as const satisfies Record<Messenger["state"], keyof typeof messengersWords>;

/** The messenger with its name in the reader's language. */
export function named(messenger: Messenger, language: Language): Messenger {
  const { title, titleZh = title } = messenger;
  return language === "zh" ? { ...messenger, title: titleZh } : messenger;
}

const LABELS = [
  ...["appId", "appSecret", "clientId", "clientSecret", "botId", "secret"],
  ...["token", "appToken", "url", "accessToken"],
] as const;

/** The label of a field in the catalogue. An unknown one is called a secret. */
export function labelOf(key: string): (typeof LABELS)[number] {
  return LABELS.find((label) => label === key) ?? "secret";
}
