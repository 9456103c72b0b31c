import { LOCAL_USER } from "../contract/run.ts";
import { userOf } from "./tokens.ts";

/** One user gets at most this part of what all share. */
const PART = 10;

/** How many of `most` one caller may hold at once, so that nobody keeps everybody else out. The person at this machine may hold all. */
export function fairShare(most: number, caller: string): number {
  return userOf(caller) === LOCAL_USER ? most : Math.ceil(most / PART);
}
