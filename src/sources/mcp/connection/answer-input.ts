import { setTimeout as delay } from "node:timers/promises";
import type { InputRequests } from "@modelcontextprotocol/client";
import { DIALOGUE_METHODS, type Dialogue } from "../../../contract/dialogue.ts";
import { DejimaError } from "../../../contract/error.ts";
import type { ServerSettings } from "../server-settings.ts";
import { answerQuestion } from "./answer-server.ts";

/** What a server of the newer protocol answers when it needs to know more. */
interface InputRequired {
  readonly resultType: "input_required";
  readonly inputRequests?: InputRequests;
  readonly requestState?: string;
}

/** What is added to the same request when it is made again. */
export interface InputAnswers {
  readonly inputResponses?: Record<string, unknown>;
  readonly requestState?: string;
}

/** So often a server may ask before a request counts as failed. */
const MAX_ROUNDS = 10;

/** A server that asks nothing, but to be asked again, is given this long. */
const PAUSE_MS = 500;

/**
 * Makes a request until the server has all that it needs. Its questions come as answers to this request, so that they are
 * always for the one who made it.
 */
export async function answerInput<Result>(
  work: (answers: InputAnswers) => Promise<Result>,
  { dialogue, settings }: { dialogue: Dialogue | undefined; settings: ServerSettings },
): Promise<Result> {
  let answers: InputAnswers = {};
  for (let round = 0; round <= MAX_ROUNDS; round++) {
    const result = await work(answers);
    if (!isInputRequired(result)) return result;
    const { inputRequests = {}, requestState } = result;
    const asked = Object.entries(inputRequests).map(async ([key, { method, params }]) => {
      const known = DIALOGUE_METHODS.find((name) => name === method);
      if (known === undefined) throw new DejimaError("server_unavailable", `It asks for "${method}"`);
      return [key, await answerQuestion({ method: known, params: { ...params }, key }, dialogue, settings)];
    });
    if (asked.length === 0) await delay(PAUSE_MS);
    answers = {
      ...(asked.length === 0 ? {} : { inputResponses: Object.fromEntries(await Promise.all(asked)) }),
      ...(requestState === undefined ? {} : { requestState }),
    };
  }
  throw new DejimaError(
    "limit_exceeded",
    `It asked for more input ${MAX_ROUNDS} times and never came to an end`,
  );
}

function isInputRequired(result: unknown): result is InputRequired {
  return (
    typeof result === "object" &&
    result !== null &&
    "resultType" in result &&
    result.resultType === "input_required"
  );
}
