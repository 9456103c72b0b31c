import { DejimaError } from "../../../contract/error.ts";
import type { RunCommand } from "../command.ts";
import { openLoopbackRedirect } from "../mcp/loopback-redirect.ts";
import { wholeNumber } from "../whole-number.ts";

const WAIT_S = 300;

/** `dejima mcp login SERVER` */
export const run: RunCommand = async ({ runtime, output, signal }, { arguments: [server = ""], options }) => {
  const { mcp, listeners } = await runtime();
  const last = await mcp.lastRedirect(server);
  const port = options.port === undefined ? undefined : wholeNumber("port", options.port, 0);
  if (port !== undefined && port > 65_535)
    throw new DejimaError("invalid_input", `Cannot wait on port ${port}: give a number up to 65535`);
  const seconds = wholeNumber("timeout", options.timeout, WAIT_S);
  const redirect = await openLoopbackRedirect({
    port: port ?? Number(last === undefined ? 0 : new URL(last).port),
    fixed: port !== undefined,
    timeoutMs: seconds * 1000,
    signal,
  });
  const withdraw = listeners.announce(Number(new URL(redirect.url).port));
  try {
    const status = await mcp.login(server, {
      redirectUrl: redirect.url,
      show: ({ href }) =>
        output.line(
          { server, url: href },
          () => `Open this address in your browser, and agree there:\n${href}`,
        ),
      answer: redirect.answer,
    });
    const problem = (await mcp.discover([server])).get(server);
    const { size: tools } = await mcp.toolsOf(server);
    output.line(
      { server, status, tools, ...(problem === undefined ? {} : { problem: problem.toData() }) },
      () => (status === "open" ? `${server} wants no login.` : `Logged in to ${server}: ${tools} tools.`),
    );
    if (problem !== undefined) output.note(problem.message);
  } finally {
    await redirect.close();
    withdraw();
  }
  return 0;
};
