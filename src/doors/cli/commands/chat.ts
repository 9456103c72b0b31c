import { chatLoop } from "../chat/chat-loop.ts";
import type { RunCommand } from "../command.ts";

/** `dejima chat` */
export const run: RunCommand = (context, given) => chatLoop(context, given);
