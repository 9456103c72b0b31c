import { expect, test } from "vitest";
import { serverPrefix } from "../../contract/tool-family.ts";
import { freeName } from "./bind-servers.ts";

test.each([["x-a_b"], ["x-a.b"], ["X-A_B"], ["x-a b"]])(
  "freeName() gives a skill's server no prefix that the server %s of the config has",
  (held) => {
    const free = freeName("x-a_b", { [held]: {} });
    expect(serverPrefix(free).toLowerCase()).not.toBe(serverPrefix(held).toLowerCase());
    expect(free).toBe("skill-x-a_b");
  },
);
