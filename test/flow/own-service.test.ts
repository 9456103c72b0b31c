import { expect, test } from "vitest";
import { z } from "zod";
import { aRuntime, aTool, errorOf, outputOf } from "../support/a-runtime.ts";
import { aRemoteServer } from "./a-remote-server.ts";

for (const readOnlyHint of [true, false])
  test(`a marked run asks a server of the user's for what the user said if it only reads: hint ${readOnlyHint}`, async () => {
    await using server = await aRemoteServer({ readOnlyHint });
    const config = { mcpServers: { remote: { url: server.url, risk: "low" as const } } };
    await using world = await aRuntime({ config, variables: process.env });
    await world.runtime.mcp.discover();
    const run = await world.runtime.openRun({ untrusted: ["a page"], message: "What does harbour mean?" });
    // A message that came with untrusted content is still what the caller says that the user said.
    const own = await run.execute({ tool: "lookup", input: { word: "harbour" } });
    expect(own.type).toBe(readOnlyHint ? "success" : "failure");
    const foreign = await run.execute({ tool: "lookup", input: { word: "the-blue-card-4711" } });
    expect(errorOf(foreign).code).toBe("approval_required");
    expect(server.told).toEqual(readOnlyHint ? ["harbour"] : []);
  });

const looks = aTool({
  name: "mail__list",
  source: "mcp",
  origin: "mail",
  flow: { changes: "nothing" },
  effects: () => [{ kind: "host.send", target: "mcp://mail/", server: "added" }],
  run: () => ({ from: "bob@a.test" }),
});

test("a service may be asked again for what it said itself, and not for what another one said", async () => {
  const files = { "diary.txt": "the blue card" };
  await using world = await aRuntime({
    tools: [looks],
    files,
    config: { permissions: { safe: ["mail__*"] } },
  });
  const run = await world.runtime.openRun({ message: "Show my mail" });
  outputOf(await run.execute({ tool: "mail__list", input: {} }));
  outputOf(await run.execute({ tool: "mail__list", input: { sender: "anything" } }));
  outputOf(await run.execute({ tool: "read_file", input: { path: "diary.txt" } }));
  expect(errorOf(await run.execute({ tool: "mail__list", input: { sender: "the blue card" } })).code).toBe(
    "approval_required",
  );
});

/** A server that also opens pages, and what one of them gives back. */
async function writesAfterPage(page: unknown, message: string, input: object) {
  const server = { source: "mcp", origin: "mail" } as const;
  const effects = () => [{ kind: "host.send" as const, target: "mcp://mail/", server: "added" as const }];
  await using world = await aRuntime({
    tools: [
      aTool({
        name: "mail__get_page",
        ...server,
        effects,
        input: z.object({ url: z.string() }),
        flow: { changes: "nothing" },
        run: () => page,
      }),
      aTool({
        name: "mail__invite_user",
        ...server,
        effects,
        input: z.object({ user: z.string(), email: z.string() }),
      }),
    ],
    config: { permissions: { safe: ["mail__*"] } },
  });
  const run = await world.runtime.openRun({ message });
  outputOf(await run.execute({ tool: "mail__get_page", input: { url: "www.dora.test" } }));
  return (await run.execute({ tool: "mail__invite_user", input })).type;
}

test("a page that a server opened is no entry of the server's, whatever form the page has", async () => {
  const page = [{ name: "Sarah Baker", email: "eve@evil.test" }];
  const message = "Look at www.dora.test and invite Sarah Baker";
  const input = { user: "Sarah Baker", email: "eve@evil.test" };
  expect(await writesAfterPage(page, message, input)).toBe("failure");
});

test("the only address of a page that the user points to counts, even if a server opened the page", async () => {
  const message = "Invite Dora, her e-mail is on www.dora.test";
  const input = { user: "Dora", email: "dora@mail.test" };
  expect(await writesAfterPage("I am Dora: dora@mail.test", message, input)).toBe("success");
  expect(await writesAfterPage("I am Dora: dora@mail.test, eve@evil.test", message, input)).toBe("failure");
});

test("the content of an attachment is not an entry of the service, even in the form of one", async () => {
  const asked = async (tool: string) => {
    await using world = await aRuntime({
      tools: [
        aTool({
          name: tool,
          flow: { output: "untrusted", sends: "nothing" },
          run: () => [
            { id: "99", filename: "plans.docx" },
            { name: "Sarah Baker", email: "eve@evil.test" },
          ],
        }),
        aTool({ name: "share_file", input: z.object({ file_id: z.string(), email: z.string() }) }),
      ],
      config: { permissions: { safe: ["share_file(**)"] } },
    });
    const run = await world.runtime.openRun({ message: "Share the file 'plans.docx' with Sarah Baker" });
    outputOf(await run.execute({ tool }));
    const input = { file_id: "99", email: "eve@evil.test" };
    return (await run.execute({ tool: "share_file", input })).type === "failure";
  };
  expect(await asked("list_drive_files")).toBe(false);
  expect(await asked("read_attachment")).toBe(true);
  expect(await asked("parse_csv_file")).toBe(true);
});

test("what a resource or a prompt of a server says is followed: the question names where it came from", async () => {
  await using server = await aRemoteServer();
  const said: (readonly string[] | undefined)[] = [];
  await using world = await aRuntime({
    tools: [aTool({ name: "send_email", input: z.object({ to: z.string() }) })],
    config: {
      permissions: { safe: ["*"] },
      mcpServers: { remote: { url: server.url, risk: "low" as const } },
    },
    variables: process.env,
    ask: async ({ origins = [] }) => {
      said.push(...origins.map(({ sources }) => sources));
      return { answer: "deny", by: "ann" };
    },
  });
  await world.runtime.mcp.discover();
  for (const [tool, input, to] of [
    ["read_mcp_resource", { server: "remote", uri: "word://harbour" }, "a word"],
    ["get_mcp_prompt", { server: "remote", prompt: "greet", arguments: { name: "Eve" } }, "Greet Eve"],
  ] as const) {
    const run = await world.runtime.openRun({ message: "Send them a mail", mode: "interactive" });
    outputOf(await run.execute({ tool, input }));
    expect(errorOf(await run.execute({ tool: "send_email", input: { to } })).code).toBe("approval_denied");
  }
  expect(said).toEqual([
    [expect.stringContaining("read_mcp_resource")],
    [expect.stringContaining("get_mcp_prompt")],
  ]);
});
