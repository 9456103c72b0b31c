import type { Tool } from "../../../contract/tool.ts";
import { createDeliverArtifacts, type DeliverySources } from "./deliver-artifacts.ts";
import { createSendMessage } from "./send-message.ts";
import { createSentFile } from "./sent-file.ts";

export type ChannelToolSources = DeliverySources;

/** Tools that reach people: messages, files, and what people sent. */
export function channelTools(sources: ChannelToolSources): Tool[] {
  return [
    createSendMessage(sources.mail),
    createDeliverArtifacts(sources),
    createSentFile("get_image_file", sources.mail),
    createSentFile("get_voice_file", sources.mail),
  ];
}
