import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Api } from "./api.ts";
import type { SayError } from "./chinese-errors.ts";
import type { Live } from "./live.ts";
import type { Me } from "./me.ts";
import type { CurrentModel } from "./model.ts";
import type { Notices } from "./notices.ts";
import type { Preferences } from "./preferences.ts";
import type { Route } from "./route.ts";

/** What every part of the console can access. */
export interface Console {
  readonly api: Api;
  readonly preferences: Preferences;
  readonly route: Route;
  readonly live: Live;
  /** The person's identity at the server, once known. */
  readonly me: ReadonlySignal<Me | undefined>;
  /** The model in use. */
  readonly model: CurrentModel;
  readonly notices: Notices;
  /** Says errors in Chinese, once somebody reads Chinese and the words are loaded. */
  readonly chineseErrors: ReadonlySignal<SayError | undefined>;
  /** The current time, for texts such as "3 minutes ago". */
  readonly clock: ReadonlySignal<number>;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** The console of a component. */
export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (console === undefined) throw new Error("This component must be rendered inside a console");
  return console;
}
