import { expect, test } from "vitest";
import { didYouMean, nearest } from "./nearest.ts";

const names = ["read_file", "write_file", "list_files", "current_time", "json_parse"];

test("nearest() finds misspelt, transposed and differently cased names", () => {
  expect(nearest("raed_file", names)[0]).toBe("read_file");
  expect(nearest("FileRead", names)[0]).toBe("read_file");
  expect(nearest("jsonparse", names)[0]).toBe("json_parse");
});

test("nearest() offers nothing when nothing is close", () => {
  expect(nearest("launch_rocket", names)).toEqual([]);
  expect(didYouMean("launch_rocket", names)).toBe("");
  expect(nearest("foo", ["log", "runs"])).toEqual([]);
  expect(nearest("shp", ["shop"])).toEqual(["shop"]);
});
