import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { DejimaError } from "../contract/error.ts";
import { lexicalPath } from "./lexical-path.ts";

const ROOTS = { workspace: "/w/root", allowed: ["/w/root"] };

function isRefused(path: string, roots = ROOTS): boolean {
  try {
    lexicalPath(path, roots);
    return false;
  } catch (error) {
    expect(error).toBeInstanceOf(DejimaError);
    expect(error).toMatchObject({ code: "path_blocked" });
    return true;
  }
}

const REFUSED: Readonly<Record<string, readonly string[]>> = {
  plain: [
    "..",
    "../",
    "../x",
    "../../x",
    "a/../..",
    "a/../../x",
    "./../x",
    "a/./../../x",
    ".../../../x",
    "../rootx/..",
  ],
  absolute: [
    "/",
    "/etc/passwd",
    "/w",
    "/w/x",
    "/w/root/..",
    "/w/root/../x",
    "/w/root/../root2/x",
    "/proc/self/environ",
  ],
  prefix: ["/w/rootevil/x", "/w/root2", "../root2/x", "../root-evil/x", "../root /x", "/w/root.bak"],
  home: ["~", "~/x", "~root/.bashrc", "~+", "~-/x", " ~/x", "%7e/x"],
  environment: [
    "$HOME/x",
    "${HOME}/x",
    "$HOME",
    "a/$HOME/x",
    "a/${HOME}",
    "$(pwd)/x",
    "`pwd`/x",
    "%HOME%/x",
    "%USERPROFILE%\\x",
    "%ProgramFiles(x86)%/x",
    "a/%TEMP%/x",
    "$home/x",
    "$HOME.bak/x",
    "%24HOME/x",
    "%2524HOME/x",
  ],
  backslash: ["..\\x", "a\\..\\..\\x", "..\\..\\x", "a/..\\..\\x", "\\x", "\\..\\x", "..\\/x", "a\\../..\\x"],
  drive: [
    "C:\\x",
    "C:x",
    "c:/x",
    "z:",
    "\\\\server\\share\\x",
    "//server/share/x",
    "\\\\?\\C:\\x",
    "\\\\.\\COM1",
    "\\??\\C:\\x",
  ],
  device: [
    "CON",
    "con",
    "PRN.txt",
    "aux",
    "a/NUL",
    "NUL.tar.gz",
    "COM1",
    "com9.log",
    "LPT1",
    "lpt1.log",
    "COM\u00b9",
    "CONIN$",
    "a/con /b",
    "nul.",
    "COM0",
  ],
  stream: ["a.txt:b", "a.txt::$DATA", "a:$I30:$INDEX_ALLOCATION", "x:y/z", "a%3ab"],
  blanks: [
    ".. /x",
    "..  /x",
    " ../x",
    ".. ./x",
    ". ./x",
    "..\t/x",
    "..\u00a0/x",
    "a/.. /.. /x",
    " /etc/passwd",
    "..\u3000/x",
    "... /x",
  ],
  percent: [
    "%2e%2e/x",
    "%2E%2E%2Fx",
    "..%2fx",
    "..%5cx",
    "..%5c..%5cx",
    "%2e./x",
    "a/%2e%2e/%2e%2e/x",
    "%2fetc%2fpasswd",
    "a%00b",
    "%u002e%u002e/x",
    "%uff0e%uff0e%uff0fx",
  ],
  "percent twice": ["%252e%252e%252fx", "..%252fx", "..%255cx", "%25252e%25252e/x", "%2525252e%2525252e/x"],
  overlong: [
    "..%c0%afx",
    "%c0%ae%c0%ae/x",
    "..%e0%80%afx",
    "..%f0%80%80%afx",
    "..%c1%9cx",
    "%c0%2e%c0%2e/x",
    "..%f8%80%80%80%afx",
    "..%fc%80%80%80%80%afx",
    "..%25c0%25afx",
    "\u00c0\u00ae\u00c0\u00ae/x",
    "..\u00c0\u00afx",
  ],
  compatibility: [
    "\u2025/x",
    "\u2024\u2024/x",
    "\uff0e\uff0e/x",
    "..\uff0fx",
    "\ufe52\ufe52/x",
    "\uff0fetc",
    "..\uff3cx",
    "..\ufe68x",
    "%e2%80%a5/x",
    ".\u2024/x",
  ],
  "look-alike": [
    "..\u2044x",
    "..\u2215x",
    "..\u29f8x",
    "..\u2216x",
    "..\u29f5x",
    "\u3002\u3002/x",
    "\uff61\uff61/x",
  ],
  invisible: [".\u200b./x", ".\u00ad./x", "..\u200d/x", ".\ufeff./x", "\u2060../x", "..\ufe0f/x"],
  url: ["file:///etc/passwd", "file:x", "FILE:///x", "file%3a///etc/passwd", "http://a/b", "javascript:x"],
  control: [
    "a\0",
    "ok.txt\0/../../x",
    "../x\0.txt",
    "a\nb",
    "a\rb",
    "a\tb",
    "a\x7fb",
    "a\x1bb",
    "a\u0085b",
    "a\u2028b",
    "a\u202eb",
    "a\ud800b",
    "a%0ab",
  ],
  escapes: [
    "&#46;&#46;/x",
    "&#x2e;&#x2e;/x",
    "\\x2e\\x2e/x",
    "\\u002e\\u002e/x",
    "..;/x",
    "..&sol;x",
    "..%3b/x",
  ],
  long: [`${"a/".repeat(3000)}x`],
};

const PERMITTED: Readonly<Record<string, string>> = {
  "": "/w/root",
  ".": "/w/root",
  "./": "/w/root",
  a: "/w/root/a",
  "a/": "/w/root/a",
  "a//b": "/w/root/a/b",
  "a/./b": "/w/root/a/b",
  "a/../b": "/w/root/b",
  "a/b/../../c": "/w/root/c",
  "../root/a": "/w/root/a",
  "/w/root": "/w/root",
  "/w/root/": "/w/root",
  "/w/root/a": "/w/root/a",
  "/w/root//a": "/w/root/a",
  "/w/./root/a": "/w/root/a",
  "/w/root2/../root/a": "/w/root/a",
  "/w/root/~a": "/w/root/~a",
  "...": "/w/root/...",
  "....": "/w/root/....",
  "....//x": "/w/root/..../x",
  "....\\/x": "/w/root/....\\/x",
  "..././x": "/w/root/.../x",
  "..a": "/w/root/..a",
  "a..": "/w/root/a..",
  "a..b": "/w/root/a..b",
  ".a": "/w/root/.a",
  ".env.example": "/w/root/.env.example",
  "x~": "/w/root/x~",
  "a/~b": "/w/root/a/~b",
  "a b.txt": "/w/root/a b.txt",
  " a": "/w/root/ a",
  "100%": "/w/root/100%",
  "50%25": "/w/root/50%25",
  "a%20b": "/w/root/a%20b",
  "%e4%bd%a0.txt": "/w/root/%e4%bd%a0.txt",
  "CONFIG.md": "/w/root/CONFIG.md",
  "console.log": "/w/root/console.log",
  COM10: "/w/root/COM10",
  "nullable.ts": "/w/root/nullable.ts",
  "a.con": "/w/root/a.con",
  "routes/$postId/page.tsx": "/w/root/routes/$postId/page.tsx",
  "Outer$Inner.class": "/w/root/Outer$Inner.class",
  a$5: "/w/root/a$5",
  "[id].tsx": "/w/root/[id].tsx",
  "a&b;c.txt": "/w/root/a&b;c.txt",
  "目录/文件.txt": "/w/root/目录/文件.txt",
  "会议：记录.txt": "/w/root/会议：记录.txt",
  "价格￥100.txt": "/w/root/价格￥100.txt",
  "ノート／一.txt": "/w/root/ノート／一.txt",
  "～草稿.txt": "/w/root/～草稿.txt",
  "…": "/w/root/…",
  "À la carte.txt": "/w/root/À la carte.txt",
  "e\u0301.txt": "/w/root/\u00e9.txt",
  "👩‍💻.txt": "/w/root/👩‍💻.txt",
};

for (const [family, paths] of Object.entries(REFUSED)) {
  test(`lexicalPath() refuses what leads outside under any reading: ${family}`, () => {
    for (const path of paths) expect([path, isRefused(path)]).toEqual([path, true]);
  });
}

test("lexicalPath() gives every harmless path its one spelling", () => {
  for (const [path, spelled] of Object.entries(PERMITTED)) expect(lexicalPath(path, ROOTS)).toBe(spelled);
});

test("lexicalPath() is at rest on what it gives", () => {
  for (const spelled of Object.values(PERMITTED)) expect(lexicalPath(spelled, ROOTS)).toBe(spelled);
});

test("lexicalPath() takes absolute paths in any allowed folder, whatever characters that folder's own name has", () => {
  const roots = { workspace: "/w/a:b", allowed: ["/w/a:b", "/data/$x"] };
  expect(lexicalPath("c", roots)).toBe("/w/a:b/c");
  expect(lexicalPath("/w/a:b/c", roots)).toBe("/w/a:b/c");
  expect(lexicalPath("/data/$x/../$x/y", roots)).toBe("/data/$x/y");
  expect(isRefused("/data/$x/../y", roots)).toBe(true);
  expect(isRefused("/data", roots)).toBe(true);
});

test("lexicalPath() refuses everything when no folder is allowed", () => {
  expect(isRefused("a", { workspace: "/w/root", allowed: [] })).toBe(true);
});

test("lexicalPath() allows all of the disk when its root is allowed, and still no tricks", () => {
  const roots = { workspace: "/w", allowed: ["/"] };
  expect(lexicalPath("/etc/hosts", roots)).toBe("/etc/hosts");
  expect(isRefused("/etc/a\0", roots)).toBe(true);
});

test("lexicalPath() says what is wrong and what would work, with nothing invisible in the message", () => {
  expect(() => lexicalPath("../\u202ex", ROOTS)).toThrow(
    'Cannot use "../\\u{202e}x": it holds control characters. Use a plain path inside "/w/root"',
  );
});

const SHARED = join(import.meta.dirname, "../../../shared/data/hostile/paths.jsonl");

test("lexicalPath() gives every line of the hostile paths its verdict", () => {
  if (!existsSync(SHARED)) return console.log("passed over: ../shared/data/hostile/paths.jsonl is not here");
  const lines = readFileSync(SHARED, "utf8").trim().split("\n");
  for (const line of lines) {
    const { input, escapes } = JSON.parse(line);
    expect([input, isRefused(input)]).toEqual([input, escapes]);
  }
});
