import { expect, test } from "vitest";
import { quotedRequests } from "./index-entry.ts";

test("quotedRequests() finds what a description quotes as calling for it", () => {
  const description = `Guides scaling. Use when someone asks "resize the cluster", 'data doesn't fit', or “add a node”.`;
  expect(quotedRequests(description)).toEqual(["resize the cluster", "data doesn't fit", "add a node"]);
  expect(quotedRequests("下载视频。当用户说「下载视频」或「提取音频」时使用")).toEqual([
    "下载视频",
    "提取音频",
  ]);
});

test("quotedRequests() passes over quoted fields, values, templates and single words", () => {
  expect(quotedRequests('Returns {"street name": "W 56th St"} and "last seen"')).toEqual([]);
  expect(quotedRequests('Use when the user says "go" or "open {url} now" or "use it to ..."')).toEqual([]);
  expect(quotedRequests('Has the kinds "first kind" and "second kind". Use it when you must.')).toEqual([]);
});

test("quotedRequests() takes linear time for long texts", () => {
  const started = process.cpuUsage();
  quotedRequests(`use when ${`'a "b `.repeat(20_000)}`);
  quotedRequests("asks ".repeat(40_000));
  quotedRequests("use ".repeat(40_000));
  const { user, system } = process.cpuUsage(started);
  expect((user + system) / 1e6).toBeLessThan(2);
});
