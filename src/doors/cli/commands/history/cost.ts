import { z } from "zod";
import { DejimaError } from "../../../../contract/error.ts";
import {
  addSums,
  amountWords,
  BUDGET_SCOPES,
  NAMED_SCOPES,
  type SpendSum,
} from "../../../../contract/figures/spend.ts";
import { defined } from "../../../../support/defined.ts";
import { defineCommand } from "../../define-command.ts";
import { oneOf, value, wholeNumber } from "../../input/fields.ts";
import type { Say } from "../../words/say.ts";

/** What costs are added up by. */
export const COST_GROUPS = [
  "model",
  "purpose",
  "tool",
  "conversation",
  "user",
  "team",
  "day",
  "run",
] as const;
const DAY = /^\d{4}-\d\d-\d\d$/;

const cost = defineCommand({
  path: ["cost"],
  group: "See and limit what models and tools cost",
  summary: "Show what models and tools have cost",
  input: z.object({
    by: oneOf(COST_GROUPS, COST_GROUPS.join("|"), "what to add up by (default: model)"),
    since: value("day", "from this day on, such as 2026-11-01 (default: this month, in UTC)"),
  }),
  examples: ["dejima cost", "dejima cost --by day --since 2026-11-01 --json"],
  async run({ runtime, output }, { by = "model", since }) {
    const from = since ?? `${new Date().toISOString().slice(0, 7)}-01`;
    if (!DAY.test(from) || Number.isNaN(Date.parse(from)))
      throw new DejimaError(
        "invalid_input",
        `Cannot show costs since "${from}": write a day such as 2026-11-01`,
      );
    const { money } = await runtime();
    const sums = await money.sums(by === "run" ? "runId" : by, from);
    const forecast = await money.forecast();
    const shown = sums.map((sum) => ({ ...sum, usd: sum.cost / MILLION }));
    output.data({ by, since: from, sums: shown, forecast }, () =>
      sums.length === 0
        ? output.say`Nothing was spent since ${from}.`
        : [
            output.table([
              output.headings(by.toUpperCase(), "CALLS", "INPUT", "CACHED", "OUTPUT", "COST"),
              ...sums.map((sum) => row({ ...sum, key: output.shown(sum.key) }, by, output.say)),
              row({ ...addSums("total", sums), key: output.say.value("total") }, by, output.say),
            ]),
            ...savings(sums, output.say),
            ...(forecast.expected === 0
              ? []
              : [
                  "",
                  output.say`This month: ${dollars(forecast.spent)} so far, about ${dollars(forecast.expected)} at its end.`,
                ]),
            ...unknownPrices(sums, output.say),
          ].join("\n"),
    );
    return 0;
  },
});

const MILLION = 1_000_000;
const dollars = (cost: number): string => `$${(cost / MILLION).toFixed(cost < MILLION ? 4 : 2)}`;

function row(sum: SpendSum, by: string, say: Say): string[] {
  const { key, calls, inputTokens, cachedTokens, outputTokens, unpriced } = sum;
  const counts = [calls, inputTokens, cachedTokens, outputTokens].map(String);
  const known = dollars(sum.cost);
  return [
    key || { team: say("(no team)"), model: say("(tools)") }[by] || say("(answers)"),
    ...counts,
    unpriced === 0 ? known : unpriced === calls ? say.value("unknown") : say`${known} and unknown`,
  ];
}

function savings(sums: readonly SpendSum[], say: Say): string[] {
  const { saved } = addSums("total", sums);
  return saved === 0 ? [] : ["", say`Prompt caching saved ${dollars(saved)}.`];
}

function unknownPrices(sums: readonly SpendSum[], say: Say): string[] {
  const calls = addSums("total", sums).unpriced;
  return calls === 0
    ? []
    : [
        "",
        say`The price of ${calls} calls is not known. \`dejima cost price set MODEL --input USD --output USD\` sets one for later calls; \`tools.prices\` in the config those of tools.`,
      ];
}

const dollarAmount = z.coerce.number("it takes an amount such as 2.50").min(0);
const usd = (description: string) => dollarAmount.meta({ value: "usd", description });

const priceSet = defineCommand({
  path: ["cost", "price", "set"],
  group: "Set and list what models cost",
  summary: "Set what a model costs, in US dollars for a million tokens",
  input: z.object({
    model: z.string(),
    input: usd("for a million tokens of input"),
    output: usd("for a million tokens of output"),
    cached: dollarAmount.optional().meta({
      value: "usd",
      description: "for a million tokens of input that the provider had kept (default: as input)",
    }),
  }),
  arguments: ["model"],
  examples: ["dejima cost price set openai:gpt-5 --input 1.25 --output 10 --cached 0.125"],
  async run({ runtime, output }, { model, input, output: written, cached }) {
    const price = {
      input,
      output: written,
      asOf: new Date().toISOString().slice(0, 10),
      ...defined({ cached }),
    };
    await (await runtime()).money.setPrice(model, price);
    output.data(
      { model, ...price },
      () => output.say`${model}: \$${input} input, \$${written} output for a million tokens.`,
    );
    return 0;
  },
});

const priceList = defineCommand({
  path: ["cost", "price", "list"],
  summary: "List the prices that are known, with the day on which each was set",
  input: z.object({}),
  examples: ["dejima cost price list"],
  async run({ runtime, output }) {
    const prices = await (await runtime()).money.prices();
    output.data(prices, () =>
      prices.length === 0
        ? output.say("No prices. `dejima cost price set MODEL --input USD --output USD` sets one.")
        : output.table([
            output.headings("MODEL", "INPUT", "CACHED", "OUTPUT", "AS OF"),
            ...prices.map(({ model, input, cached = input, output: written, asOf }) => [
              output.shown(model),
              `$${input}`,
              `$${cached}`,
              `$${written}`,
              asOf,
            ]),
          ]),
    );
    return 0;
  },
});

const priceRemove = defineCommand({
  path: ["cost", "price", "remove"],
  summary: "Remove the price of a model; its cost is unknown from then on",
  input: z.object({ model: z.string() }),
  arguments: ["model"],
  examples: ["dejima cost price remove openai:gpt-5"],
  async run({ runtime, output }, { model }) {
    if (!(await (await runtime()).money.removePrice(model)))
      throw new DejimaError(
        "not_found",
        `Cannot remove the price of "${model}": there is none. \`dejima cost price list\` shows them`,
      );
    output.data({ model }, () => output.say`The price of ${model} is removed.`);
    return 0;
  },
});

const scope = z.enum(BUDGET_SCOPES, `there are ${BUDGET_SCOPES.join(", ")}`);

const budgetSet = defineCommand({
  path: ["cost", "budget", "set"],
  group: "Set and list how much may be spent",
  summary:
    "Limit what a call, run, conversation, or a user, team, schedule or everybody on one day may spend",
  input: z.object({
    scope,
    name: value("name", "for this user, team or schedule alone (default: for each); a team is a group"),
    usd: dollarAmount.optional().meta({ value: "amount", description: "the most in US dollars" }),
    tokens: wholeNumber("the most in tokens", { from: 0 }),
  }),
  arguments: ["scope"],
  examples: [
    "dejima cost budget set run --usd 5",
    "dejima cost budget set day --usd 50 --tokens 20000000",
    "dejima cost budget set team --name design --usd 20",
  ],
  async run({ runtime, output }, { scope: of, name, usd: amount, tokens }) {
    if (amount === undefined && tokens === undefined)
      throw new DejimaError(
        "invalid_input",
        "Cannot set a budget without a limit: give --usd, --tokens or both",
      );
    const { money } = await runtime();
    // The other limit of this budget stays.
    const existing = (await money.budgets()).find((one) => one.scope === of && one.name === name);
    const budget = {
      ...defined({ cost: existing?.cost, tokens: existing?.tokens }),
      ...(amount === undefined ? {} : { cost: Math.round(amount * MILLION) }),
      ...defined({ tokens }),
    };
    await money.setBudget(of, budget, name);
    output.data({ scope: of, ...defined({ name }), ...budget }, () =>
      DAILY.has(of)
        ? output.say`${holder(of, name, output.say)} may spend ${words(budget, output.say)} a day.It takes effect at once.`
        : output.say`${holder(of, name, output.say)} may spend ${words(budget, output.say)}.It takes effect at once.`,
    );
    return 0;
  },
});

const budgetList = defineCommand({
  path: ["cost", "budget", "list"],
  summary: "List the budgets",
  input: z.object({}),
  examples: ["dejima cost budget list"],
  async run({ runtime, output }) {
    const budgets = await (await runtime()).money.budgets();
    output.data(budgets, () =>
      budgets.length === 0
        ? output.say("No budgets. `dejima cost budget set run --usd 5` sets one.")
        : output.table(
            budgets.map(({ scope: of, name = "", ...budget }) => [
              output.say.value(of),
              output.shown(name),
              words(budget, output.say),
            ]),
          ),
    );
    return 0;
  },
});

const budgetRemove = defineCommand({
  path: ["cost", "budget", "remove"],
  summary: "Remove a budget",
  input: z.object({ scope, name: value("name", "the one for this user, team or schedule alone") }),
  arguments: ["scope"],
  examples: ["dejima cost budget remove run", "dejima cost budget remove team --name design"],
  async run({ runtime, output }, { scope: of, name }) {
    if (!(await (await runtime()).money.removeBudget(of, name)))
      throw new DejimaError(
        "not_found",
        `Cannot remove the budget for ${of}${name === undefined ? "" : ` "${name}"`}: there is none. \`dejima cost budget list\` shows them`,
      );
    output.data(
      { scope: of, ...defined({ name }) },
      () => output.say`The budget is removed: ${holder(of, name, output.say)}`,
    );
    return 0;
  },
});

/** The budgets that restart each day. */
const DAILY: ReadonlySet<string> = new Set([...NAMED_SCOPES, "day"]);

function holder(of: string, name: string | undefined, say: Say): string {
  if (of === "day") return say("Everybody together");
  const what = say.value(of);
  return name === undefined ? say`Each ${what}` : say`The ${what} ${name}`;
}

function words(
  { cost: most, tokens }: { readonly cost?: number | undefined; readonly tokens?: number | undefined },
  say: Say,
): string {
  const amounts = [
    ...(most === undefined ? [] : [dollars(most)]),
    ...(tokens === undefined ? [] : [say`${amountWords("tokens", tokens).replace(/\D+$/, "")} tokens`]),
  ];
  return amounts.join(say(" and "));
}

/** The commands of this file. */
export const COMMANDS = [cost, priceSet, priceList, priceRemove, budgetSet, budgetList, budgetRemove];
