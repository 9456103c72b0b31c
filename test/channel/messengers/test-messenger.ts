import { expect, vi } from "vitest";

/** A message as people at a messenger see it now: changed in place, if the bot changed it. */
export interface ShownMessage {
  readonly id: string;
  /** The person in private, or the group (with its thread). */
  readonly to: string;
  readonly text: string;
  readonly buttons: readonly { readonly words: string; readonly reply: string }[];
  /** How often it was changed. */
  readonly changes: number;
}

/** Who writes, and where. */
export interface From {
  readonly person: string;
  /** A group; the bot is mentioned unless `unmentioned`. */
  readonly group?: string;
  readonly unmentioned?: boolean;
  /** The message that began the thread. */
  readonly thread?: string;
}

/** A file that people send or get. */
export interface TestFile {
  readonly name: string;
  readonly content: Buffer;
}

/** A messenger on loopback, in its own wire format. */
export interface TestMessenger extends AsyncDisposable {
  /** What the config says to reach it, without the people. */
  readonly settings: Readonly<Record<string, unknown>>;
  /** What else the config must say so that it can be reached on loopback. */
  readonly config?: Readonly<Record<string, unknown>>;
  write(
    from: From,
    text: string,
    options?: {
      readonly picture?: Buffer;
      readonly file?: TestFile;
      /** How often the picture stands in the message; once unless told. */
      readonly copies?: number;
    },
  ): Promise<void>;
  /** Presses a button, or what a forger would send for one. Gives what the person is told at once. */
  press(person: string, card: string, reply: string): Promise<string>;
  /** Sends the last message again, as if it had not been confirmed. */
  repeat(): Promise<void>;
  /** What can be seen, oldest first. */
  shown(): readonly ShownMessage[];
  /** Files that the bot sent. */
  files(): readonly TestFile[];
  /** Sends such data over the connection, whether or not it is a frame. */
  raw(data: string | Buffer): Promise<void>;
  /** Breaks the connection. */
  drop(): void;
  /** Everything that the bot sent, as text: what must not stand in it. */
  wire(): string;
}

/** What a conversation in words needs of a messenger. */
export type PlainMessenger = Pick<TestMessenger, "settings" | "config" | "write" | "shown"> & AsyncDisposable;

/** Gives an empty text once this message is changed. */
export async function changed(id: string, shown: () => readonly ShownMessage[]): Promise<string> {
  const changes = () => shown().find((one) => one.id === id)?.changes ?? 0;
  const before = changes();
  await vi.waitFor(() => expect(changes()).toBeGreaterThan(before), { timeout: 15_000, interval: 10 });
  return "";
}
