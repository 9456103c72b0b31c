// Compiled against types that are generated from /openapi.json, then run against the server whose address it is given.
import createClient from "openapi-fetch";
import type { paths } from "./generated/api.ts";

const client = createClient<paths>({ baseUrl: process.argv[2] ?? "" });

const { data: tools } = await client.GET("/api/tools", { params: { query: { category: "file" } } });
const name: string | undefined = tools?.find((tool) => tool.name === "read_file")?.name;
const { data: outcome } = await client.POST("/api/tools/{name}/call", {
  params: { path: { name: name ?? "" } },
  body: { input: { path: "a.txt" } },
});
const { data: verdict } = await client.POST("/api/policy/explain", { body: { tool: "shell" } });
const { error } = await client.GET("/api/tools/{name}", { params: { path: { name: "no_such_tool" } } });
// @ts-expect-error: the category is one of a closed list
await client.GET("/api/tools", { params: { query: { category: "nonsense" } } });

console.log(JSON.stringify({ outcome: outcome?.type, verdict: verdict?.verdict, code: error?.code }));
