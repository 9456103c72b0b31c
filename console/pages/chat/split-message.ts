/** A line of a message that names a file which came with it. */
const FILE_LINE = /^\[(.+), ([\w.+-]+\/[\w.+-]+), \d+ bytes\]$/;

/** A message apart from the files that came with it. */
export function splitMessage(message: string): {
  text: string;
  files: { name: string; isPicture: boolean }[];
} {
  const lines = message.split("\n");
  const files = lines.flatMap((line) => {
    const [, name, mediaType = ""] = FILE_LINE.exec(line) ?? [];
    return name === undefined ? [] : [{ name, isPicture: /^image\/(?:png|jpe?g|gif|webp)$/.test(mediaType) }];
  });
  return { text: lines.filter((line) => !FILE_LINE.test(line)).join("\n"), files };
}
