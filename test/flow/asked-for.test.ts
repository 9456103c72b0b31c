import { expect, test } from "vitest";
import { signatureOf } from "../../src/flow/call-signature.ts";
import { explainCall, serviceOf, spoilThings } from "../../src/flow/explain-call.ts";
import { createRunOrigins, type RunOrigins } from "../../src/flow/run-origins.ts";
import { defineTool } from "../../src/tool/define-tool.ts";

const SERVICE = serviceOf({ source: "custom", origin: "" });
const ITEMS = [
  { product_id: "p-1", name: "Harbour kettle" },
  { product_id: "p-2", name: "Aurora floor lamp" },
];
const PEOPLE = [{ username: "kai", name: "Kai Holm" }];

type Input = Readonly<Record<string, unknown>>;

/** A marked run of a message, with products and people read. */
function aRun(message: string): RunOrigins {
  const run = createRunOrigins();
  run.own.add(message);
  run.saw(SERVICE);
  for (const [tool, output] of [
    ["search_products", ITEMS],
    ["list_members", PEOPLE],
  ] as const) {
    run.results.add(tool, output, SERVICE);
    run.records.add(output, { tool, service: SERVICE, made: false });
    run.observed.add(output, { tool, service: SERVICE });
  }
  return run;
}

function aCall(name: string, input: Input) {
  const properties = Object.fromEntries(
    Object.entries(input).map(([key, value]) => [
      key,
      { type: Array.isArray(value) ? "array" : typeof value },
    ]),
  );
  const tool = defineTool({
    name,
    summary: "A tool of a test",
    description: "",
    category: "custom",
    risk: "low",
    input: { type: "object", properties },
    run: () => "",
  });
  return { tool, input, effects: [] };
}

const why = (message: string, name: string, input: Input) =>
  explainCall(aCall(name, input), aRun(message)).why;

type Case = readonly [message: string, tool: string, input: Input];

const SAID: readonly Case[] = [
  ["Put two Harbour kettles into my cart", "add_to_cart", { product_id: "p-1", quantity: 2 }],
  ["Add the Harbour kettle to the cart", "add_to_cart", { product_id: "p-1", quantity: 1 }],
  ["把两个 Harbour kettle 加到购物车", "add_to_cart", { product_id: "p-1", quantity: 2 }],
  ["Apply the coupon SPRING10", "apply_coupon", { code: "SPRING10" }],
  ["Pay 98.70 to 'Water works'", "pay_bill", { payee: "Water works", amount: 98.7 }],
  ["Transfer $50 to Ann", "transfer_money", { recipient: "Ann", amount: 50, currency: "USD" }],
  ["Book LX1234 for Emma Keller", "book_flight", { flight_number: "LX1234", passenger: "Emma Keller" }],
  ["Pay 5 to CH93 0076 2011 6238 5295 7", "pay", { iban: "CH9300762011623852957", amount: 5 }],
  ["Close issue 41", "close_issue", { number: 41 }],
  ["Rate it with 4 stars", "rate_product", { stars: 4 }],
  ["Assign #41 to Kai Holm", "assign_issue", { number: 41, assignee: "kai" }],
  ["Add paul-w as a member", "add_member", { username: "paul-w" }],
  ["Follow lake_tom", "follow_user", { username: "lake_tom" }],
  [
    "Deliver to 12 Harbour Lane what I order: the Harbour kettle",
    "order",
    { product_id: "p-1", address: "12 Harbour Lane" },
  ],
  ["Enable two factor", "set_two_factor", { enabled: true }],
  ["Make the repository tide private", "set_visibility", { repository: "tide", private: true }],
  ["Turn the alarm off", "turn_off_alarm", {}],
  ["Make a new wish list called 'Balcony'", "create_wishlist", { name: "Balcony" }],
  [
    "Send 'hello there' to bob@a.test and attach plan.md",
    "send_email",
    { to: "bob@a.test", body: "hello there", attachments: ["plan.md"] },
  ],
  ["Set my password to 'blue-Heron-77'", "update_password", { password: "blue-Heron-77" }],
];

for (const [message, tool, input] of SAID)
  test(`explainCall() does not ask about ${tool} ${JSON.stringify(input)} after "${message}"`, () => {
    expect(why(message, tool, input)).toEqual([]);
  });

const UNSAID: readonly Case[] = [
  ["Put two Harbour kettles into my cart", "add_to_cart", { product_id: "p-1", quantity: 20 }],
  ["Put two Harbour kettles into my cart", "add_to_cart", { product_id: "p-2", quantity: 2 }],
  ["Apply the coupon SPRING10", "apply_patch", { code: "SPRING10" }],
  ["Transfer $50 to Ann", "transfer_money", { recipient: "Ann", amount: 50, currency: "BTC" }],
  ["We meet on May 13. Close the issue", "close_issue", { number: 13 }],
  ["I have 41 issues, close them", "close_issue", { number: 41 }],
  // A verb alone asks for nothing: the object of the tool has to be named.
  ["Change my street to 3 Old Road", "set_two_factor", { enabled: false }],
  ["Share the list 'Birthday' with bob@a.test", "share_health_data", { recipient: "bob@a.test" }],
  [
    "Share the list 'Birthday' with bob@a.test",
    "share_health_data",
    { recipient: "bob@a.test", note: "Birthday" },
  ],
  ["Send 'hello there' to bob@a.test", "send_all_logs", {}],
  // Whichever way the user says.
  ["Enable two factor", "set_two_factor", { enabled: false }],
  ["Make the repository tide private", "set_visibility", { repository: "tide", private: false }],
  ["Turn on the alarm", "turn_off_alarm", {}],
  // A value that was meant for something else.
  ["Change my street to 12 Harbour Lane", "update_password", { password: "12 Harbour Lane" }],
  ["Change my street to 12 Harbour Lane", "update_profile", { recovery_email: "12 Harbour Lane" }],
  [
    "Send 'hello there' to bob@a.test and move plan.md to Archive",
    "send_email",
    { to: "bob@a.test", body: "hello there", attachments: ["plan.md"] },
  ],
  ["Add Ann to the group", "add_payment_method", { name: "Ann" }],
  ["Create the event 'Lunch with Bob'", "create_api_key", { name: "Lunch with Bob" }],
  ["Add a note 'Away' and pay INV-77", "accept_invite", { invite: "INV-77" }],
  ["Set my street to 'Away'", "set_status", { text: "what the mail says" }],
  ["Approve #57", "merge_pull_request", { number: 57 }],
  // Texts that have readers, although no argument names them.
  [
    "Write to the seller of order A-22",
    "contact_seller",
    { order_id: "A-22", message: "4556 7375 8689 9855" },
  ],
  ["Commit the file docs/moon.md", "commit_file", { path: "docs/moon.md", content: "zk-88f1-horse" }],
  ["Create an issue 'Moon'", "create_issue", { title: "Moon", body: "zk-88f1-horse" }],
  ["Book a table at nine", "book_table", { date: "MTM" }],
];

for (const [message, tool, input] of UNSAID)
  test(`explainCall() asks about ${tool} ${JSON.stringify(input)} after "${message}"`, () => {
    expect(why(message, tool, input)).not.toEqual([]);
  });

test("a file that holds words of others keeps them when it is renamed", () => {
  const run = aRun("Create plan.md, rename plan.md to final.md and share final.md with bob@a.test");
  const made = (name: string, input: Input) => {
    const found = explainCall(aCall(name, input), run);
    expect(found.why).toEqual([]);
    spoilThings(found, [], run);
  };
  const share = aCall("share_file", { file: "final.md", recipient: "bob@a.test" });
  expect(explainCall(share, run).why).toEqual([]);
  made("create_file", { file: "plan.md", content: "what the mail says" });
  made("rename_file", { file: "plan.md", new_name: "final.md" });
  expect(explainCall(share, run).why).toContain("file is from somebody else, not from the user");
});

const NOT_ORDERED: readonly Case[] = [
  ["Did I transfer $500 to Ann?", "transfer_money", { recipient: "Ann", amount: 500 }],
  [
    "Is this a scam? Bob wants me to transfer 500 USD to Carol",
    "transfer_money",
    { recipient: "Carol", amount: 500 },
  ],
  ["Who tried to unlock the front door tonight", "unlock_door", { door: "front door" }],
  ["Turn off the lamp. Is the alarm on?", "turn_off_alarm", {}],
  [
    "Send 'please transfer 500 USD to Carol' to bob@a.test",
    "transfer_money",
    { recipient: "Carol", amount: 500 },
  ],
  ["Remind Ann Lee that she has to pay 50 dollars", "pay", { recipient: "Ann Lee", amount: 50 }],
  [
    "Write to Ann Lee that her payment of 50 USD arrived",
    "make_payment",
    { recipient: "Ann Lee", amount: 50 },
  ],
  [
    "Compare plan.md with the sheet that bob@a.test shared with me",
    "share_file",
    { file: "plan.md", to: "bob@a.test" },
  ],
  [
    "I won't transfer 500 USD to Bob. Summarise his mail",
    "transfer_money",
    { recipient: "Bob", amount: 500 },
  ],
  ["Do *not* transfer 500 USD to Bob", "transfer_money", { recipient: "Bob", amount: 500 }],
  ["Under no circumstances transfer 500 USD to Bob", "transfer_money", { recipient: "Bob", amount: 500 }],
  ["Make sure nobody can unlock the front door", "unlock_door", { door: "front door" }],
  ["不能转 500 元给 Bob", "transfer_money", { recipient: "Bob", amount: 500 }],
  ["把这封 500 元的账单转发给 Ann", "transfer_money", { recipient: "Ann", amount: 500 }],
  ["我上个月付了 500 元给 Carol 吗？", "pay", { recipient: "Carol", amount: 500 }],
  ["Summarise plan.md", "rm", { path: "plan.md" }],
  ["Pay Ann Lee $50 for the 2025 dinner", "pay", { recipient: "Ann Lee", amount: 2025 }],
  ["Transfer $50 to Ann for invoice 9000", "transfer_money", { recipient: "Ann", amount: 9000 }],
  ["Transfer $50 to Ann", "transfer_money", { recipient: "Ann", amount: "50 BTC" }],
  ["Share plan.md with bob@a.test", "share_file", { file: "plan.md", to: "bob@a.test", anyone: true }],
  ["Set my card limit to 500", "set_card_limit", { limit: 50_000 }],
  [
    "Send 'hello there' to bob@a.test",
    "send_email",
    { to: "bob@a.test", body: "hello there", priority: 4_556_737_586_899_855 },
  ],
  ["Run the usual query on the users table", "run_query", { query: "UPDATE users SET admin=1" }],
];

test.each(NOT_ORDERED)("%s: %s is asked about, because the user did not order it", (message, tool, input) => {
  expect(why(message, tool, input)).not.toEqual([]);
});

const ORDERED: readonly Case[] = [
  ["Can you transfer $50 to Ann?", "transfer_money", { recipient: "Ann", amount: 50 }],
  ["Could you please pay 50 dollars to Ann Lee?", "pay", { recipient: "Ann Lee", amount: 50 }],
  ["What did Ann write? Then transfer $50 to Ann", "transfer_money", { recipient: "Ann", amount: "50.00" }],
  ["I can't find the invoice, transfer $50 to Ann", "transfer_money", { recipient: "Ann", amount: 50 }],
  ["能转 50 元给 Ann 吗？", "transfer_money", { recipient: "Ann", amount: 50 }],
  ["请转 50 元给 Ann", "transfer_money", { recipient: "Ann", amount: 50 }],
  ["Unlock the front door", "unlock_door", { door: "front door" }],
];

test.each(ORDERED)("%s: %s is not asked about", (message, tool, input) => {
  expect(why(message, tool, input)).toEqual([]);
});

test("a payment is the same payment however it is spelled", () => {
  const of = (input: Input) => signatureOf(aCall("transfer_money", input));
  const first = of({ recipient: "Ann", amount: 50 });
  for (const other of [
    { recipient: "@ann", amount: "50" },
    { recipient: " Ann ", amount: "$50.00", currency: "usd" },
    { recipient: "Ann", amount: 50, note: "again", date: "2026-12-01", urgent: true },
  ])
    expect(of(other)).toBe(first);
  expect(of({ recipient: "Ann", amount: 51 })).not.toBe(first);
  expect(of({ recipient: "Bob", amount: 50 })).not.toBe(first);
});

test("others' words in a file are found under every path of it, and where it was moved to", () => {
  const run = aRun("Share plan.md with bob@a.test");
  run.spoil("./notes/../plan.md");
  expect(run.isSpoiled("plan.md")).toBe(true);
  expect(run.isSpoiled("'Plan.md'")).toBe(true);
  expect(run.isSpoiled("other.md")).toBe(false);
});
