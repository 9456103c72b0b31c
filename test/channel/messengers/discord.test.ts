import { aDiscord } from "./a-discord.ts";
import { messengerConformance } from "./conformance.ts";

messengerConformance("discord", aDiscord, { group: "7001" });
