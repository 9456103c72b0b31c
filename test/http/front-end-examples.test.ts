import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { rolldown } from "rolldown";
import { expect, test } from "vitest";
import { peerFile } from "../channel/messengers/peers.ts";
import { aBrowser } from "../console/a-browser.ts";
import { findChromium } from "../console/find-chromium.ts";
import { aServer } from "./a-server.ts";

const chromium = findChromium();
const peers = fileURLToPath(new URL("../acp/peers/node_modules", import.meta.url));
const canRun = chromium !== undefined && peerFile("@ai-sdk/react/package.json") !== undefined;
const files = { "hello.sh": "echo the harbour greets\n" };

/** A page of the examples as its own dev server would serve it, with `/api` passed on. */
async function aFrontEnd(example: string, api: string) {
  const bundle = await rolldown({
    input: fileURLToPath(new URL(`../../examples/front-ends/${example}`, import.meta.url)),
    platform: "browser",
    resolve: { modules: [peers] },
    transform: { define: { "process.env.NODE_ENV": '"production"' } },
    logLevel: "silent",
  });
  const { output } = await bundle.generate({ format: "esm", codeSplitting: false });
  const server = createServer(async (request, response) => {
    if (request.url === "/")
      return void response
        .writeHead(200, { "content-type": "text/html" })
        .end(
          '<!doctype html><html lang="en"><title>Chat</title><body><script type="module" src="/app.js"></script>',
        );
    if (request.url === "/app.js")
      return void response.writeHead(200, { "content-type": "text/javascript" }).end(output[0].code);
    if (!request.url?.startsWith("/api/")) return void response.writeHead(204).end();
    const answer = await fetch(`${api}${request.url}`, {
      method: request.method ?? "GET",
      headers: { "content-type": "application/json", accept: request.headers.accept ?? "*/*" },
      ...(request.method === "POST" ? { body: await buffer(request) } : {}),
    });
    response.writeHead(answer.status, { "content-type": answer.headers.get("content-type") ?? "" });
    Readable.from(answer.body ?? []).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await bundle.close();
    },
  };
}

test.skipIf(!canRun).each(["use-chat.tsx", "ag-ui.js"])(
  "the example %s asks in the browser before a call runs: a yes leads on, a no does not",
  async (example) => {
    await using world = await aServer({ files });
    await using page = await aFrontEnd(example, world.url);
    const browser = await aBrowser(chromium ?? "");
    try {
      for (const [answer, approved] of [
        ["Deny", false],
        ["Approve", true],
      ] as const) {
        await using window = await browser.open();
        const { page: tab, complaints } = window;
        await tab.goto(page.url);
        await tab.getByLabel("Message").fill("run hello.sh");
        await tab.getByRole("button", { name: "Send" }).click();
        const question = tab.getByRole("region", { name: "Approval needed" });
        await question.waitFor();
        const [asked] = await world.runtime.approvals.list({ status: "pending" });
        await question.getByText(asked?.words.en[0] ?? "no words").waitFor();
        await question.getByRole("button", { name: answer }).click();
        await question.waitFor({ state: "detached" });
        await expect
          .poll(async () => (await world.runtime.approvals.list({ status: "pending" })).length)
          .toBe(0);
        await expect.poll(() => world.runtime.conversations.active()).toBe(0);
        await tab.locator("input:enabled").waitFor();
        expect((await tab.locator("main").innerText()).includes("the harbour greets")).toBe(approved);
        expect(complaints).toEqual([]);
      }
    } finally {
      await browser.close();
    }
  },
);
