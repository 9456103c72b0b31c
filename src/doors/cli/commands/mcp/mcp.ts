import { z } from "zod";
import { defined } from "../../../../support/defined.ts";
import { shellWord } from "../../../../support/shell-word.ts";
import { callTool, runtimeForCalls, showOutcome } from "../../call-tool.ts";
import type { CommandContext } from "../../command.ts";
import { defineCommand } from "../../define-command.ts";
import { EXIT } from "../../describe/exit-code.ts";
import { count, flag, value, wholeNumber } from "../../input/fields.ts";
import { readInput } from "../../input/read-input.ts";
import { openLoopbackRedirect } from "../../mcp/loopback-redirect.ts";
import { describeDropped, describeDroppedEntries, reviewText } from "../../mcp/review-text.ts";
import { confirm } from "../../terminal/confirm.ts";

/** A model reads about this many characters as one token. */
const CHARACTERS_PER_TOKEN = 4;

const WAIT_S = 300;

const mcpList = defineCommand({
  path: ["mcp", "list"],
  group: "Add MCP servers, or serve as one",
  summary: "List the MCP servers with start time, number of tools and token weight",
  input: z.object({
    start: flag("start them all first"),
  }),
  examples: ["dejima mcp list", "dejima mcp list --start --json"],
  async run({ runtime, output }, options) {
    const { mcp } = await runtime();
    if (options.start) await mcp.discover((await mcp.reports()).map(({ name }) => name));
    const rows = (await mcp.reports()).map(({ name, place, characters, startedMs, ...report }) => ({
      name,
      type: place.type,
      where: place.type === "http" ? place.url : [place.command, ...place.args].join(" "),
      contained: place.type === "stdio" && !place.trusted,
      ...report,
      tokens: Math.ceil(characters / CHARACTERS_PER_TOKEN),
      ...defined({ startMs: startedMs }),
    }));
    output.data(rows, () =>
      rows.length === 0
        ? output.say(
            "No MCP servers yet. `dejima mcp add NAME -- COMMAND` adds one, `dejima mcp import claude` takes over those of Claude.",
          )
        : output.table([
            output.headings("NAME", "STATE", "START", "TOOLS", "TOKENS", "CONTAINED", "WHERE"),
            ...rows.map((row) => [
              row.name,
              output.say.value(stateWord(row)),
              row.startMs === undefined ? "-" : `${row.startMs} ms`,
              row.held === 0 ? String(row.tools) : output.say`${row.tools} (${row.held} held back)`,
              `≈${row.tokens}`,
              row.type === "http"
                ? output.say("remote")
                : row.contained
                  ? output.say("yes")
                  : output.say("no, trusted"),
              row.where,
            ]),
          ]),
    );
    for (const { name, changed, added, interfaces, held, problem, leftOut, dropped, denied = [] } of rows) {
      for (const line of [...describeDroppedEntries(output, leftOut), ...describeDropped(output, dropped)])
        output.note(`${name}: ${line}`);
      const grants = denied.flatMap(({ grant }) => (grant === undefined ? [] : shellWord(grant)));
      if (grants.length > 0)
        output.note(output.say`${name}: contained. To allow: dejima mcp grant ${name} ${grants.join(" ")}`);
      if (changed || held > 0 || added > 0 || interfaces > 0)
        output.note(output.say`${name}: \`dejima mcp review ${name}\` shows what waits for you`);
      if (problem !== undefined) output.note(`${name}: ${problem}`);
    }
    return 0;
  },
});

function stateWord({ changed, seen, state }: { changed: boolean; seen: boolean; state: string }): string {
  if (changed) return "changed";
  return seen || state === "failing" ? state : "new";
}

const mcpTools = defineCommand({
  path: ["mcp", "tools"],
  summary: "List the tools of MCP servers; starts those that were never seen",
  input: z.object({
    server: z.string().optional(),
  }),
  arguments: ["server"],
  examples: ["dejima mcp tools", "dejima mcp tools memory --json"],
  async run({ runtime, output }, { server }) {
    const { mcp, registry } = await runtime();
    const reports = await mcp.reports();
    const names = server === undefined ? reports.map(({ name }) => name) : [server];
    const unseen = reports.filter(({ name, seen }) => names.includes(name) && !seen);
    const problems = await mcp.discover(server === undefined ? unseen.map(({ name }) => name) : [server]);
    const tools = await Promise.all(names.map((name) => mcp.toolsOf(name)));
    const rows = names.flatMap((name, index) =>
      [...(tools[index] ?? [])].map(([registered, definition]) => {
        const { risk, summary } = registry.require(registered);
        return { server: name, tool: definition.name, name: registered, risk, summary };
      }),
    );
    const isUnreached = problems.size > 0 && rows.length === 0;
    output.data(rows, () =>
      isUnreached
        ? ""
        : output.table([
            output.headings("SERVER", "NAME", "RISK", "SUMMARY"),
            ...rows.map(({ server, name, risk, summary }) => [
              server,
              name,
              output.say.value(risk),
              output.shown(summary),
            ]),
          ]),
    );
    for (const { message } of problems.values()) output.note(output.say.error(message) ?? message);
    return isUnreached ? EXIT.unavailable : EXIT.done;
  },
});

const mcpCall = defineCommand({
  path: ["mcp", "call"],
  summary: "Call a tool of an MCP server through the gate",
  input: z.object({
    server: z.string(),
    tool: z.string(),
    input: value("json", "the input as JSON, @FILE, or - for standard input"),
    approve: value("hash", "approve exactly the call that was shown with this hash"),
    unattended: flag("never ask: deny calls that would need approval"),
  }),
  arguments: ["server", "tool"],
  examples: [`dejima mcp call everything echo --input '{"message": "hello"}'`],
  async run(context, { server, tool, ...options }) {
    const input = await readInput(options.input, context);
    const { approve, unattended } = options;
    const { mcp } = await runtimeForCalls(context, { unattended });
    const name = await mcp.find(server, tool);
    const outcome = await callTool(context, { tool: name, input, approve, unattended });
    return showOutcome(context, outcome);
  },
});

const mcpReview = defineCommand({
  path: ["mcp", "review"],
  summary: "Show what MCP servers say differently than before, or what looks hostile, and agree to it",
  input: z.object({
    server: z.string().optional(),
    accept: flag("accept what is shown"),
    start: flag("query all servers again"),
  }),
  arguments: ["server"],
  examples: ["dejima mcp review", "dejima mcp review memory --accept"],
  async run(context, { server, ...options }) {
    const { output } = context;
    const { mcp } = await context.runtime();
    const names = server === undefined ? (await mcp.reports()).map(({ name }) => name) : [server];
    // Changes are pending in the process that runs the server: a fresh start may not show them again.
    const waits = async (name: string) => (await mcp.review(name)).changes.length > 0;
    const toStart = [];
    for (const name of names)
      if (options.start || (server !== undefined && !(await waits(name)))) toStart.push(name);
    await mcp.discover(toStart);
    const all = await Promise.all(names.map((name) => mcp.review(name)));
    const reviews = all.filter(
      ({ changes, held, instructions }) => changes.length + held.length > 0 || instructions !== undefined,
    );
    if (!output.json && reviews.length === 0)
      output.data([], () => output.say("Nothing is waiting for you."));
    const accepted: string[] = [];
    for (const review of reviews) {
      if (!output.json) output.line(review, () => output.shown(reviewText(review)));
      if (options.accept || (await agrees(context, review.name))) {
        await mcp.accept(review.name);
        accepted.push(review.name);
        output.note(output.say`${review.name} is accepted and in use`);
      }
    }
    if (output.json)
      output.data(
        reviews.map((review) => ({ ...review, accepted: accepted.includes(review.name) })),
        () => "",
      );
    return accepted.length === reviews.length ? EXIT.done : EXIT.denied;
  },
});

const mcpLogin = defineCommand({
  path: ["mcp", "login"],
  summary: "Log in to a remote MCP server: prints the address where you agree, and waits for your browser",
  input: z.object({
    server: z.string(),
    user: value("name", "for this user of a server with perUser (default: you)"),
    port: wholeNumber("the port on this machine that the browser comes back to", { to: 65_535 }),
    timeout: count(WAIT_S, `how long to wait for the browser (${WAIT_S})`).meta({ value: "seconds" }),
  }),
  arguments: ["server"],
  examples: ["dejima mcp login docs", "dejima mcp login docs --port 8765 --json"],
  async run({ runtime, output, signal }, { server, user, port, timeout }) {
    const { mcp, listeners } = await runtime();
    const last = await mcp.lastRedirect(server, { user });
    const redirect = await openLoopbackRedirect({
      port: port ?? Number(last === undefined ? 0 : new URL(last).port),
      fixed: port !== undefined,
      timeoutMs: timeout * 1000,
      signal,
    });
    const withdraw = listeners.announce(Number(new URL(redirect.url).port));
    try {
      const door = {
        redirectUrl: redirect.url,
        show: ({ href }: URL) =>
          output.line(
            { server, url: href },
            () => output.say`Open this address in your browser, and agree there:\n${href}`,
          ),
        answer: redirect.answer,
      };
      const status = await mcp.login(server, door, { user });
      // The tools are those that the person at this machine sees.
      const problem = user === undefined ? (await mcp.discover([server])).get(server) : undefined;
      const { size: tools } = await mcp.toolsOf(server);
      output.line(
        { server, status, tools, ...(problem === undefined ? {} : { problem: problem.toData() }) },
        () =>
          status === "open"
            ? output.say`${server} wants no login.`
            : output.say`Logged in to ${server}: ${output.say.count(tools, "tool")}.`,
      );
      if (problem !== undefined) output.note(problem.message);
    } finally {
      await redirect.close();
      withdraw();
    }
    return 0;
  },
});

const mcpLogout = defineCommand({
  path: ["mcp", "logout"],
  summary: "Forget the login at a remote MCP server",
  input: z.object({
    server: z.string(),
    user: value("name", "of this user of a server with perUser (default: you)"),
  }),
  arguments: ["server"],
  examples: ["dejima mcp logout docs"],
  async run({ runtime, output }, { server, user }) {
    const forgotten = await (await runtime()).mcp.logout(server, { user });
    output.data({ server, forgotten }, () =>
      forgotten ? output.say`Forgot the login at ${server}.` : output.say`There was no login at ${server}.`,
    );
    return 0;
  },
});

/** The commands of this file. */
export const COMMANDS = [mcpList, mcpTools, mcpCall, mcpReview, mcpLogin, mcpLogout];

async function agrees(context: CommandContext, name: string): Promise<boolean> {
  return context.interactive && confirm(context, context.output.say`Use ${name} as it is now?`);
}
