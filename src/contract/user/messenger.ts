/** Why a messenger is not connected: it rejected the keys, is unreachable, a secret cannot be read, or another problem. */
export const MESSENGER_PROBLEMS = ["refused", "unreachable", "secret", "other"] as const;

/** The state of a messenger. `idle`: no process serves it. */
export const MESSENGER_STATES = ["idle", "connecting", "connected", "failing"] as const;

/** The last problem of a messenger: its kind for doors, and the original text. */
export interface MessengerProblem {
  readonly kind: (typeof MESSENGER_PROBLEMS)[number];
  readonly text: string;
  readonly at: string;
}

/** The state of a messenger as its door last reported it. */
export interface MessengerReport {
  readonly state: (typeof MESSENGER_STATES)[number];
  /** Time of the last change of state. */
  readonly since?: string | undefined;
  readonly problem?: MessengerProblem | undefined;
}

/** One step that a person takes at a messenger before it can be connected. */
export interface MessengerStep {
  readonly en: string;
  readonly zh: string;
}

/** A messenger as doors show it, without secrets. */
export interface MessengerInfo<Name extends string = string> extends MessengerReport {
  readonly name: Name;
  readonly title: string;
  /** What it is called in Chinese, if that differs. */
  readonly titleZh?: string | undefined;
  /** What a person does at the messenger before it can be connected. */
  readonly steps: readonly MessengerStep[];
  /** Whether the config names it. */
  readonly connected: boolean;
  /** Whether the assistant answers there. */
  readonly enabled: boolean;
  readonly allowed: readonly string[];
  /** Who may answer approvals. Default: everyone who may write. */
  readonly approvers?: readonly string[] | undefined;
  /** The settings that a person enters, with their values. */
  readonly settings: Readonly<Record<string, string>>;
  /** The secrets that it needs, and whether each is set. */
  readonly secrets: readonly {
    readonly key: string;
    readonly isSet: boolean;
    readonly optional: boolean;
  }[];
}

/** Who may write at a messenger, and which of them may answer approvals. Default for `approvers`: all of them. */
export interface MessengerPeople {
  readonly allowed: readonly string[];
  readonly approvers?: readonly string[] | undefined;
}

/** What a person enters to connect a messenger. */
interface MessengerEntry {
  readonly settings: Readonly<Record<string, string>>;
  /** Stored with the secrets. A secret that is left out keeps its value. */
  readonly secrets: Readonly<Record<string, string>>;
  /** People to add to those who may write. */
  readonly allow?: readonly string[] | undefined;
}

/** The person who makes a change. */
interface Doer {
  readonly by: string;
}

/** The messengers of the config. Only doors use this service; no tool can reach it. */
export interface MessengerService<Name extends string = string> {
  list(): Promise<readonly MessengerInfo<Name>[]>;
  /** Connects or reconnects a messenger. Its people and other settings are kept. */
  connect(
    name: Name,
    entry: MessengerEntry,
    doer: Doer,
  ): Promise<{ readonly file: string; readonly allowed: readonly string[] }>;
  setPeople(name: Name, people: MessengerPeople, doer: Doer): Promise<{ readonly file: string }>;
  setEnabled(name: Name, enabled: boolean, doer: Doer): Promise<{ readonly file: string }>;
  /** Disconnects a messenger and removes its secrets. */
  remove(name: Name, doer: Doer): Promise<{ readonly file: string }>;
  /** Reconnects, and returns the resulting state. Throws if this process does not serve messengers. */
  test(name: Name): Promise<MessengerReport>;
  /** For the door: reports the current state of a messenger. */
  report(name: Name, report: MessengerReport): Promise<void>;
  /** For the door: reopens a messenger when its settings have changed. Call the returned function to stop. */
  onChange(reopen: (name: Name) => Promise<void>): () => void;
}
