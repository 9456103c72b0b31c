/** Parses JSON that a person typed. `wrong` makes the message for text that is not JSON. */
export function readJson(text: string, wrong: (why: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(wrong(error instanceof Error ? error.message : ""));
  }
}
