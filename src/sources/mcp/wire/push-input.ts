/** An input that is written piece by piece, when there is something to say. */
interface PushInput {
  readonly pieces: AsyncIterable<string>;
  push(piece: string): void;
  end(): void;
}

export function createPushInput(): PushInput {
  let waiting: string[] = [];
  let ended = false;
  let wake: (() => void) | undefined;
  let soon = false;
  const woken = () => {
    soon = false;
    wake?.();
    wake = undefined;
  };
  async function* pieces() {
    for (;;) {
      if (waiting.length > 0) {
        const ready = waiting.length === 1 ? (waiting[0] ?? "") : waiting.join("");
        waiting = [];
        yield ready;
      } else if (ended) return;
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
  }
  return {
    pieces: pieces(),
    push(piece) {
      if (ended) return;
      waiting.push(piece);
      // What is said in one turn goes out in one write: each costs as much as all the rest of a call.
      if (!soon) setImmediate(woken);
      soon = true;
    },
    end() {
      ended = true;
      woken();
    },
  };
}
