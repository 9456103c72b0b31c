const MOST_CHARACTERS = 4_000;

/** Says how a program ended and what it wrote, as it came. */
export function tellProgram(
  { stdout, stderr, exitCode }: Readonly<Record<string, unknown>>,
  zh: boolean,
): string {
  const output = [stdout, stderr].filter((text) => typeof text === "string" && text !== "").join("\n");
  const head = zh ? `执行完了，退出码 ${exitCode}。` : `It ran and ended with exit code ${exitCode}.`;
  if (output === "") return `${head}${zh ? "没有输出。" : " There was no output."}`;
  return `${head}${zh ? "输出是：" : " The output:"}\n${fenced(output.slice(0, MOST_CHARACTERS))}`;
}

/** Text as it came; no content can end the fence, which is longer than any inside it. */
export function fenced(text: string): string {
  const longest = Math.max(2, ...(text.match(/`+/g) ?? []).map((ticks) => ticks.length));
  const fence = "`".repeat(longest + 1);
  return `${fence}\n${text.replace(/\n$/, "")}\n${fence}`;
}
