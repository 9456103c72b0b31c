import { expect, test } from "vitest";
import { createEntrance } from "./entrance.ts";
import { readHead } from "./request-head.ts";

const entrance = createEntrance({
  tokens: { callerOf: async () => undefined },
  hosts: ["localhost"],
  anonymous: { name: "local", role: "admin" },
  perMinute: 60,
});

async function refusal(...headers: string[]): Promise<string> {
  const rawHeaders = ["Host", "localhost", ...headers];
  const line = { method: "GET", target: "/", version: "1.1", address: "127.0.0.1" };
  const found = await entrance.identify(readHead({ ...line, rawHeaders }));
  return found instanceof Error ? found.message : `let in as ${found.name}`;
}

test("identify() says why a token is needed here, and tells a wrong token from a missing one", async () => {
  expect(await refusal()).toBe("let in as local");
  expect(await refusal("X-Forwarded-For", "203.0.113.1")).toMatch(
    /with the header "x-forwarded-for", as if it came through a proxy, without a valid token/,
  );
  expect(await refusal("Authorization", "Bearer dj_wrong")).toMatch(
    /the one that was sent is wrong, was revoked or has expired/,
  );
});
