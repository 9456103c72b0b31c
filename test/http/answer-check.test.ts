import { createRoute, z } from "@hono/zod-openapi";
import { expect, test } from "vitest";
import { answers, createApi } from "../../src/doors/http/api.ts";

const schema = z.object({ name: z.string(), size: z.int().optional() });

/** An API with one route that answers with this, and what it made of a request. */
async function answered(body: object, checkAnswers: boolean) {
  const api = createApi({ checkAnswers });
  const faults: string[] = [];
  api.onError((error, context) => {
    faults.push(error.message);
    return context.text("", 500);
  });
  const route = createRoute({ method: "get", path: "/things/{id}", responses: answers(schema, "A thing") });
  // A wrong answer on purpose: the compiler would not let it through.
  api.openapi(route, (context) => context.json(body as z.infer<typeof schema>, 200));
  const { status } = await api.request("/things/a");
  return { status, faults };
}

test("createApi() with checkAnswers passes an answer that fits its schema", async () => {
  expect(await answered({ name: "a", size: 1 }, true)).toEqual({ status: 200, faults: [] });
});

test.for([
  [{ name: 1 }, /GET \/things\/a does not fit its schema/],
  [{}, /does not fit its schema/],
  [{ name: "a", secret: "b" }, /fields that its schema does not declare/],
] as const)("createApi() with checkAnswers fails the answer %j", async ([body, message]) => {
  const { status, faults } = await answered(body, true);
  expect([status, faults]).toEqual([500, [expect.stringMatching(message)]]);
});

test("createApi() sends any answer unchecked unless told", async () => {
  expect(await answered({ name: 1 }, false)).toEqual({ status: 200, faults: [] });
});
