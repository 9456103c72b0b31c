/** An input stream that is written piece by piece. */
export function createInput(onRead: () => void) {
  const waiting: string[] = [];
  let wake = () => {};
  let ended = false;
  let unread = 0;
  return {
    unread: () => unread,
    push(text: string): void {
      if (ended) return;
      waiting.push(text);
      unread += text.length;
      wake();
    },
    end(): void {
      ended = true;
      waiting.length = unread = 0;
      wake();
      onRead();
    },
    pieces: (async function* () {
      for (;;) {
        for (let piece = waiting.shift(); piece !== undefined; piece = waiting.shift()) {
          yield piece;
          unread = Math.max(0, unread - piece.length);
          onRead();
        }
        if (ended) return;
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    })(),
  };
}
