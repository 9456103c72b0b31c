import { assert, expect, test } from "vitest";
import { once } from "./once.ts";
import { opensItself } from "./opens-itself.ts";
import { forEachOf, pushStream } from "./push-stream.ts";

interface Harbour {
  readonly ships: { count(): Promise<number> };
  name(): string;
  arrive(ship: string): Promise<string>;
  log(): AsyncIterable<string>;
  close(): void;
}

const KINDS = { ships: "part", log: "stream" } as const;

function aHarbour(): Harbour {
  const ships: string[] = [];
  return {
    ships: { count: async () => ships.length },
    name: () => "Dejima",
    async arrive(ship) {
      ships.push(ship);
      return ship;
    },
    async *log() {
      yield* ships;
    },
    close: () => assert.fail("closed"),
  };
}

test("opensItself() opens nothing before a method is called, a stream is read or a part is used", async () => {
  const harbour = opensItself<Harbour>(() => assert.fail("opened"), KINDS);
  const { arrive, ships } = harbour;
  expect(await harbour).toBe(harbour);
  harbour.log();
  expect([typeof arrive, typeof ships.count]).toEqual(["function", "function"]);
});

test("opensItself() opens once for methods, streams and parts, and makes every method asynchronous", async () => {
  let opened = 0;
  const made = once(async () => {
    opened++;
    return aHarbour();
  });
  const harbour = opensItself<Harbour>(made.get, KINDS);
  expect(await Promise.all([harbour.name(), harbour.arrive("one"), harbour.arrive("two")])).toEqual([
    "Dejima",
    "one",
    "two",
  ]);
  expect(await Array.fromAsync(harbour.log())).toEqual(["one", "two"]);
  expect(await harbour.ships.count()).toBe(2);
  expect(opened).toBe(1);
});

test("opensItself() lets a pushed stream call its reader, and reads any other", async () => {
  const pushed = () =>
    pushStream<string>(({ push, end }) => {
      setImmediate(() => {
        push("one");
        expect(seen).toEqual(["one"]);
        end();
      });
      return () => {};
    });
  const seen: string[] = [];
  const calling = opensItself(async () => ({ log: pushed }), { log: "stream" });
  await forEachOf(calling.log(), (ship) => void seen.push(ship));
  const made = once(async () => aHarbour());
  const harbour = opensItself<Harbour>(made.get, KINDS);
  await harbour.arrive("two");
  await forEachOf(harbour.log(), (ship) => void seen.push(ship));
  expect(seen).toEqual(["one", "two"]);
});

test("opensItself() rejects where the service cannot be opened, and tries again with the next use", async () => {
  let broken = true;
  const made = once(async () => {
    if (broken) throw new Error("no key");
    return aHarbour();
  });
  const harbour = opensItself<Harbour>(made.get, KINDS);
  await expect(harbour.name()).rejects.toThrow("no key");
  await expect(Array.fromAsync(harbour.log())).rejects.toThrow("no key");
  broken = false;
  expect(await harbour.name()).toBe("Dejima");
});

test("opensItself() ends the stream of the service when its reader stops, and opens none that is ended unread", async () => {
  let ended = 0;
  const log = async function* () {
    try {
      yield "one";
      yield "two";
    } finally {
      ended++;
    }
  };
  const harbour = opensItself<Harbour>(async () => ({ ...aHarbour(), log }), KINDS);
  for await (const line of harbour.log()) {
    expect(line).toBe("one");
    break;
  }
  expect(ended).toBe(1);
  const unread = opensItself<Harbour>(() => assert.fail("opened"), KINDS)
    .log()
    [Symbol.asyncIterator]();
  await unread.return?.();
  expect(await unread.next()).toEqual({ done: true, value: undefined });
});
