import type { Context, MiddlewareHandler } from "hono";
import { bodyLimit } from "hono/body-limit";
import { DejimaError } from "../../../contract/error.ts";
import { problem } from "../problem.ts";

/** Refuses a body over so many bytes; what brings none, and an archive, which is bounded where it is taken in, pass. */
export function limitBody(most: number): MiddlewareHandler {
  const tooLarge = (context: Context) =>
    problem(context, new DejimaError("too_large", `Cannot take a body over ${most} bytes`));
  const counted = bodyLimit({ maxSize: most, onError: tooLarge });
  return async (context, next) => {
    if (!bringsBody(context.req)) return next();
    const told = context.req.header("content-length");
    // Node takes no more than what was told. To look at the body itself would make several streams of it first.
    if (told === undefined || context.req.header("transfer-encoding") !== undefined)
      return counted(context, next);
    return Number(told) > most ? tooLarge(context) : next();
  };
}

function bringsBody({ method, path }: { readonly method: string; readonly path: string }): boolean {
  return method !== "GET" && method !== "HEAD" && !(method === "POST" && path === "/api/skills");
}
