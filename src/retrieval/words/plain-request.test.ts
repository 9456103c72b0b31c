import { expect, test } from "vitest";
import { plainRequest } from "./plain-request.ts";

test("plainRequest() says what names of files and folders, addresses, ids and data are", () => {
  expect(plainRequest("get rid of draft-old.md")).toBe("get rid of  md file ");
  expect(plainRequest("open ~/work/notes/plan.v2.docx now")).toBe("open  docx file  now");
  expect(plainRequest("read https://example.com/search?q=draft please")).toBe("read  web page  please");
  expect(plainRequest("看看 www.example.com，谢谢")).toBe("看看  web page ，谢谢");
  expect(plainRequest("write to bob.smith@example.co.uk")).toBe("write to  email address ");
  expect(plainRequest("cancel 3f2504e0-4f89-11d3-9a0c-0305e82c3301")).toBe("cancel  id ");
  expect(plainRequest("show commit 9fceb02d0ae598e95dc970b74767f193")).toBe("show commit  id ");
  expect(plainRequest("what is in ~/work/notes/?")).toBe("what is in  folder ?");
  expect(plainRequest("run tsk_9f3a21 now")).toBe("run  id  now");
  expect(plainRequest('send {"name": "cup", "count": 2} there')).toBe("send  json  there");
  expect(plainRequest("decode aGVsbG8gd29ybGQ=")).toBe("decode  base64 ");
});

test("plainRequest() leaves words, versions and names of programs alone", () => {
  for (const text of [
    "use get_weather or file-search",
    "fill in {{name}} and {count: 2}",
    "90 km/h for him and/or her",
    "is node.js 24.1 out",
    "e.g. three apples and/or pears",
    "international mountain weather",
    "查一下北京的天气",
    "what is 2.5 * 3",
  ])
    expect(plainRequest(text)).toBe(text);
});

test("plainRequest() takes time linear in a long request", () => {
  for (const part of ["a/", "a.", "a@", "aB1", "x=", "http://", '{"a":', "a_1"]) {
    const started = performance.now();
    plainRequest(part.repeat(4_000 / part.length));
    expect(performance.now() - started).toBeLessThan(1_000);
  }
});
