/** Why a messenger is not connected: it refused the keys, cannot be reached, a secret cannot be read, or something else. */
export const MESSENGER_PROBLEMS = ["refused", "unreachable", "secret", "other"] as const;

/** How a messenger fares: `idle` where no process answers there. */
export const MESSENGER_STATES = ["idle", "connecting", "connected", "failing"] as const;

/** What went wrong at a messenger last, in one word for doors and in the words of whoever said it. */
export interface MessengerProblem {
  readonly kind: (typeof MESSENGER_PROBLEMS)[number];
  readonly text: string;
  readonly at: string;
}

/** How a messenger fares, as its door last said. */
export interface MessengerReport {
  readonly state: (typeof MESSENGER_STATES)[number];
  /** Since when it is so. */
  readonly since?: string | undefined;
  readonly problem?: MessengerProblem | undefined;
}

/** A messenger as doors show it. No secret is among it. */
export interface MessengerInfo<Name extends string = string> extends MessengerReport {
  readonly name: Name;
  readonly title: string;
  /** Whether the config names it. */
  readonly connected: boolean;
  /** Whether the assistant answers there. */
  readonly enabled: boolean;
  readonly allowed: readonly string[];
  /** Who may answer questions; all who may write when left out. */
  readonly approvers?: readonly string[] | undefined;
  /** The settings that a person enters, with their values. */
  readonly settings: Readonly<Record<string, string>>;
  /** The secrets that it needs, and which of them are there. */
  readonly secrets: readonly {
    readonly key: string;
    readonly isSet: boolean;
    readonly optional: boolean;
  }[];
}

/** Who may write at a messenger, and who of them may answer; all of them where `approvers` is left out. */
export interface MessengerPeople {
  readonly allowed: readonly string[];
  readonly approvers?: readonly string[] | undefined;
}

/** What a person enters to connect a messenger. */
interface MessengerEntry {
  readonly settings: Readonly<Record<string, string>>;
  /** Kept with the secrets. One that is left out stays as it is. */
  readonly secrets: Readonly<Record<string, string>>;
  /** People who may write besides those who may already. */
  readonly allow?: readonly string[] | undefined;
}

/** Who does something. */
interface Doer {
  readonly by: string;
}

/** The messengers of the config, for doors: no tool can reach it. */
export interface MessengerService<Name extends string = string> {
  list(): Promise<readonly MessengerInfo<Name>[]>;
  /** Connects a messenger, or connects it anew: people and other settings that were chosen before stay. */
  connect(
    name: Name,
    entry: MessengerEntry,
    doer: Doer,
  ): Promise<{ readonly file: string; readonly allowed: readonly string[] }>;
  setPeople(name: Name, people: MessengerPeople): Promise<{ readonly file: string }>;
  setEnabled(name: Name, enabled: boolean): Promise<{ readonly file: string }>;
  /** Disconnects a messenger and removes its secrets. */
  remove(name: Name, doer: Doer): Promise<{ readonly file: string }>;
  /** Connects again, and gives how it went. Throws where this process does not answer at messengers. */
  test(name: Name): Promise<MessengerReport>;
  /** For the door: how a messenger fares now. */
  report(name: Name, report: MessengerReport): Promise<void>;
  /** For the door: opens a messenger anew when its settings have changed. Call the returned function to stop. */
  onChange(reopen: (name: Name) => Promise<void>): () => void;
}
