import { conversationConformance } from "./conversation.ts";
import { hasTerminal, openCliDoor } from "./doors/cli-door.ts";
import { openHttpDoor, openOpenAiDoor, openPlainDoor } from "./doors/server-doors.ts";

conversationConformance("of plain messages", openPlainDoor);
conversationConformance("http", openHttpDoor);
conversationConformance("of OpenAI's clients", openOpenAiDoor);
if (hasTerminal) conversationConformance("cli", openCliDoor);
else console.log("conversation: tmux is not installed, the conformance of the command line is passed over");
