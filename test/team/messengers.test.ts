import { once } from "node:events";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { open as openTelegram } from "../../src/doors/messengers/telegram/open-telegram.ts";
import { createRuntime } from "../../src/runtime.ts";
import { aBotApi, type BotApi } from "../channel/a-bot-api.ts";
import { hasPostgres } from "../store/a-postgres.ts";
import { aTeam, until } from "./a-team.ts";

type Team = Awaited<ReturnType<typeof aTeam>>;

/** A web process that answers at Telegram while it has the lock. */
function aWebProcess(team: Team, api: BotApi, name: string) {
  const runtime = createRuntime({
    workspace: team.workspace,
    home: join(team.workspace, "..", `home-${name}`),
    variables: {},
    config: { store: team.address, runs: "workers" },
  });
  const over = new AbortController();
  const faults: unknown[] = [];
  const settings = { token: api.token, apiRoot: api.url, allowed: ["7"] };
  const owned = Promise.withResolvers<void>();
  const owning = runtime.oneOwner(
    "messengers",
    async (signal) => {
      const door = await openTelegram({ runtime, settings, onFault: (error) => void faults.push(error) });
      owned.resolve();
      if (!signal.aborted) await once(signal, "abort");
      await door.close();
    },
    { signal: over.signal },
  );
  const end = async () => {
    over.abort();
    await owning;
    await runtime.close();
  };
  onTestFinished(end);
  return { faults, owned: owned.promise, end };
}

test.runIf(hasPostgres)(
  "the web process that has Telegram next sends what the one before left unsent, once, and what workers send",
  async () => {
    const team = await aTeam();
    onTestFinished(() => team[Symbol.asyncDispose]());
    await using api = await aBotApi();
    const texts = () => api.sent().map(({ fields }) => String(fields.text));
    const first = aWebProcess(team, api, "first");
    await first.owned;
    const second = aWebProcess(team, api, "second");
    api.write(7, { text: "do held" });
    await until(async () => (await team.store.conversations.turns("telegram-7", { limit: 1 }))[0]);
    await until(
      async () => (await team.store.documents.list("undelivered-runs", { prefix: "telegram/" }))[0],
    );
    await first.end();
    await second.owned;
    await team.start("worker");
    const card = await until(() => api.sent().find(({ fields }) => fields.reply_markup !== undefined));
    const [[yes]] = JSON.parse(JSON.stringify(card.fields.reply_markup)).inline_keyboard;
    // The third has the messenger while the question is open: it shows no second card.
    const third = aWebProcess(team, api, "third");
    await second.end();
    await third.owned;
    api.press(7, yes.callback_data);
    await until(() => texts().includes("Answered: do held") || undefined);
    api.write(7, { text: 'call send_message {"text":"from the worker"}' });
    await until(() => texts().find((text) => text.startsWith("Answered: call")));
    await until(() => texts().includes("from the worker") || undefined);
    expect(texts().filter((text) => text === "Answered: do held")).toHaveLength(1);
    expect(api.sent().filter(({ fields }) => fields.reply_markup !== undefined)).toHaveLength(1);
    expect(team.lines("done.txt")).toEqual(["held"]);
    await expect
      .poll(() => team.store.documents.list("undelivered-runs", { prefix: "telegram/" }), { timeout: 20_000 })
      .toEqual([]);
    expect([...first.faults, ...second.faults, ...third.faults]).toEqual([]);
  },
);
