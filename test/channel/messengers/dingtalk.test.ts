import { expect, test } from "vitest";
import { aDingtalk } from "./a-dingtalk.ts";
import { aMessengerWorld, eventually, type MessengerWorld, messengerConformance } from "./conformance.ts";
import { peerFile } from "./peers.ts";

const GROUP = "cidTeam+/==";

messengerConformance("dingtalk", aDingtalk, { group: GROUP });

const said = (made: MessengerWorld, place: string, text: RegExp) =>
  eventually(() =>
    expect(
      made
        .shownTo(place)
        .map((one) => one.text)
        .join("\n"),
    ).toMatch(text),
  );

test("DingTalk: an app that may not send cards asks with buttons that say their answer, and tells below what became of it", async () => {
  await using made = await aMessengerWorld("dingtalk", () => aDingtalk({ cards: false }), {
    approvers: ["ann", "lea"],
  });
  const { messenger, noted } = made;
  await messenger.write({ person: "ann" }, "note alpha");
  const card = await made.card("alpha");
  const [yes, no] = card.buttons.map(({ reply }) => reply);
  expect(card.buttons.map(({ words }) => words)).toEqual(["Approve", "Deny"]);
  await messenger.press("ben", card.id, yes ?? "");
  await messenger.write({ person: "ben" }, yes ?? "");
  await said(made, "ben", /not allowed to answer/);
  expect(noted).toEqual([]);
  await messenger.press("ann", card.id, yes ?? "");
  await said(made, "ann", /Noted alpha\./);
  await said(made, "ann", /✓ Approved by ann/);
  await messenger.press("ann", card.id, no ?? "");
  await said(made, "ann", /not accepted/);
  await messenger.write({ person: "ann", group: GROUP }, "note beta");
  const shared = await made.card("beta");
  await messenger.press("ben", shared.id, shared.buttons[0]?.reply ?? "");
  await said(made, GROUP, /not allowed to answer/);
  await messenger.press("lea", shared.id, shared.buttons[0]?.reply ?? "");
  await said(made, GROUP, /✓ Approved by lea/);
  expect(noted).toEqual(["alpha", "beta"]);
  expect(made.faults.map(String)).toEqual(
    Array.from({ length: 2 }, () => expect.stringContaining("Card.Instance.Write")),
  );
});

test("DingTalk: a press that comes again under its id is not taken again, and one without an answer answers nothing", async () => {
  await using dingtalk = await aDingtalk();
  await using made = await aMessengerWorld("dingtalk", async () => dingtalk);
  await dingtalk.write({ person: "ann" }, "note alpha");
  const card = await made.card("alpha");
  const press = (content: object, id: string) =>
    dingtalk.callback(
      "/v1.0/card/instances/callback",
      { outTrackId: card.id, userId: "ann", content: JSON.stringify(content) },
      id,
    );
  const nothing = JSON.stringify({ response: null });
  expect(await press({}, "p-1")).toBe(nothing);
  expect(await press({ cardPrivateData: {} }, "p-2")).toContain("not accepted");
  // Some versions of the app send the id of the button alone.
  const yes = { cardPrivateData: { actionIds: [card.buttons[0]?.reply.replace(" ", "-")] } };
  expect(await press(yes, "p-3")).toBe(nothing);
  await said(made, "ann", /Noted alpha\./);
  expect(await press(yes, "p-3")).toBe(nothing);
  expect(await press(yes, "p-4")).toContain("not accepted");
  expect(made.noted).toEqual(["alpha"]);
});

/** DingTalk's SDK, as far as the test uses it. */
interface DingtalkSdk {
  readonly TOPIC_ROBOT: string;
  readonly TOPIC_CARD: string;
  readonly DWClient: new (options: {
    clientId: string;
    clientSecret: string;
  }) => {
    registered: boolean;
    registerCallbackListener(topic: string, listener: (frame: Frame) => void): void;
    socketCallBackResponse(id: string, result: unknown): void;
    connect(): Promise<void>;
    disconnect(): void;
  };
}
interface Frame {
  readonly headers: { readonly messageId: string };
  readonly data: string;
}
interface Axios {
  readonly default: {
    readonly interceptors: {
      readonly request: {
        use(change: (request: { url: string }) => object): number;
        eject(id: number): void;
      };
    };
  };
}

const sdk = peerFile("dingtalk-stream/dist/index.mjs");
const requests = peerFile("axios/index.js");

test.skipIf(sdk === undefined)(
  "the server of these tests speaks DingTalk's wire: its own SDK connects, hears messages and buttons there, and answers",
  async () => {
    await using dingtalk = await aDingtalk();
    const { DWClient, TOPIC_ROBOT, TOPIC_CARD }: DingtalkSdk = await import(sdk ?? "");
    // The SDK knows one address only: its requests are led to loopback, unchanged else.
    const { interceptors } = ((await import(requests ?? "")) as Axios).default;
    const led = interceptors.request.use((request) => ({
      ...request,
      url: request.url.replace("https://api.dingtalk.com", dingtalk.url),
    }));
    const client = new DWClient({ clientId: "ding-1", clientSecret: "dingtalk-secret" });
    const heard: unknown[] = [];
    client.registerCallbackListener(TOPIC_ROBOT, ({ headers, data }) => {
      heard.push(JSON.parse(data).text.content);
      client.socketCallBackResponse(headers.messageId, null);
    });
    client.registerCallbackListener(TOPIC_CARD, ({ headers, data }) => {
      const { outTrackId, userId, content } = JSON.parse(data);
      heard.push([outTrackId, userId, JSON.parse(content).cardPrivateData.params]);
      client.socketCallBackResponse(headers.messageId, {
        userPrivateData: { cardParamMap: { tips: "told" } },
      });
    });
    try {
      await client.connect();
      expect(await dingtalk.ping({ opaque: "1" })).toBe(JSON.stringify({ opaque: "1" }));
      await dingtalk.write({ person: "ann" }, "hello");
      expect(await dingtalk.press("ann", "card-1", "yes abcdef")).toBe("told");
      expect(heard).toEqual([" hello", ["card-1", "ann", { reply: "yes abcdef" }]]);
    } finally {
      client.disconnect();
      interceptors.request.eject(led);
    }
  },
);
