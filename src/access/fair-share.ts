import { LOCAL_USER } from "../contract/run.ts";
import { userOf } from "./tokens.ts";

/** The divisor of one user's share. */
const SHARE_DIVISOR = 10;

/**
 * How many of `most` one caller may hold at once, so that nobody locks everybody else out. The person at this
 * machine may hold all.
 */
export function fairShare(most: number, caller: string): number {
  return userOf(caller) === LOCAL_USER ? most : Math.ceil(most / SHARE_DIVISOR);
}
