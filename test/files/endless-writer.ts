import { createFileGuard } from "../../src/files/file-guard.ts";

// Writes, moves and deletes for ever, to be killed at any moment. Every content is one letter, repeated.
const [workspace = "", undoFolder = "", size = "0"] = process.argv.slice(2);
const guard = createFileGuard({ workspace, allowedPaths: [workspace], protectedPaths: [] });
const { signal } = new AbortController();

console.log("ready");
for (let round = 0; ; round++) {
  const files = guard.open({ callId: `r${round}`, undoFolder, signal });
  console.log(`r${round}`);
  await files.write("a.txt", Buffer.alloc(Number(size), "abcdefghij".charAt(round % 10)));
  await files.write(`folder-${round % 3}/b.txt`, Buffer.alloc(Number(size), "klmnopqrst".charAt(round % 10)));
  await files.move(`folder-${round % 3}/b.txt`, "moved/c.txt");
  await files.delete("moved/c.txt");
}
