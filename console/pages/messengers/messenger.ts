import type { Answer } from "../../core/api-calls.ts";
import type { messengerSteps } from "../../words/messenger-steps.ts";
import type { messengersWords } from "../../words/messengers.ts";

/** A messenger of the list. */
export type Messenger = Answer<"get", "/api/channels">["channels"][number];

type Step = keyof typeof messengerSteps;

/** The steps to take at each messenger first, in order. */
export const STEPS: Readonly<Record<Messenger["name"], readonly Step[]>> = {
  telegram: ["telegram1", "telegram2"],
  qq: ["qq1", "qq2"],
  feishu: ["feishu1", "feishu2", "feishu3", "feishu4"],
  dingtalk: ["dingtalk1", "dingtalk2"],
  wecom: ["wecom1", "wecom2"],
  slack: ["slack1", "slack2", "slack3"],
  discord: ["discord1", "discord2"],
};

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

const TITLES = ["feishu", "dingtalk", "wecom"] as const;

/** The messenger with its name in the reader's language. */
export function named(messenger: Messenger, say: (key: (typeof TITLES)[number]) => string): Messenger {
  const key = TITLES.find((name) => name === messenger.name);
  return key === undefined ? messenger : { ...messenger, title: say(key) };
}

const LABELS = [
  ...["appId", "appSecret", "clientId", "clientSecret", "botId", "secret"],
  ...["token", "appToken", "url", "accessToken"],
] as const;

/** The label of a field in the catalogue. An unknown one is called a secret. */
export function labelOf(key: string): (typeof LABELS)[number] {
  return LABELS.find((label) => label === key) ?? "secret";
}
