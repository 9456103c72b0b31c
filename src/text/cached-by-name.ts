const MOST_NAMES = 1_000;
const MOST_TEXTS = 50;
const LONGEST_NAME = 100;

/** Caches a function of names from code. Names of tools, arguments and fields are few, and each call needs them several times. */
export function cachedByName<Value>(of: (name: string) => Value): (name: string) => Value {
  const known = new Map<string, Value>();
  return (name) => {
    const before = known.get(name);
    if (before !== undefined) return before;
    const value = of(name);
    if (name.length > LONGEST_NAME) return value;
    // Names that somebody else chooses must not take memory without end.
    if (known.size >= MOST_NAMES) known.clear();
    known.set(name, value);
    return value;
  };
}

/** The same for a few long texts, such as the instructions of skills. The least recently made value goes first. */
export function cachedByText<Value>(of: (text: string) => Value): (text: string) => Value {
  const known = new Map<string, Value>();
  return (text) => {
    const before = known.get(text);
    if (before !== undefined) return before;
    const value = of(text);
    const [oldest] = known.keys();
    if (known.size >= MOST_TEXTS && oldest !== undefined) known.delete(oldest);
    known.set(text, value);
    return value;
  };
}
