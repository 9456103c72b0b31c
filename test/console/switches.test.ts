import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { getCACertificates, setDefaultCACertificates } from "node:tls";
import { expect, test } from "vitest";
import { buildConsole } from "../../scripts/build-console.ts";
import { serve } from "../../src/doors/http/serve.ts";
import { aCertificate } from "../network/a-certificate.ts";
import { aSecureServer } from "../network/a-server.ts";
import { aPushBrowser } from "../push/a-push-browser.ts";
import { aRuntime } from "../support/a-runtime.ts";
import { aBrowser, axeProblems, keepPicture } from "./a-browser.ts";
import { findChromium } from "./find-chromium.ts";

const found = findChromium({ whole: true });
const folder = join(import.meta.dirname, "../../screenshots/console");

test.skipIf(found === undefined)(
  "a closed page is told things once its switch is on, its worker shows them, and duties are kept apart by a switch",
  async () => {
    expect(buildConsole()).toBe(true);
    await mkdir(folder, { recursive: true });
    const system = getCACertificates("default");
    const pair = aCertificate(["127.0.0.1"]);
    setDefaultCACertificates([...system, pair.certificate]);
    const bodies: Buffer[] = [];
    await using service = await aSecureServer(pair, async (request, response) => {
      bodies.push(await buffer(request));
      response.writeHead(201).end();
    });
    await using world = await aRuntime({
      yaml: `network:\n  allowPrivate: ["127.0.0.1:${service.port}"]\n`,
    });
    const faults: unknown[] = [];
    const server = await serve({
      runtime: world.runtime,
      host: "127.0.0.1",
      port: 0,
      checkAnswers: true,
      onFault: (error) => void faults.push(error),
    });
    const keys = aPushBrowser();
    const browser = await aBrowser(found ?? "");
    try {
      await using window = await browser.open();
      const { page, context, complaints } = window;
      await context.grantPermissions(["notifications"], { origin: server.url });
      // No push service can be reached from here: the browser's part of a subscription is played, the rest is real.
      await page.addInitScript(`
        const made = { ...${JSON.stringify(keys.subscription(`${service.url}/a`))}, toJSON: () => made };
        made.unsubscribe = async () => { localStorage.removeItem("played"); return true; };
        PushManager.prototype.getSubscription = async () => localStorage.getItem("played") === null ? null : made;
        PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
          localStorage.setItem("played", applicationServerKey);
          return made;
        };
      `);
      await using refused = await browser.open();
      await refused.page.goto(`${server.url}/#/settings`);
      await refused.page.getByRole("switch", { name: "Notify me when this page is closed" }).click();
      await refused.page.locator(".notices").getByText("Notifications of this page are blocked").waitFor();
      await page.goto(`${server.url}/#/settings`);
      const toggle = page.getByRole("switch", { name: "Notify me when this page is closed" });
      expect(await toggle.getAttribute("aria-checked")).toBe("false");
      await toggle.click();
      await page.getByRole("button", { name: "Send a test" }).waitFor();
      const { push } = world.runtime;
      expect(await push.list("local")).toHaveLength(1);
      expect(await page.evaluate(`localStorage.getItem("played")`)).toBe(await push.publicKey());
      await keepPicture(page, { path: `${folder}/push-setting.png` });
      expect(await axeProblems(page)).toEqual([]);
      await page.getByRole("button", { name: "Send a test" }).click();
      await page.locator(".notices").getByText("It appears as a notification").waitFor();
      const sent = keys.read(bodies.at(-1) ?? Buffer.alloc(0));

      // What the push service would hand to the browser.
      const session = await context.newCDPSession(page);
      const registrations: { registrationId: string }[] = [];
      session.on("ServiceWorker.workerRegistrationUpdated", (event) => {
        registrations.push(...event.registrations);
      });
      await session.send("ServiceWorker.enable");
      await expect.poll(() => registrations.length).toBeGreaterThan(0);
      const registrationId = registrations[0]?.registrationId ?? "";
      const deliver = (data: string) =>
        session.send("ServiceWorker.deliverPushMessage", { origin: server.url, registrationId, data });
      // The browser may stop a worker that has nothing to do, and start another one.
      const shown = () =>
        context
          .serviceWorkers()
          .at(-1)
          ?.evaluate<string[]>(
            `registration.getNotifications().then((all) => all.map(({ title, body }) => title + ": " + body))`,
          );
      // One whose page is looked at is told by the page; the test is shown all the same.
      await deliver(JSON.stringify({ title: "Unseen", body: "", tag: "u", to: "#/chat", always: false }));
      await deliver(sent);
      await expect
        .poll(shown)
        .toEqual([
          "Notifications work: Reminders, results and questions reach you here, also when the page is closed.",
        ]);

      await page.goto("about:blank");
      const message = JSON.stringify({
        title: "Message for you",
        body: "The ebb begins",
        tag: "m",
        to: "#/chat",
      });
      // The worker may know the page for a moment longer, and leave the telling to it.
      const shownAfterwards = async () => {
        await deliver(message);
        return shown();
      };
      await expect.poll(shownAfterwards).toContain("Message for you: The ebb begins");

      await page.goto(`${server.url}/#/settings`);
      await page.getByRole("button", { name: "Send a test" }).waitFor();
      await page.evaluate(`localStorage.setItem("dejima.language", "zh")`);
      await toggle.click();
      await expect.poll(() => push.list("local")).toEqual([]);
      await page.reload();
      await page.getByRole("switch", { name: "页面关闭后也通知我" }).waitFor();
      await keepPicture(page, { path: `${folder}/push-setting-zh.png` });

      // The other switch that only the config had: who approves.
      await page.evaluate(`localStorage.setItem("dejima.language", "en")`);
      await page.goto(`${server.url}/#/policy`);
      await page.reload();
      const duty = page.getByRole("switch", { name: "Someone else has to approve: high risk" });
      await duty.click();
      await expect.poll(() => duty.getAttribute("aria-checked")).toBe("true");
      expect(await world.runtime.rules.duties()).toMatchObject({ byOthers: ["high"] });
      await keepPicture(page, { path: `${folder}/duties.png` });
      expect(await axeProblems(page)).toEqual([]);
      expect(complaints).toEqual([]);
      expect(faults).toEqual([]);
    } finally {
      await browser.close();
      await server.close();
      setDefaultCACertificates(system);
    }
  },
);
