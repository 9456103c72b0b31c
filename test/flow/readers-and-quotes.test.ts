import { expect, test } from "vitest";
import { z } from "zod";
import type { ApprovalRequest } from "../../src/contract/asking/approval.ts";
import type { Tool } from "../../src/contract/tool.ts";
import { defineTool } from "../../src/tool/define-tool.ts";
import { aRuntime, outputOf } from "../support/a-runtime.ts";

const NEWS = "the ferry to the island leaves every day at eight, see https://ferry.test/times for more";
const MAIL = { sender: "Lea", subject: "Ferry times", body: `Good morning. I found out that ${NEWS}` };
const input = z.looseObject({});

function tool(name: string, origin: string, output: unknown): Tool {
  return {
    ...defineTool({
      name,
      summary: "A tool of one service",
      description: "",
      category: "custom",
      risk: "low",
      input: name === "create_page" ? z.object({ title: z.string(), content: z.string() }) : input,
      ...(output === undefined ? {} : { flow: { output: "untrusted", sends: "nothing" } as const }),
      run: () => output ?? "made",
    }),
    origin,
  };
}
const tools = [
  tool("read_pages", "notes", [{ title: "Trip", text: "we want to see the island before the summer ends" }]),
  tool("read_mail", "notes", [MAIL]),
  tool("read_salaries", "wages", ["Ann earns ninety thousand francs a year in this house"]),
  tool("create_page", "notes", undefined),
];

/** Reads, and then creates a page at the service "notes"; the question that it led to. */
async function asked(message: string, reads: readonly string[], content: string) {
  const questions: ApprovalRequest[] = [];
  await using world = await aRuntime({
    tools,
    files: { "secret.txt": "the safe opens with seven turns" },
    config: { permissions: { safe: ["create_page"] } },
  });
  const run = await world.runtime.openRun({
    message,
    mode: "interactive",
    ask: async (request) => {
      questions.push(request);
      return { answer: "deny", by: "ann" };
    },
  });
  for (const name of reads) {
    const path = name === "read_file" ? { path: "secret.txt" } : {};
    outputOf(await run.execute({ tool: name, input: path }));
  }
  await run.execute({ tool: "create_page", input: { title: "Trip plan", content } });
  return questions[0]?.origins?.filter(({ asks }) => asks);
}

const message = "Create a page 'Trip plan' about our trip";

test("content for a service that has said all the run knows is not asked about", async () => {
  expect(await asked(message, ["read_pages"], "A summary in the words of the model")).toBeUndefined();
});

const PRIVATE: Record<
  string,
  readonly [read: string, content: string, sources: readonly string[] | undefined]
> = {
  "quotes another service": [
    "read_salaries",
    "They say that Ann earns ninety thousand francs a year",
    ["read_salaries of wages"],
  ],
  "may hide what another service said": ["read_salaries", "MTIzNDU2", undefined],
  "may hold what stands in a file of this machine": ["read_file", "seven turns and it is open", undefined],
};

for (const [what, [read, content, sources]] of Object.entries(PRIVATE))
  test(`content that ${what} is asked about`, async () => {
    expect(await asked(message, ["read_pages", read], content)).toMatchObject([
      { path: "content", ...(sources === undefined ? {} : { sources }) },
    ]);
  });

test("a quote from the service itself contains nothing from others, and is not asked about", async () => {
  const quote = "We want to see the island before the summer ends";
  expect(await asked(message, ["read_pages", "read_salaries"], quote)).toBeUndefined();
});

test("a new link in a text is named with who said it", async () => {
  const content = "All about the trip: https://ferry.test/times";
  expect(await asked(message, ["read_mail"], content)).toMatchObject([
    { path: "content", from: "nobody" },
    { path: "content (link)", value: "ferry.test/times", from: "others", sources: ["read_mail of notes"] },
  ]);
});

test("a copy of the one mail that the user names may hold its links, and no others", async () => {
  const named = "Create a page 'Trip plan' with the ferry times that Lea wrote. I found out nothing else.";
  expect(await asked(named, ["read_mail"], NEWS)).toBeUndefined();
  expect(await asked(named, ["read_mail"], `${NEWS} and https://evil.test/x`)).toHaveLength(3);
});
