import { aSlack } from "./a-slack.ts";
import { messengerConformance } from "./conformance.ts";

messengerConformance("slack", aSlack, { group: "C0TEAM", threads: true });
