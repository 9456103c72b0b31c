import { mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** What was typed before, newest first, so that the arrow keys find it. */
interface ChatHistory {
  load(): Promise<string[]>;
  save(lines: readonly string[]): Promise<void>;
}

const MOST_LINES = 500;

/** The history in a home, readable by its owner only. */
export function chatHistory(home: string): ChatHistory {
  const file = join(home, "chat-history");
  return {
    async load() {
      const text = await readFile(file, "utf8").catch(() => "");
      return text.split("\n").filter((line) => line !== "");
    },
    async save(lines) {
      await mkdir(home, { recursive: true });
      await writeFile(file, `${lines.slice(0, MOST_LINES).join("\n")}\n`, { mode: 0o600 });
    },
  };
}
