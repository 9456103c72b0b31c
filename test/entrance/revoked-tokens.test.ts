import { expect, test } from "vitest";
import { openTokens, type Role } from "../../src/access/tokens.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aServer } from "../http/a-server.ts";
import { readSse } from "../http/read-sse.ts";

test("a stream ends when its token is revoked, even if a new one with that name is created; others continue", async () => {
  await using world = await aServer();
  const tokens = openTokens(world.runtime.store.documents);
  const open = async (name: string) => {
    const token = await tokens.create(name, "viewer");
    const answer = await world.get("/api/events", { authorization: `Bearer ${token}` });
    const reader = answer.body?.getReader();
    expect(new TextDecoder().decode((await reader?.read())?.value)).toContain("event: open");
    return reader;
  };
  const [alice, bob] = [await open("alice"), await open("bob")];
  let bobEnded = false;
  const bobReads = bob?.read().then(
    () => {
      bobEnded = true;
    },
    () => undefined,
  );
  await tokens.revoke("alice");
  await tokens.create("alice", "admin");
  // A connection that is cut reads as an end or as a fault; more events would be neither.
  const end = await alice?.read().catch(() => ({ done: true, value: undefined }));
  expect(end?.done).toBe(true);
  expect(bobEnded).toBe(false);
  await bob?.cancel().catch(() => {});
  await bobReads;
});

for (const { change, role } of [
  { change: "lowered", role: "user" },
  { change: "lowered to a viewer's", role: "viewer" },
  { change: "taken away", role: undefined },
] as const)
  test(`whose role is ${change} while their own question waits approves it in no way, and another person still can`, async () => {
    const script = [
      { calls: [{ tool: "write_file", input: { path: "a.txt", content: "x" } }] },
      { text: "Done." },
    ];
    await using world = await aServer({
      config: { permissions: { confirm: ["write_file"] } },
      model: new ScriptedModel(script),
    });
    const { documents } = world.runtime.store;
    const tokens = openTokens(documents);
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` });
    const old = bearer(await tokens.create("alice", "approver"));
    const boss = bearer(await tokens.create("boss", "approver"));
    const begun = await world.post("/api/chat", { message: "write it", conversation: "one" }, old);
    const sent = readSse(begun)[Symbol.asyncIterator]();
    let id = "";
    while (id === "") {
      const { event, data } = (await sent.next()).value ?? {};
      if (event === "approval-start") ({ id } = data as { id: string });
    }
    await tokens.revoke("alice");
    const fresh = role === undefined ? undefined : bearer(await tokens.create("alice", role satisfies Role));
    const runId = id === "" ? "" : (await world.runtime.approvals.show(id)).runId;
    for (const headers of fresh === undefined ? [old] : [old, fresh]) {
      const ways: [path: string, body: object][] = [
        [`/api/approvals/${id}/answer`, { answer: "approve" }],
        ["/api/chat", { message: `yes ${id}`, conversation: "one" }],
        ["/v1/chat/completions", { model: "dejima", messages: [{ role: "user", content: `yes ${id}` }] }],
        [`/api/tools/write_file/call`, { input: { path: "a.txt", content: "x" }, approve: "0".repeat(64) }],
      ];
      for (const [path, body] of ways) {
        const answer = await world.post(path, body, headers);
        const text = answer.status === 200 && path === "/api/chat" ? await answer.text() : "";
        await answer.body?.cancel().catch(() => {});
        expect([path, answer.status === 200 && path.startsWith("/api/approvals")]).toEqual([path, false]);
        expect([path, text.includes('"accepted":true')]).toEqual([path, false]);
        expect([path, (await world.runtime.approvals.show(id)).status]).toEqual([path, "pending"]);
      }
    }
    // The stream that was open with the old token ends.
    let ended = false;
    while (!ended) ended = (await sent.next().catch(() => ({ done: true }))).done === true;
    const approved = await world.post(`/api/approvals/${id}/answer`, { answer: "approve" }, boss);
    expect(await approved.json()).toMatchObject({ accepted: true, approval: { runId } });
  });
