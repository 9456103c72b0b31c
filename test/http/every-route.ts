import { expect } from "vitest";
import { ROUTES } from "../surface/route-pins.ts";

/** Sends a request as somebody who may see nothing of what is asked for. */
type Ask = (method: string, path: string, body?: unknown) => Promise<Response>;

interface Owned {
  /** In everything that the owner keeps, so that it is found wherever it comes out. */
  readonly mark: string;
  /** Ids of the owner, by the part of the path that they stand in. */
  readonly ids: Readonly<Record<string, readonly string[]>>;
}

const BODIES: Readonly<Record<string, unknown>> = {
  "POST /api/approvals/{id}/answer": { answer: "approve" },
  "PATCH /api/conversations/{id}": { title: "mine now" },
  "PATCH /api/schedules/{id}": { status: "paused" },
};

/** No list, count or search shows anything of the owner. */
export async function expectNothingListed(ask: Ask, { mark, ids }: Owned): Promise<void> {
  const routes = ROUTES.filter((route) => route.startsWith("GET ") && !/[{]|events|\/api\/chat$/.test(route));
  expect(routes.length).toBeGreaterThan(30);
  for (const route of routes) {
    const response = await ask("GET", `${route.slice(4)}?q=${mark}&query=${mark}&limit=100`);
    const text = (await response.text()).replaceAll(`?q=${mark}`, "").replaceAll(`"query":"${mark}"`, "");
    expect(text, route).not.toContain(mark);
    for (const id of Object.values(ids).flat()) expect(text, route).not.toContain(id);
  }
}

/** An id of the owner is answered like one that never was, at every route that takes one. */
export async function expectNothingFound(ask: Ask, { mark, ids }: Owned): Promise<void> {
  const routes = ROUTES.filter(
    (route) => /\{\w+\}/.test(route) && !/\/(?:mcp|skills|models|tools)\//.test(route),
  );
  expect(routes.length).toBeGreaterThan(40);
  const differ: string[] = [];
  let asked = 0;
  for (const route of routes) {
    const place = /\/api\/(?:policy\/)?(\w+)/.exec(route)?.[1] ?? "";
    for (const id of ids[place] ?? Object.values(ids).flat()) {
      const found = await answered(route, id, { ask, mark });
      const other = await answered(route, neverWas(id), { ask, mark });
      if (found !== other) differ.push(`${route} ${id}: ${found} | ${other}`);
      expect(found, route).not.toContain(mark);
      asked++;
    }
  }
  expect(differ).toEqual([]);
  expect(asked).toBeGreaterThan(80);
}

/** An id of the same form that nobody ever had. */
function neverWas(id: string): string {
  return [...id].map((sign) => (/[0-9]/.test(sign) ? "7" : /[a-z]/i.test(sign) ? "q" : sign)).join("");
}

/** The answer to a request, without the id that was asked for. */
async function answered(
  route: string,
  id: string,
  { ask, mark }: { readonly ask: Ask; readonly mark: string },
): Promise<string> {
  const [method = "", path = ""] = route.split(" ");
  const file = `${mark}.txt`;
  const given = [id, file];
  const filled = path.replaceAll(/\{\w+\}/g, () => encodeURIComponent(given.shift() ?? file));
  const body = BODIES[route] ?? (method === "GET" || method === "DELETE" ? undefined : {});
  const response = await ask(method, filled, body);
  return (
    `${response.status} ${await response.text()}`
      .replaceAll(file, "FILE")
      .replaceAll(id, "ID")
      // The id of a call holds that of its run.
      .replaceAll(id.replace(/\.\d$/, ""), "ID")
      .replaceAll(/"(?:at|requestId|id)":"?[^",}]*"?/g, "")
  );
}
