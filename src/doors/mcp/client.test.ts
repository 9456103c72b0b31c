import { expect, test } from "vitest";
import { clientOf, clientRules, clientSpeaker, STDIO } from "./client.ts";

test("clientSpeaker() takes one token for one person, whatever its clients call themselves", () => {
  expect(clientSpeaker({ name: "one", principal: "olga" })).toBe(
    clientSpeaker({ name: "two", principal: "olga" }),
  );
  expect(clientSpeaker({ name: "claude", principal: STDIO })).toBe("claude (stdio)");
});

const clients = {
  "claude-code": { confirm: [], deny: ["shell"] },
  "cur*or": { confirm: [], deny: ["grep"] },
  "*": { confirm: ["fetch"], deny: [] },
  "token:ci": { only: ["read_file"], confirm: [], deny: [] },
};
const fitting = (name: string, principal = "local") =>
  clientRules(clients, clientOf({ name, version: "1" }, {}, principal)).map((rules) => rules.name);

test("clientRules() gives every entry that the client's name or its token fits", () => {
  expect(fitting("Claude-Code")).toEqual(["client claude-code", "client *"]);
  expect(fitting("cursor")).toEqual(["client cur*or", "client *"]);
  expect(fitting("curor")).toEqual(["client cur*or", "client *"]);
  expect(fitting("curr")).toEqual(["client *"]);
  expect(fitting("curo")).toEqual(["client *"]);
  expect(fitting("x", "ci")).toEqual(["client *", "client token:ci"]);
});

test("clientRules() lets no client take the rules of a token by its name", () => {
  expect(fitting("token:ci")).toEqual(["client *"]);
});
