const FRAMES = ["⠋", "⠙", "⠹", "⠸", "⠼", "⠴", "⠦", "⠧", "⠇", "⠏"];
const FRAME_MS = 90;

/** Shows on one line that work is under way. The line disappears when it stops. Silent without a terminal. */
export interface Spinner {
  start(text: string): void;
  stop(): void;
  /** Keeps the line free while a person is asked something. */
  quietly<Result>(work: () => Promise<Result>): Promise<Result>;
}

/** Creates a spinner on a stream. */
export function createSpinner(stream: NodeJS.WriteStream): Spinner {
  let timer: NodeJS.Timeout | undefined;
  let quiet = 0;
  const stop = () => {
    if (timer === undefined) return;
    clearInterval(timer);
    timer = undefined;
    stream.write("\r\x1b[K");
  };
  return {
    start(text) {
      stop();
      if (stream.isTTY !== true || quiet > 0) return;
      let frame = 0;
      timer = setInterval(() => {
        stream.write(`\r\x1b[K${FRAMES[frame++ % FRAMES.length]} ${text}`);
      }, FRAME_MS).unref();
    },
    stop,
    async quietly(work) {
      stop();
      quiet++;
      try {
        return await work();
      } finally {
        quiet--;
      }
    },
  };
}
