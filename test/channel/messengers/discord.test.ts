import { expect, test } from "vitest";
import { aDiscord, type DiscordMessenger } from "./a-discord.ts";
import { aMessengerWorld, eventually, messengerConformance } from "./conformance.ts";
import { peerFile } from "./peers.ts";

messengerConformance("discord", () => aDiscord(), { group: "7001" });

/** Discord's packages, as far as the test uses them. */
interface DiscordRest {
  readonly REST: new (options: object) => Rest;
}
interface Rest {
  setToken(token: string): Rest;
  get(path: string): Promise<unknown>;
  post(path: string, options: { body: object; auth?: boolean }): Promise<{ id: string }>;
  patch(path: string, options: { body: object }): Promise<unknown>;
}
interface DiscordWs {
  readonly WebSocketManager: new (
    options: object,
  ) => {
    on(event: string, listener: (frame: { t: string; d: Dispatched }) => void): void;
    connect(): Promise<void>;
    destroy(): Promise<void>;
  };
}
interface Dispatched {
  readonly id: string;
  readonly token: string;
  readonly content?: string;
  readonly data?: { readonly custom_id: string };
}

const restFile = peerFile("@discordjs/rest/dist/index.mjs");
const wsFile = peerFile("@discordjs/ws/dist/index.mjs");

test.skipIf(wsFile === undefined)(
  "the server of these tests speaks Discord's wire: discord.js hears messages and buttons there, sends and changes",
  async () => {
    await using discord = await aDiscord();
    const { REST }: DiscordRest = await import(restFile ?? "");
    const { WebSocketManager }: DiscordWs = await import(wsFile ?? "");
    const token = "discord-bot-token";
    const rest = new REST({ api: discord.url, version: "10" }).setToken(token);
    const fetchGatewayInformation = () => rest.get("/gateway/bot");
    const manager = new WebSocketManager({ token, intents: 32_768, rest, fetchGatewayInformation });
    const quiet = { flags: 4, allowed_mentions: { parse: [] } };
    const button = { type: 2, style: 3, label: "Yes", custom_id: "yes x" };
    const body = { content: "Run it?", ...quiet, components: [{ type: 1, components: [button] }] };
    const { id } = await rest.post("/channels/7001/messages", { body });
    const heard: unknown[] = [];
    manager.on("dispatch", ({ t, d }) => {
      if (t === "MESSAGE_CREATE") heard.push(d.content);
      if (t !== "INTERACTION_CREATE") return;
      heard.push(d.data?.custom_id);
      void rest
        .patch(`/channels/7001/messages/${id}`, { body: { content: "Approved", ...quiet, components: [] } })
        .then(() =>
          rest.post(`/interactions/${d.id}/${d.token}/callback`, {
            body: { type: 4, data: { content: "told", flags: 64 } },
            auth: false,
          }),
        );
    });
    await manager.connect();
    await discord.write({ person: "4711" }, "hello");
    expect(await discord.press("4711", `7001/${id}`, "yes x")).toBe("told");
    await eventually(() => expect(heard).toEqual(["hello", "yes x"]));
    expect(discord.shown()).toMatchObject([{ to: "7001", text: "Approved", buttons: [], changes: 1 }]);
    discord.drop();
    await discord.write({ person: "4711" }, "while away");
    await eventually(() => expect(heard).toEqual(["hello", "yes x", "while away"]));
    expect(discord.greetings()).toEqual(["identify", "resume"]);
    await manager.destroy();
  },
);

async function aDiscordWorld(options?: { heartbeatMs: number }) {
  const discord = await aDiscord(options);
  const made = await aMessengerWorld("discord", async () => discord);
  const heard = () => made.shownTo("ann").map(({ text }) => text);
  await discord.write({ person: "ann" }, "first");
  await eventually(() => expect(heard()).toEqual(["Heard: first"]));
  return { discord, heard, [Symbol.asyncDispose]: () => made[Symbol.asyncDispose]() };
}

test.each<[string, (discord: DiscordMessenger) => unknown]>([
  ["is dropped", (discord) => discord.drop()],
  ["is closed with an error of the gateway", (discord) => discord.end(4_000)],
  ["shall be opened anew", (discord) => discord.control({ op: 7, d: null })],
  ["has a session that is invalid for the moment", (discord) => discord.control({ op: 9, d: true })],
])(
  "a Discord connection that %s resumes its session; messages sent meanwhile arrive once",
  async (_, lose) => {
    await using made = await aDiscordWorld();
    const { discord, heard } = made;
    await lose(discord);
    await discord.write({ person: "ann" }, "second");
    await discord.write({ person: "ann" }, "third");
    await eventually(() =>
      expect(heard().toSorted()).toEqual(["Heard: first", "Heard: second", "Heard: third"]),
    );
    await eventually(() => expect(discord.greetings()).toEqual(["identify", "resume"]));
  },
);

test.each([4_007, 4_009])("after close code %d Discord's door begins a new session", async (code) => {
  await using made = await aDiscordWorld();
  const { discord, heard } = made;
  discord.end(code);
  discord.forget();
  await discord.write({ person: "ann" }, "second");
  await eventually(() => expect(heard()).toEqual(["Heard: first", "Heard: second"]));
  expect(discord.greetings()).toEqual(["identify", "identify"]);
});

test("a Discord session that cannot be resumed is followed by a new one", async () => {
  await using made = await aDiscordWorld();
  const { discord, heard } = made;
  discord.drop();
  discord.forget();
  await discord.write({ person: "ann" }, "second");
  await eventually(() => expect(heard()).toEqual(["Heard: first", "Heard: second"]));
  expect(discord.greetings()).toEqual(["identify", "resume", "identify"]);
});

test("a Discord connection whose heartbeats are not confirmed is replaced, and the session goes on", async () => {
  await using made = await aDiscordWorld({ heartbeatMs: 200 });
  const { discord, heard } = made;
  discord.ignoreHeartbeats();
  await eventually(() => expect(discord.greetings().slice(0, 2)).toEqual(["identify", "resume"]));
  await discord.write({ person: "ann" }, "second");
  await eventually(() => expect(heard()).toEqual(["Heard: first", "Heard: second"]));
  expect(discord.greetings().filter((one) => one === "identify")).toHaveLength(1);
});
