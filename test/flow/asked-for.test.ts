import { expect, test } from "vitest";
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
