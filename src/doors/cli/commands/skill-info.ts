import { visibleText } from "../../../text/visible-text.ts";
import type { RunCommand } from "../command.ts";

/** `dejima skill info NAME` */
export const run: RunCommand = async ({ runtime, output }, { arguments: [name = ""] }) => {
  const info = await (await runtime()).skills.info(name);
  output.data(info, () => {
    const { title, level, trust, enabled, description, body, files, folder } = info;
    const head = `${output.style("bold", info.name)}  ${visibleText(title)}, ${level}, ${trust}${enabled ? "" : ", disabled"}\n${folder}`;
    return `${head}\n\n${visibleText(description)}\n\n${visibleText(body)}\n\n${files.map(({ path, size }) => `${path}  ${size} bytes`).join("\n")}`;
  });
  return 0;
};
