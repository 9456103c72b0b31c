import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, test } from "vitest";
import { request } from "../../mcp/fixtures/a-login-door.ts";
import type { Stage } from "../console.test.ts";

export function connectScenarios(stage: () => Stage): void {
  test("an app that logs in is asked about, gets what was ticked, and can be disconnected", async () => {
    const { browser, console: server } = stage();
    const arrived: URL[] = [];
    const app = createServer((incoming, outgoing) => {
      arrived.push(new URL(incoming.url ?? "", "http://app"));
      outgoing.end("back at the app");
    });
    await new Promise<void>((resolve) => app.listen(0, "127.0.0.1", resolve));
    const redirect_uri = `http://127.0.0.1:${(app.address() as AddressInfo).port}/back`;
    const post = (path: string, body: string, type: string) =>
      fetch(`${server.url}${path}`, { method: "POST", headers: { "content-type": type }, body });
    const metadata = JSON.stringify({ redirect_uris: [redirect_uri], client_name: "Crane <b>desk</b>" });
    const { client_id } = await (await post("/oauth/register", metadata, "application/json")).json();
    await using window = await browser.open();
    const { page } = window;
    const address = `${server.url}/oauth/authorize?${new URLSearchParams({ ...request(client_id), redirect_uri })}`;
    await page.goto(address);
    await page.getByRole("heading", { name: "Connect “Crane <b>desk</b>”?" }).waitFor();
    await page.getByText("It runs on this computer.").waitFor();
    await page.getByRole("checkbox", { name: /pass on your answers/ }).uncheck();
    await page.getByRole("button", { name: "Connect", exact: true }).click();
    await page.getByText("back at the app").waitFor();
    const code = arrived[0]?.searchParams.get("code") ?? "";
    const form = { grant_type: "authorization_code", client_id, code, code_verifier: "v".repeat(43) };
    const type = "application/x-www-form-urlencoded";
    const issued = await (await post("/oauth/token", `${new URLSearchParams(form)}`, type)).json();
    expect(issued).toMatchObject({ scope: "tools", token_type: "Bearer" });

    await page.goto(address);
    await page.getByRole("button", { name: "Don't connect" }).click();
    await page.getByText("back at the app").waitFor();
    expect(arrived.some(({ searchParams }) => searchParams.get("error") === "access_denied")).toBe(true);

    await page.goto(`${server.url}/#/settings`);
    const apps = page.getByRole("region", { name: "Connected apps" });
    await apps.getByText("Crane <b>desk</b>").waitFor();
    await apps.getByRole("button", { name: "Disconnect" }).click();
    await apps.getByText(/^None\./).waitFor();
    expect(await (await fetch(`${server.url}/api/connections`)).json()).toEqual([]);
    app.closeAllConnections();
    await new Promise((resolve) => app.close(resolve));
  });
}
