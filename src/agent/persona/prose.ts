// A fence ends with as many marks as it began with, or with the text.
const FACTS = /(`{3,}|~{3,})[\s\S]*?(?:\1|(?![\s\S]))|`[^`\n]*`|^>.*$/gm;

/** The parts of an answer that are prose: not code, not quotation. Facts stand in the others and are nobody's to change. */
export function proseOf(answer: string): string {
  return answer.replace(FACTS, (fact) => " ".repeat(fact.length));
}

/** Changes the prose of an answer and leaves code and quotations as they are. */
export function changeProse(answer: string, change: (prose: string) => string): string {
  const facts = [...answer.matchAll(FACTS)];
  let done = 0;
  let text = "";
  for (const fact of facts) {
    text += change(answer.slice(done, fact.index)) + fact[0];
    done = fact.index + fact[0].length;
  }
  return text + change(answer.slice(done));
}
