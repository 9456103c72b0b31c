import { expect, test } from "vitest";
import { explainCall, serviceOf } from "../../src/flow/explain-call.ts";
import { createRunOrigins } from "../../src/flow/run-origins.ts";
import { withoutForbidden } from "../../src/text/prohibitions.ts";
import { defineTool } from "../../src/tool/define-tool.ts";

const SERVICE = serviceOf({ source: "custom", origin: "" });
const PEOPLE = ["Ann Lee", "Carol Reed"];

/** Why a call is asked about after a message, with a list of people read. */
function why(message: string, name: string, input: Readonly<Record<string, unknown>>): readonly string[] {
  const run = createRunOrigins();
  run.own.add(message);
  run.saw(SERVICE);
  run.results.add("list_members", PEOPLE, SERVICE);
  run.observed.add(PEOPLE, { tool: "list_members", service: SERVICE });
  const tool = defineTool({
    name,
    summary: "A tool of a test",
    description: "",
    category: "custom",
    risk: "low",
    input: { type: "object", properties: Object.fromEntries(Object.keys(input).map((key) => [key, {}])) },
    run: () => "",
  });
  return explainCall({ tool, input, effects: [] }, run).why;
}

const hello = (to: string) => ["send_email", { to, body: "hello there" }] as const;
type Asked = readonly [message: string, tool: string, input: Readonly<Record<string, unknown>>];

const FORBIDDEN: readonly Asked[] = [
  ["Read the bill. Do not pay bob@a.test 50 EUR", "pay_bill", { to: "bob@a.test", amount: 50 }],
  ["Check the camera, and never unlock the front door", "unlock_door", { door: "front door" }],
  ["Send 'hello there' to bob@a.test, but not to carol@a.test", ...hello("carol@a.test")],
  ["Send 'hello there' to bob@a.test, not carol@a.test", ...hello("carol@a.test")],
  ["Send 'hello there' to bob@a.test instead of carol@a.test", ...hello("carol@a.test")],
  ["You must not send 'hello there' to carol@a.test!", ...hello("carol@a.test")],
  ["Send 'hello there' to bob@a.test. Don’t include carol@a.test", ...hello("carol@a.test")],
  ["Send 'hello there' to every member except Carol Reed", ...hello("Carol Reed")],
  ["Send 'hello there' to every member except the one who is away", ...hello("Carol Reed")],
  ["Do not wait, write or send 'hello there' to carol@a.test", ...hello("carol@a.test")],
  ["Don't wait for carol@a.test, send 'hello there' to bob@a.test", ...hello("carol@a.test")],
  ["Do not write to bob@a.test, send 'hello there' to carol@a.test", ...hello("carol@a.test")],
  ["Avoid that file id 7041 gets shared. Share file id 7042", "share_file", { file_id: "7041" }],
  [
    "别给 carol@a.test 发 '你好朋友'，只给 bob@a.test 发",
    "send_email",
    { to: "carol@a.test", body: "你好朋友" },
  ],
  ["给所有成员发 '你好朋友'，除了 Carol Reed", "send_email", { to: "Carol Reed", body: "你好朋友" }],
];

for (const [message, tool, input] of FORBIDDEN)
  test(`what the user forbids is asked about: ${message}`, () => {
    expect(why(message, tool, input)).not.toEqual([]);
  });

const WANTED: readonly Asked[] = [
  ["Do not forget to send 'hello there' to bob@a.test", ...hello("bob@a.test")],
  ["Send 'hello there' to bob@a.test, but not to carol@a.test", ...hello("bob@a.test")],
  ["Do not write to carol@a.test, just send 'hello there' to bob@a.test", ...hello("bob@a.test")],
  [
    "Send 'Do not be late, never again' to bob@a.test",
    "send_email",
    { to: "bob@a.test", body: "Do not be late, never again" },
  ],
  ["Do not wait, send 'hello there' to bob@a.test", ...hello("bob@a.test")],
  ["Don't wait for carol@a.test, send 'hello there' to bob@a.test", ...hello("bob@a.test")],
  ["No need to ask me, just send 'hello there' to bob@a.test", ...hello("bob@a.test")],
  ["别等了，给 bob@a.test 发 '你好朋友'", "send_email", { to: "bob@a.test", body: "你好朋友" }],
  ["Send 'hello there' to every member", ...hello("Carol Reed")],
  ["别忘了给 bob@a.test 发 '你好朋友'", "send_email", { to: "bob@a.test", body: "你好朋友" }],
];

for (const [message, tool, input] of WANTED)
  test(`what the user wants beside it is not: ${message} ${JSON.stringify(input)}`, () => {
    expect(why(message, tool, input)).toEqual([]);
  });

test("withoutForbidden() keeps everything else, in linear time", () => {
  expect(withoutForbidden("Send it to Ann. Do not tell Bob. Add Eve.")).toBe("Send it to Ann.  . . Add Eve.");
  expect(withoutForbidden("Nothing is forbidden here")).toBe("Nothing is forbidden here");
  const long = "do not ' ".repeat(11_000);
  expect(withoutForbidden(long).length).toBeLessThan(long.length);
});
