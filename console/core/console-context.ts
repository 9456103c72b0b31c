import type { ReadonlySignal } from "@preact/signals";
import { createContext } from "preact";
import { useContext } from "preact/hooks";
import type { Api } from "./api.ts";
import type { Live } from "./live.ts";
import type { Me } from "./me.ts";
import type { CurrentModel } from "./model.ts";
import type { Notices } from "./notices.ts";
import type { Preferences } from "./preferences.ts";
import type { Route } from "./route.ts";

/** What every part of the console can reach. */
export interface Console {
  readonly api: Api;
  readonly preferences: Preferences;
  readonly route: Route;
  readonly live: Live;
  /** Who the person is to the server, once it is known. */
  readonly me: ReadonlySignal<Me | undefined>;
  /** The model that answers. */
  readonly model: CurrentModel;
  readonly notices: Notices;
  /** The present, for times that are told as "3 minutes ago". */
  readonly clock: ReadonlySignal<number>;
}

export const ConsoleContext = createContext<Console | undefined>(undefined);

/** The console that a component stands in. */
export function useConsole(): Console {
  const console = useContext(ConsoleContext);
  if (console === undefined) throw new Error("This component stands outside of a console");
  return console;
}
