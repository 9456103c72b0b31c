import type { Tool } from "../../../contract/tool.ts";
import { base64Decode } from "./base64-decode.ts";
import { base64Encode } from "./base64-encode.ts";
import { jsonParse } from "./json-parse.ts";
import { jsonQuery } from "./json-query.ts";
import { jsonStringify } from "./json-stringify.ts";

/** The tools of the data family. */
export const dataTools: readonly Tool[] = [jsonParse, jsonStringify, jsonQuery, base64Encode, base64Decode];
