import { expect, test } from "vitest";
import { ERROR_CODES } from "../../../contract/error.ts";
import { exitCodeOf } from "./exit-code.ts";

test("exitCodeOf() gives each error its class", () => {
  const byExit = Object.groupBy(ERROR_CODES, (code) => String(exitCodeOf(code)));
  expect(byExit).toEqual({
    "1": expect.arrayContaining([
      "tool_not_found",
      "invalid_input",
      "too_large",
      "io_error",
      "internal",
      "conflict",
      "not_found",
    ]),
    "3": [
      "unauthenticated",
      "forbidden",
      "tool_not_allowed",
      "approval_required",
      "approval_denied",
      "approval_expired",
      "path_blocked",
      "host_blocked",
    ],
    "4": ["spawn_failed", "server_unavailable"],
    "124": ["timeout"],
    "130": ["cancelled"],
  });
});
