import { expect, test } from "vitest";
import { cleanEnvironment, isGrantable } from "./clean-environment.ts";

test("cleanEnvironment() holds nothing that was not granted, and its own names win", () => {
  const granted = { API_TOKEN: "t", PATH: "/evil", HOME: "/root", node_options: "-r x", TEXT: "a\0b" };
  expect(cleanEnvironment({ path: "/usr/bin", home: "/tmp", granted })).toEqual({
    API_TOKEN: "t",
    PATH: "/usr/bin",
    LANG: "C.UTF-8",
    HOME: "/tmp",
  });
});

test("isGrantable() refuses what steers an interpreter, a loader or a shell", () => {
  const steering = [
    "NODE_OPTIONS",
    "NODE_PATH",
    "LD_PRELOAD",
    "LD_AUDIT",
    "PYTHONSTARTUP",
    "PYTHONPATH",
    "BASH_ENV",
  ];
  const others = [
    "ENV",
    "IFS",
    "HTTP_PROXY",
    "https_proxy",
    "DYLD_INSERT_LIBRARIES",
    "DEBUG",
    "a=b",
    "",
    "A B",
  ];
  for (const name of [...steering, ...others]) expect(isGrantable(name), name).toBe(false);
});

test("isGrantable() lets through names that only look alike", () => {
  for (const name of ["NODE_ENV", "API_KEY", "OLD_VALUE", "ENVIRONMENT", "MY_PYTHON"])
    expect(isGrantable(name), name).toBe(true);
});
