/** What the model of the load answers at length. */
export const LONG_MESSAGE = "tell me about the harbour at length";

const SENTENCE = "In the harbour the ships wait for the tide, and those who load them look at the clock. ";
const LENGTH = 400;

/** The answer, in pieces of about a token. */
export const LONG_TOKENS: readonly string[] = Array.from({ length: LENGTH }, (_, at) => {
  const words = SENTENCE.split(/(?<= )/);
  return words[at % words.length] ?? "";
});
