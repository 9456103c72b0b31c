import { expect, test } from "vitest";
import { isForgottenSession } from "../wire/remote-fetch.ts";
import { callFailure, plainProblem } from "./call-failure.ts";
import { noteRequestErrors } from "./request-errors.ts";

test("plainProblem() tells the first thing that is wrong with an answer, and how many more there are", () => {
  const issue = (index: number) => ({
    code: "invalid_type",
    path: ["tools", index, "inputSchema"],
    message: "Invalid input: expected object, received undefined",
  });
  expect(
    plainProblem(`Invalid result for tools/list: ${JSON.stringify([issue(0), issue(1)], null, 2)}`),
  ).toBe(
    "its answer to tools/list does not follow the protocol: tools.0.inputSchema Invalid input: expected object, received undefined; and 1 more",
  );
});

test("plainProblem() leaves other words as they are, up to a length", () => {
  for (const message of [
    "broke",
    "Invalid result for tools/list: [no JSON",
    "Invalid result for tools/list: []",
  ])
    expect(plainProblem(message)).toBe(message);
  expect(plainProblem("x".repeat(5_000))).toHaveLength(1_000);
});

type Client = Parameters<typeof noteRequestErrors>[0];
const WORDS = "Structured content does not match the tool's output schema: x";
const protocolError = (message: string) => Object.assign(new Error(message), { code: -32_602 });
// Only the name and the limit of a server are used.
const settings = { name: "s", timeoutMs: 1 } as Parameters<typeof callFailure>[1]["settings"];
const codeOf = (error: Error, isRequestError: boolean) =>
  callFailure(error, {
    settings,
    request: { purpose: "call", tool: "t" },
    ending: undefined,
    fault: undefined,
    isRequestError,
  }).code;

test("where an error came from decides what it is, whatever its words are", async () => {
  const sent = protocolError(WORDS);
  // Only `request` of a client is used.
  const client = { request: () => Promise.reject(sent) } as unknown as Client;
  const isRequestError = noteRequestErrors(client);
  const ping = client.request as unknown as () => Promise<never>;
  await expect(ping()).rejects.toBe(sent);
  const found = protocolError("words that a later version of the SDK may use");
  expect([isRequestError(sent), isRequestError(found)]).toEqual([true, false]);
  expect(codeOf(sent, isRequestError(sent))).toBe("invalid_input");
  expect(codeOf(found, isRequestError(found))).toBe("server_unavailable");
});

test("isForgottenSession() goes by the status and whether there was a session, not by words", () => {
  const refused = (status: number, message: string) => Object.assign(new Error(message), { status });
  expect(isForgottenSession(refused(400, "Bad request"), { inSession: true })).toBe(true);
  expect(isForgottenSession(refused(400, "no such session"), { inSession: false })).toBe(false);
  expect(isForgottenSession(refused(404, ""), { inSession: false })).toBe(true);
  expect(isForgottenSession(refused(500, "session"), { inSession: true })).toBe(false);
});
