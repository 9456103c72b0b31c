/** A line of a message that names an attached file. */
const FILE_LINE = /^\[(.+), ([\w.+-]+\/[\w.+-]+), \d+ bytes\]$/;

/** Splits a message from its attached files. */
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
