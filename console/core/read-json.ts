/** Reads JSON that a person typed; `wrong` words what is said when it is none. */
export function readJson(text: string, wrong: (why: string) => string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new Error(wrong(error instanceof Error ? error.message : ""));
  }
}
