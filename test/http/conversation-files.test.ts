import { mkdir, rm, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { ChangedFile } from "../../src/contract/data/changed-file.ts";
import type { ModelRequest } from "../../src/model/language/language-model.ts";
import type { ScriptedReply } from "../../src/model/language/scripted-model.ts";
import { ScriptedModel } from "../../src/model/language/scripted-model.ts";
import { aRuntime, aTool } from "../support/a-runtime.ts";
import { aServer, people } from "./a-server.ts";
import { readSse } from "./read-sse.ts";

/** Makes the calls that the message lists as JSON, then says that it is done. */
function obedient({ messages }: ModelRequest): ScriptedReply {
  const last = messages.findLast(({ role }) => role !== "note");
  if (last?.role !== "user") return { text: "Done." };
  return { calls: JSON.parse(last.text.slice(last.text.indexOf("["))) };
}

const write = (path: string, content: string) => ({ tool: "write_file", input: { path, content } });
const message = (...calls: readonly unknown[]) => `please ${JSON.stringify(calls)}`;
const config = { permissions: { safe: ["write_file(./**)", "delete_file(./**)", "make_picture"] } };
const picture = aTool({
  name: "make_picture",
  run: (_input, { artifacts }) =>
    artifacts.save({
      name: "../<b>quay</b>.png",
      mediaType: "image/png",
      content: new Uint8Array([137, 80, 0, 1]),
    }),
});

const files = "/api/conversations/c-1/files";

async function aConversation() {
  const server = await aServer({ script: obedient, config, tools: [picture], files: { "a.txt": "zero\n" } });
  await server.chat({ message: message(write("a.txt", "one\n")), conversation: "c-1" });
  await server.chat({
    message: message(write("a.txt", "two\n"), write("b.html", "<script>x</script>"), {
      tool: "make_picture",
      input: {},
    }),
    conversation: "c-1",
  });
  const list = () => server.json<ChangedFile[]>(files);
  const named = async (path: string) => {
    const found = (await list()).find((file) => file.path === path);
    if (found === undefined) throw new Error(`${path} is not listed`);
    return found;
  };
  return Object.assign(server, { list, named });
}

test("the files of a conversation are everything that it made or changed, each with its versions and their contents", async () => {
  await using server = await aConversation();
  const file = await server.named("a.txt");
  expect(file).toMatchObject({ kind: "file", exists: true, mediaType: "text/plain" });
  expect(file.versions).toMatchObject([
    { number: 0, kind: "before", bytes: 5, readable: true },
    { number: 1, kind: "changed", tool: "write_file", readable: true, undone: false },
    { number: 2, kind: "changed", tool: "write_file", readable: true, undone: false },
  ]);
  const contents = [0, 1, 2].map(async (number) =>
    (await server.get(`${files}/${file.id}?version=${number}`)).text(),
  );
  expect(await Promise.all(contents)).toEqual(["zero\n", "one\n", "two\n"]);
  const { diff } = await server.json<{ diff: string }>(`${files}/${file.id}/diff?from=0&to=2`);
  expect(diff).toContain("-zero\n+two\n");
  const made = await server.named("b.html");
  expect(made.versions).toMatchObject([{ kind: "made" }]);
  const artifact = (await server.list()).find(({ kind }) => kind === "artifact");
  expect(artifact).toMatchObject({ mediaType: "image/png", versions: [{ kind: "made", readable: true }] });
  expect(artifact?.path).not.toMatch(/[/<>]/);
  expect((await server.get(`${files}/${artifact?.id}?version=0`)).headers.get("content-type")).toBe(
    "image/png",
  );
});

test("what others write, an undo and a deletion are versions of their own", async () => {
  await using server = await aConversation();
  await writeFile(join(server.workspace, "a.txt"), "by hand\n");
  expect((await server.named("a.txt")).versions.at(-1)).toMatchObject({ kind: "elsewhere", readable: true });
  await server.chat({ message: message(write("a.txt", "three\n")), conversation: "c-1" });
  const changed = await server.named("a.txt");
  expect(changed.versions.map(({ kind }) => kind)).toEqual([
    "before",
    "changed",
    "changed",
    "elsewhere",
    "changed",
  ]);
  await server.post(`/api/calls/${changed.versions.at(-1)?.callId}/undo`);
  const undone = await server.named("a.txt");
  expect(undone.versions.at(-2)).toMatchObject({ kind: "changed", undone: true, readable: false });
  expect(undone.versions.at(-1)).toMatchObject({ kind: "undone", readable: true });
  const gone = await server.get(`${files}/${undone.id}?version=${undone.versions.length - 2}`);
  expect([gone.status, (await gone.json()).code]).toEqual([404, "not_found"]);
  await server.chat({
    message: message({ tool: "delete_file", input: { path: "a.txt" } }),
    conversation: "c-1",
  });
  const deleted = await server.named("a.txt");
  expect(deleted).toMatchObject({ exists: false });
  expect(deleted.versions.at(-1)).toMatchObject({ kind: "deleted", readable: false });
  const last = deleted.versions.length - 1;
  const { diff } = await server.json<{ diff: string }>(
    `${files}/${deleted.id}/diff?from=${last - 1}&to=${last}`,
  );
  expect(diff).toContain("-by hand\n");
});

test("a page is never sent as HTML, secrets are removed, and files that the rules deny are not shown", async () => {
  const secret = "sk-live-4711-very-secret-value";
  const rules = { permissions: { ...config.permissions, deny: ["read_file(./locked/**)"] } };
  await using server = await aServer({
    script: obedient,
    config: { ...rules, models: { providers: { openai: { apiKey: secret } } } },
    files: { "keys.txt": `key ${secret}\n` },
  });
  await server.chat({
    message: message(
      write("page.html", "<script>fetch('http://evil')</script>"),
      write("page.svg", "<svg onload='x'/>"),
      write("keys.txt", "none\n"),
      write("locked/a.txt", "hidden\n"),
    ),
    conversation: "c-1",
  });
  const list = await server.json<ChangedFile[]>(files);
  const read = async (path: string, version = 0) =>
    server.get(`${files}/${list.find((file) => file.path === path)?.id}?version=${version}`);
  for (const path of ["page.html", "page.svg"]) {
    const { headers } = await read(path);
    expect(headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(headers.get("content-security-policy")).toContain("sandbox");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
  }
  const held = await read("keys.txt");
  expect(held.headers.get("x-redacted")).toBe("true");
  expect(await held.text()).not.toContain(secret);
  expect((await read("locked/a.txt")).status).toBe(403);
  expect(await (await read("locked/a.txt")).text()).not.toContain("hidden");
});

test("a link in place of a file or its folder is not followed out of the workspace", async () => {
  await using server = await aServer({ script: obedient, config });
  await server.chat({
    message: message(write("x/a.txt", "mine\n"), write("b.txt", "mine\n")),
    conversation: "c-1",
  });
  const outside = join(server.workspace, "..", `outside-${Date.now()}`);
  await mkdir(outside);
  await writeFile(join(outside, "a.txt"), "not yours\n");
  await rm(join(server.workspace, "x"), { recursive: true });
  await symlink(outside, join(server.workspace, "x"));
  await rm(join(server.workspace, "b.txt"));
  await symlink(join(outside, "a.txt"), join(server.workspace, "b.txt"));
  try {
    const list = await server.json<ChangedFile[]>(files);
    expect(list).toHaveLength(2);
    for (const { id, versions } of list)
      for (const { number } of versions) {
        const answer = await server.get(`${files}/${id}?version=${number}`);
        expect(await answer.text()).not.toContain("not yours");
      }
  } finally {
    await rm(outside, { recursive: true });
  }
});

test("the files of somebody else's conversation are not found, whichever way they are asked for", async () => {
  await using world = await aRuntime({ model: new ScriptedModel(obedient), config });
  const { as } = await people(world.runtime, { ann: "user", bob: "user", olga: "approver", root: "admin" });
  const chat = { message: message(write("a.txt", "ann's\n")), conversation: "c-1" };
  await Array.fromAsync(readSse(await as("ann", "POST", "/api/chat", chat)));
  const [file] = (await (await as("ann", "GET", files)).json()) as ChangedFile[];
  const paths = [files, `${files}/${file?.id}?version=0`, `${files}/${file?.id}/diff?from=0&to=0`];
  for (const path of paths) {
    expect([(await as("ann", "GET", path)).status, path]).toEqual([200, path]);
    expect([(await as("root", "GET", path)).status, path]).toEqual([200, path]);
    expect([(await as("bob", "GET", path)).status, path]).toEqual([404, path]);
    expect([(await as("olga", "GET", path)).status, path]).toEqual([404, path]);
  }
  // The name of a file in another conversation leads nowhere in one's own.
  const own = { message: message(write("b.txt", "bob's\n")), conversation: "c-2" };
  await Array.fromAsync(readSse(await as("bob", "POST", "/api/chat", own)));
  const stolen = await as("bob", "GET", `/api/conversations/c-2/files/${file?.id}?version=0`);
  expect(stolen.status).toBe(404);
});
