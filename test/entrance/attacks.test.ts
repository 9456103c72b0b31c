// Every attack at every HTTP door. The cases are data: attacks.ts.
import { afterAll, beforeAll, expect, test } from "vitest";
import { rawConnection, statusOf } from "../http/raw-request.ts";
import { ATTACKS, type Attack } from "./attacks.ts";
import { DOORS, type EveryDoor, everyDoor, type OpenDoor } from "./every-door.ts";
import {
  all,
  type Edit,
  goodRequest,
  instead,
  line,
  plus,
  type RequestParts,
  wireText,
} from "./request-parts.ts";

let open: EveryDoor;
let good = "";
let revoked = "";

beforeAll(async () => {
  // A request that never ends is given up soon.
  open = await everyDoor({ patience: { headersMs: 3_000, requestMs: 3_000 } });
  good = await open.tokens.create("ann", "user");
  revoked = await open.tokens.create("gone", "admin");
  await open.tokens.revoke("gone");
});
afterAll(async () => open[Symbol.asyncDispose]());

interface Outcome {
  readonly status: number;
  readonly text: string;
  readonly ran: number;
}

/** Sends one request, and tells what it came to: the answer, and how many calls ran. */
async function send(door: OpenDoor, parts: RequestParts | string): Promise<Outcome> {
  const calls = () => open.world.events.filter(({ type }) => type === "call-start").length;
  const before = calls();
  const raw = typeof parts === "string" ? parts : wireText(parts);
  const connection = rawConnection(door.url);
  connection.socket.write(raw.replaceAll("TOKEN", good).replaceAll("dj_REVOKED", revoked), "latin1");
  const text = (await connection.answer).replace("HTTP/1.1 100 Continue\r\n\r\n", "");
  return { text, status: statusOf(text), ran: calls() - before };
}

const isIn = ({ status, ran }: Outcome) => status === 200 && ran === 1;
/** 0: the connection was closed without an answer. */
const isOut = ({ status, ran }: Outcome) => ran === 0 && (status === 0 || (status >= 400 && status < 500));

function check(
  { fate, status }: Attack,
  outcome: Outcome,
  { hasToken, door }: { hasToken: boolean; door: OpenDoor },
) {
  const plain = hasToken || door.needsNone;
  if (fate === "refused") return isOut(outcome) && (status === undefined || outcome.status === status);
  if (fate === "in") return hasToken ? isIn(outcome) : true;
  if (fate === "usual") return plain ? isIn(outcome) : isOut(outcome) && outcome.status === 401;
  if (fate === "token") return hasToken ? isIn(outcome) : isOut(outcome) && outcome.status === 401;
  return plain ? outcome.status < 500 : isOut(outcome);
}

test.each(DOORS.map(({ name }, at) => ({ name, at })))(
  "$name: the plain request is let in",
  async ({ at }) => {
    const door = open.doors[at] ?? expect.unreachable();
    expect(isIn(await send(door, goodRequest(door.host, good)))).toBe(true);
    const without = await send(door, goodRequest(door.host));
    expect([without.status, without.ran]).toEqual(door.needsNone ? [200, 1] : [401, 0]);
  },
);

test.each(DOORS.map(({ name }, at) => ({ name, at })))(
  "$name: every attack meets its fate",
  async ({ at }) => {
    const door = open.doors[at] ?? expect.unreachable();
    const wrong: string[] = [];
    for (const attack of ATTACKS) {
      if (attack.loopback === true && !door.loopback) continue;
      for (const hasToken of [true, false]) {
        const outcome = await send(door, attack.edit(goodRequest(door.host, hasToken ? good : undefined)));
        const allowed = [...outcome.text.matchAll(/^access-control-[\w-]+/gim)].map(([name]) => name);
        if (!check(attack, outcome, { hasToken, door }) || allowed.length > 0)
          wrong.push(
            `${attack.fate}, ${hasToken ? "with" : "without"} a token: ${attack.name} -> ${outcome.status}, ${outcome.ran} ran ${allowed}`,
          );
      }
    }
    expect(wrong).toEqual([]);
    expect(isIn(await send(door, goodRequest(door.host, good)))).toBe(true); // and the door still stands
  },
);

/** Requests on one connection: the first one as edited, with a token or without, then a plain one. How many of them run. */
const PIPELINES: readonly {
  readonly name: string;
  readonly first: Edit;
  readonly tokens: readonly [first: boolean, second: boolean];
  /** How many calls run at a door that wants a token. */
  readonly run: number;
  /** How many run where none is needed, if that differs. */
  readonly runOpen?: number;
}[] = [
  {
    name: "a refused origin with a token, then a request without one",
    first: plus(["Origin", "https://evil.example"]),
    tokens: [true, false],
    run: 0,
    runOpen: 1,
  },
  {
    name: "a refused host with a token, then a request without one",
    first: instead("Host", "evil.example"),
    tokens: [true, false],
    run: 0,
    runOpen: 1,
  },
  {
    name: "a request with a token, then one without",
    first: all(),
    tokens: [true, false],
    run: 1,
    runOpen: 2,
  },
  {
    name: "HTTP/1.0 that is kept open, with a token, then a request without one",
    first: all(line("POST /mcp HTTP/1.0"), instead("Connection", "keep-alive")),
    tokens: [true, false],
    run: 1,
    runOpen: 2,
  },
  {
    name: "a wrong token, then a request with a good one",
    first: instead("Authorization", "Bearer dj_wrong"),
    tokens: [true, true],
    run: 1,
  },
  {
    name: "a length and chunks, then a request with a token",
    first: plus(["Transfer-Encoding", "chunked"]),
    tokens: [true, true],
    run: 0,
  },
  {
    name: "a body too long to be taken, that is a request",
    first: instead("Content-Length", String(99_999_999)),
    tokens: [true, true],
    run: 0,
  },
];

test.each(DOORS.map(({ name }, at) => ({ name, at })))(
  "$name: on one connection each request is judged by itself",
  async ({ at }) => {
    const door = open.doors[at] ?? expect.unreachable();
    for (const { name, first, tokens, run, runOpen = run } of PIPELINES) {
      const [one, two] = tokens.map((has) => goodRequest(door.host, has ? good : undefined));
      const kept = one && first({ ...one, headers: one.headers.filter(([key]) => key !== "Connection") });
      if (kept === undefined || typeof kept === "string" || two === undefined) return expect.unreachable();
      const { ran } = await send(door, `${wireText(kept)}${wireText(two)}`);
      expect([name, ran]).toEqual([name, door.needsNone ? runOpen : run]);
    }
  },
);
