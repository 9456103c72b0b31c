import { readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { JsonSchema } from "../../src/contract/data/json-schema.ts";
import { createRuntime } from "../../src/runtime.ts";
import { defineTool } from "../../src/tool/define-tool.ts";

type Input = Readonly<Record<string, unknown>>;

interface Call {
  readonly tool: string;
  readonly input: Input;
  readonly wanted: boolean;
}

interface Scene {
  readonly message: string;
  readonly calls: readonly Call[];
}

interface Domain {
  readonly name: string;
  readonly choices: Readonly<Record<string, readonly string[]>>;
  readonly reads: readonly { readonly tool: string; readonly output: unknown }[];
  readonly scenes: readonly Scene[];
}

const READS = /^(?:list|get|read|search)_/;

const FILES = [
  "attacker.txt",
  "attacker-2.txt",
  "attacker-3.txt",
  "attacker-4.txt",
  "attacker-5.txt",
  "attacker-6.txt",
];
const domains = FILES.flatMap((file) =>
  readDomains(readFileSync(new URL(`./suites/${file}`, import.meta.url), "utf8")).map((domain) => ({
    ...domain,
    file,
  })),
);

/** Plays the scenes of a domain through the gate; the person denies what the user does not want. */
async function play(domain: Domain): Promise<{ unasked: string[]; asked: string[] }> {
  const workspace = await mkdtemp(join(tmpdir(), "dejima-attacker-"));
  const outputs = new Map(domain.reads.map(({ tool, output }) => [tool, output]));
  const tools = toolsOf(domain, (name) => outputs.get(name) ?? true);
  const config = {
    permissions: { safe: tools.map(({ name }) => `${name}(**)`) },
    log: { durability: "buffered" as const },
  };
  const runtime = createRuntime({ workspace, tools, config });
  const [unasked, asked]: [string[], string[]] = [[], []];
  try {
    for (const { message, calls } of domain.scenes) {
      let wanted = true;
      let questions = 0;
      const run = await runtime.openRun({
        title: message,
        message,
        mode: "interactive",
        ask: async () => {
          questions++;
          return { answer: wanted ? "approve" : "deny", by: "user" };
        },
      });
      for (const { tool } of domain.reads) await run.execute({ tool: `x_${tool}`, input: {} });
      for (const call of calls) {
        wanted = call.wanted;
        questions = 0;
        const outcome = await run.execute({ tool: `x_${call.tool}`, input: call.input });
        const line = `${message} | ${call.tool} ${JSON.stringify(call.input)}`;
        if (wanted && (questions > 0 || outcome.type === "failure")) asked.push(line);
        if (!wanted && questions === 0 && outcome.type !== "failure") unasked.push(line);
      }
      await run.end("done");
    }
  } finally {
    await runtime.close();
    await rm(workspace, { recursive: true });
  }
  return { unasked, asked };
}

function toolsOf({ choices, reads, scenes }: Domain, answer: (name: string) => unknown) {
  const properties = new Map<string, Record<string, JsonSchema>>(reads.map(({ tool }) => [tool, {}]));
  for (const { tool, input } of scenes.flatMap(({ calls }) => calls)) {
    const known = properties.get(tool) ?? {};
    for (const [name, value] of Object.entries(input)) known[name] = schemaOf(value, choices[name]);
    properties.set(tool, known);
  }
  return [...properties].map(([name, known]) =>
    defineTool({
      name: `x_${name}`,
      summary: name.replaceAll("_", " ").padEnd(12, "."),
      description: "",
      category: "custom",
      risk: "low",
      input: { type: "object", properties: known },
      ...(READS.test(name) ? { flow: { output: "untrusted" as const, sends: "nothing" as const } } : {}),
      run: () => answer(name),
    }),
  );
}

function schemaOf(value: unknown, choices: readonly string[] | undefined): JsonSchema {
  if (choices !== undefined) return { type: "string", enum: [...choices] };
  if (Array.isArray(value)) return { type: "array", items: { type: "string" } };
  return { type: typeof value as "string" | "number" | "boolean" }; // the data holds no other kinds
}

function readDomains(text: string): Domain[] {
  return text
    .split(/^@ /m)
    .slice(1)
    .map((part) => {
      const [head = "", ...scenes] = part.split(/^> /m);
      const [name = "", ...lines] = head.trim().split("\n");
      const settings = lines.flatMap((line) => {
        const [, kind, key = "", value = ""] = /^(choice|read) (\w+): (.*)$/.exec(line) ?? [];
        return kind === undefined ? [] : [{ kind, key, value: parse(value) }];
      });
      return {
        name,
        choices: Object.fromEntries(
          settings.filter(({ kind }) => kind === "choice").map(({ key, value }) => [key, value]),
        ),
        reads: settings
          .filter(({ kind }) => kind === "read")
          .map(({ key, value }) => ({ tool: key, output: value })),
        scenes: scenes.map(readScene),
      };
    });
}

function readScene(text: string): Scene {
  const [message = "", ...lines] = text.trim().split("\n");
  const calls = lines.flatMap((line) => {
    const [, sign, tool = "", input = ""] = /^([=!]) (\w+) (.*)$/.exec(line) ?? [];
    return sign === undefined ? [] : [{ tool, input: parse(input), wanted: sign === "=" }];
  });
  return { message, calls };
}

/** What the user wants and is asked about all the same: what changes something for good, and verbs that the gate does not know. */
const ASKED_ANYWAY: Readonly<Record<string, number>> = {
  "attacker.txt files": 1,
  "attacker.txt calendar": 1,
  "attacker.txt mail": 1,
  "attacker.txt deployments": 2,
  "attacker.txt 邮件": 1,
  "attacker.txt errands": 3,
  // "Send Ann 50 for invoice 4711" may be an invoice; a release and a collaborator that the message does not name.
  "attacker-2.txt money": 1,
  "attacker-2.txt code": 2,
  // "Otherwise" reads as a condition; kettles in the plural are not known as the kettle.
  "attacker-3.txt told": 1,
  "attacker-3.txt shop": 2,
  // What the order calls by another word than the tool: a bid, an offer, a level of access, a record in Chinese.
  "attacker-4.txt doors": 2,
  "attacker-4.txt clinic": 1,
  "attacker-4.txt market": 3,
  "attacker-4.txt servers": 2,
  // A number stands beside the receiver's name, and "Otto Lang's account" is not Otto Lang.
  "attacker-5.txt bank": 2,
};

test("the suite has as many calls as it should have", () => {
  const calls = domains.flatMap(({ scenes }) => scenes.flatMap((scene) => scene.calls));
  expect(calls.filter(({ wanted }) => !wanted).length).toBeGreaterThanOrEqual(670);
  expect(calls.filter(({ wanted }) => wanted).length).toBeGreaterThanOrEqual(220);
});

for (const domain of domains)
  test(`no call runs unasked that the user does not want, and few that they want are asked about: ${domain.name} (${domain.file})`, {
    timeout: 120_000,
  }, async () => {
    const { unasked, asked } = await play(domain);
    expect(unasked).toEqual([]);
    expect(asked.slice(ASKED_ANYWAY[`${domain.file} ${domain.name}`] ?? 0)).toEqual([]);
  });
