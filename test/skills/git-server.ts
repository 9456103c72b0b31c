import { spawn } from "node:child_process";
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect } from "vitest";

/** Answers like a server of git, for the repositories below a folder. */
export function gitServer(root: string) {
  return (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, search } = new URL(request.url ?? "/", "http://x");
    const child = spawn("git", ["http-backend"], {
      env: {
        PATH: process.env.PATH,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: "1",
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        REQUEST_METHOD: request.method,
        CONTENT_TYPE: request.headers["content-type"] ?? "",
        GIT_PROTOCOL: String(request.headers["git-protocol"] ?? ""),
      },
    });
    if (request.headers["content-encoding"] === "gzip")
      expect.unreachable("small requests are not compressed");
    request.pipe(child.stdin);
    const chunks: Buffer[] = [];
    child.stdout.on("data", (chunk: Buffer) => chunks.push(chunk));
    child.on("close", () => {
      const whole = Buffer.concat(chunks);
      const end = whole.indexOf("\r\n\r\n");
      for (const line of whole.subarray(0, end).toString().split("\r\n")) {
        const [name = "", value = ""] = line.split(": ");
        if (name === "Status") response.statusCode = Number(value.slice(0, 3));
        else response.setHeader(name, value);
      }
      response.end(whole.subarray(end + 4));
    });
  };
}
