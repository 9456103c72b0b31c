import { expect, test } from "vitest";
import { notAllowed } from "./approval-errors.ts";

test("notAllowed() names the way to turn a tool on once, whatever it touches", () => {
  const off = (what: string) => ({
    layer: "global",
    rule: "default for write",
    effect: "deny" as const,
    message: `${what}; writing files is turned off here. To turn it on and be asked each time: dejima policy ask move_file`,
  });
  const { message } = notAllowed({ tool: "move_file", reasons: [off("file.delete a"), off("file.write b")] });
  expect(message.match(/To turn it on/g)).toHaveLength(1);
  expect(message).toContain(
    "writing files is turned off here (file.delete a); writing files is turned off here (file.write b)",
  );
  expect(message).toMatch(
    /b\)\. To turn it on and be asked each time: dejima policy ask move_file\. `dejima policy explain move_file`/,
  );
});
