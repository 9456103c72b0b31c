/** Recorded answers of Dejima's server by name: their frames, and whether each frame came in a separate turn of the event loop. */
export type RecordedAnswers = Readonly<
  Record<string, { readonly frames: readonly string[]; readonly paced: boolean }>
>;

/** The events of an answer, each as the bytes that it was sent in. */
export async function recordAnswer(url: string, body: string): Promise<string[]> {
  const headers = { "content-type": "application/json" };
  const answer = await fetch(url, { method: "POST", headers, body });
  const text = await answer.text();
  const frames = text.split(/(?<=\n\n)/);
  if (answer.status === 200 && frames.at(-1)?.includes("event: run-end") === true) return frames;
  throw new Error(`${url} gave no whole answer: ${answer.status} ${text.slice(0, 300)}`);
}
