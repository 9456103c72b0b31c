import type { RunCommand } from "../command.ts";

/** `dejima tool info NAME` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name = ""] }) => {
  const info = (await runtime()).toolInfo(name);
  output.data(info, () => {
    const { inputSchema, description, aliases } = info;
    const also = aliases.length === 0 ? "" : `also called ${aliases.join(", ")}\n`;
    const head = `${output.style("bold", info.name)}  ${info.category}, risk ${info.risk}, ${info.source}, version ${info.version}`;
    return `${head}\n${also}\n${description}\n\n${output.style("bold", "input")}\n${JSON.stringify(inputSchema, null, 2)}`;
  });
  return 0;
};
