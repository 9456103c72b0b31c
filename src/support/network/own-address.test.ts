import { expect, test } from "vitest";
import { isRemote } from "./own-address.ts";

test("isRemote() knows this machine only by names and addresses that cannot mean another", () => {
  const here = [
    "http://localhost:1",
    "http://127.0.0.1",
    "ws://[::1]:3001",
    "http://2130706433/",
    "http://LOCALHOST./",
  ];
  const away = [
    "https://localhost.evil.example",
    "http://127.0.0.1.evil.example",
    "http://user@evil.example",
    "http://0.0.0.0",
    "http://",
  ];
  expect([here.filter(isRemote), away.filter((address) => !isRemote(address))]).toEqual([[], []]);
});
