import { expect, test } from "vitest";
import { DejimaError } from "../../../contract/error.ts";
import { createOutput } from "./output.ts";

test("--json prints no character raw that could turn or hide the text of a terminal", () => {
  let written = "";
  // Only `write` of the stream is used.
  const stdout = { write: (text: string) => (written += text) } as unknown as NodeJS.WriteStream;
  const output = createOutput({ json: true, stdout, stderr: stdout });
  const hostile = "a\u202eb\u200bc\u2066d\u{e0041}e\u009b31mf";
  output.data({ hostile }, () => "");
  output.line({ hostile }, () => "");
  output.error(new DejimaError("invalid_input", hostile, { hostile }));
  expect(written).toMatch(/^[\n\x20-\x7e]*$/);
  expect(JSON.parse(written.split("\n")[0] ?? "")).toEqual({ hostile });
});
