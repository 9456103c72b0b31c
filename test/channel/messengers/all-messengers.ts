import { aDingtalk } from "./a-dingtalk.ts";
import { aDiscord } from "./a-discord.ts";
import { aFeishu } from "./a-feishu.ts";
import { aSlack } from "./a-slack.ts";
import { aWecom } from "./a-wecom.ts";

/** The messengers with cards, on loopback, and how ids of groups begin there. */
export const WITH_CARDS = [
  { name: "feishu", open: () => aFeishu(), groups: "oc_" },
  { name: "dingtalk", open: () => aDingtalk(), groups: "cid" },
  { name: "wecom", open: () => aWecom(), groups: "wr-" },
  { name: "slack", open: () => aSlack(), groups: "C" },
  { name: "discord", open: () => aDiscord(), groups: "7" },
] as const;
