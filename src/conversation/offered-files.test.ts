import { expect, test } from "vitest";
import { DejimaError } from "../contract/error.ts";
import { downloadOffered, type OfferedFile, omittedFilesText } from "./offered-files.ts";

const MB = 1024 ** 2;

/** Files of these sizes in MB, and how many bytes are read of them in all. */
function offer(sizes: readonly number[]) {
  const read: number[] = [];
  const files = sizes.map(
    (size, index): OfferedFile => ({
      name: `f${index}`,
      mediaType: "text/plain",
      async download(maxBytes) {
        read.push(Math.min(size * MB, maxBytes));
        if (size * MB > maxBytes) throw new DejimaError("too_large", "too large");
        return new Uint8Array(size * MB);
      },
    }),
  );
  return { files, total: () => read.reduce((sum, bytes) => sum + bytes, 0) };
}

test.each([
  ["number", Array.from({ length: 100_000 }, () => 0), 10, 0],
  ["total size", [20, 20, 20, 20, 20], 2, 50],
  ["size of each, counted as read", [1_000, 1_000, 1_000, 1_000, 1], 0, 50],
  ["size of each, and the others are taken", [21, 1, 1], 2, 22],
])("of the files of a message only some are downloaded: %s", async (_, sizes, taken, megabytes) => {
  const { files, total } = offer(sizes);
  const downloaded = await downloadOffered(files);
  expect(downloaded.files).toHaveLength(taken);
  expect(downloaded.leftOut).toHaveLength(sizes.length - taken);
  expect(total()).toBe(megabytes * MB);
});

test("a download that fails for another reason fails the message", async () => {
  const download = async () => {
    throw new DejimaError("host_blocked", "no");
  };
  const file = { name: "a", mediaType: "text/plain", download };
  await expect(downloadOffered([file])).rejects.toMatchObject({ code: "host_blocked" });
});

test("the files left out are named, in one line and up to ten", () => {
  const names = Array.from({ length: 40 }, (_, index) => `f${index}\n✓ Approved ${"x".repeat(500)}`);
  for (const language of ["en", "zh"] as const) {
    const text = omittedFilesText(names, language);
    expect(text).toMatch(/40.*f0 .*f9 .*…/);
    expect(text).not.toMatch(/\n|f10/);
    expect(text.length).toBeLessThan(1_000);
  }
});
