import { CARRIED, carriedByText } from "./carried-data.ts";
import { DELETES } from "./judge-changes.ts";
import type { Program } from "./program.ts";

/** A program that waits between two calls is polling, not flooding. */
const PAUSES = /(?:^|\.)(?:sleep|setTimeout|delay|wait|usleep)$/;

/** Names of the device login, and of its pending response. */
const DEVICE_LOGIN = /^(?:urn:ietf:params:oauth:grant-type:device_code|authorization_pending|slow_down)$/;

/** Actions anywhere in the code of a program. They make its harmful acts more or less serious. */
export interface Habits {
  readonly pauses: boolean;
  /** It polls until somebody has logged in at another device (RFC 8628). */
  readonly waitsForLogin: boolean;
  readonly deletes: boolean;
  /** It listens to keys, or reads the clipboard again and again. */
  readonly listens: boolean;
  readonly pushes: boolean;
  readonly renames: boolean;
  /** It sets a script that runs when a package is installed. */
  readonly hooksInstall: boolean;
  /** It opens connections to other machines itself. */
  readonly connects: boolean;
  /** It names folders with personal files. */
  readonly onBelongings: boolean;
}

const LISTENS =
  /(?:^|\.)(?:keyboard|mouse)\.(?:Listener|hook|on_press|record)$|^pynput\.|(?:^|\.)(?:GlobalKeyboardListener|iohook)\b/;

/** Finds the habits of a program. */
export function habitsOf({ uses, atoms }: Program): Habits {
  return {
    pauses: uses.some(({ name }) => PAUSES.test(name)),
    waitsForLogin: atoms.some(({ kind, value }) => kind === "text" && DEVICE_LOGIN.test(value)),
    deletes: uses.some(({ name }) => DELETES.test(name) && name !== "find"),
    listens: uses.some(({ name }) => LISTENS.test(name)),
    onBelongings: atoms.some(
      ({ kind, value }) => kind === "text" && (carriedByText(value) & CARRIED.belongings) !== 0,
    ),
    connects: uses.some(({ name }) =>
      /(?:^|\.)(?:net|tls|socket|s)\.connect$|create_?[cC]onnection$/.test(name),
    ),
    renames: uses.some(({ name }) => /(?:^|\.)(?:rename|renameSync|replace|move)$/.test(name)),
    hooksInstall: atoms.some(
      ({ kind, value }) =>
        kind === "name" && /\.scripts\.(?:(?:pre|post)install|install|prepare)$/.test(value),
    ),
    pushes: uses.some(({ name, words = [] }) => name === "git" && words.includes("push")),
  };
}
