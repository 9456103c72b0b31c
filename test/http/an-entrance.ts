import { createEntrance, type Entrance } from "../../src/access/entrance.ts";
import type { Caller, Tokens } from "../../src/access/tokens.ts";

/** An entrance for "localhost". Without a caller who needs no token, everybody does. */
export function anEntrance(tokens: Tokens, anonymous?: Caller): Entrance {
  return createEntrance({ tokens, anonymous, hosts: ["localhost"], perMinute: 1_200 });
}
