import { deflateRawSync, inflateRawSync } from "node:zlib";

// To compress a shorter text takes longer than to write the few hundred bytes that it would save.
const MIN_LENGTH = 1_200;
// No JSON text begins with these letters.
const MARK = "d";
/** Texts that earlier versions packed, without a dictionary. */
const PLAIN_MARK = "z";

/**
 * What the steps of nearly every run say, in their order. It makes their packed text half as long. Never change it: what is
 * stored can be read only with the same bytes.
 */
const DICTIONARY = Buffer.from(
  '"receipts":[{"key":"call-0","callId":"20261117-.1","tool":"read_file","signature":"write_file {\\"path\\":\\"","effects":[{"kind":"file.read","target":"","ok":true}],"approval":"},"failed":true,"error":{"code":"","message":"' +
    '[{"number":0,"node":"context_build","patch":{"set":{"history":[{"role":"user","text":"],"memories":[],"boundary":""}},"at":179' +
    '},{"number":1,"node":"route","patch":{"set":{"uses":{},"tools":["add_memory","browser_open","cancel_scheduled_task","current_time","delete_file","edit_file","enable_thinking","fetch","forget_memory","get_file_info","get_skill_info","get_skill_reference","get_tool_info","get_user_profile","grep","list_files","list_mcp_servers","list_scheduled_tasks","list_skills","move_file","read_file","read_observation","run_program","run_skill_script","schedule_task","search_memory","search_skills","search_tools","send_message","shell","update_user_profile","web_search","write_file"]}},"at":179' +
    '},{"number":2,"node":"skill_activate","patch":{"messages":[],"set":{"tools":[],"withheld":[],"activeSkills":[{"name":"","binds":"nothing","round":0,"servers":true}]}},"at":179' +
    '},{"number":4,"node":"tool_call","patch":{"set":{"pendingCalls":[],"iteration":1,"malformed":0,"failures":[],"mustAnswer":false},"receipts":[{"key":"call-0","callId":"20261117-.1","tool":"current_time","signature":"current_time {}","effects":[],"ok":true}],"messages":[{"role":"tool","callId":"call-0","tool":"current_time","text":"<data- from=\\"current_time\\">\\n{\\"timestamp\\":179,\\"iso\\":\\"2026-11-17T:00:00+00:00\\",\\"timezone\\":\\"UTC\\"}\\n</data->","failed":false,"data":{"timestamp":179,"iso":"2026-11-17T00+00:00","timezone":"UTC"}}]},"at":179' +
    '},{"number":3,"node":"generate","patch":{"set":{"pendingCalls":[{"id":"call-0","tool":"write_file","input":"{}"}],"draft":"","problems":[]},"messages":[{"role":"assistant","text":"","calls":[{"id":"call-0","tool":"","input":"{}"}]}],"usage":{"inputTokens":1,"outputTokens":1,"cachedTokens":0}},"at":179' +
    '},{"number":6,"node":"validate","patch":{"set":{"problems":[]}},"at":179},{"number":7,"node":"enforce","patch":{"set":{"answer":""}},"at":179}]',
);

/** Packs a JSON text for storage. Compresses long texts. */
export function packText(json: string): string {
  if (json.length < MIN_LENGTH) return json;
  return MARK + deflateRawSync(json, { level: 1, dictionary: DICTIONARY }).toString("base64");
}

/** Restores the JSON text from the result of `packText`. */
export function unpackText(stored: string): string {
  const mark = stored.charAt(0);
  if (mark !== MARK && mark !== PLAIN_MARK) return stored;
  const packed = Buffer.from(stored.slice(1), "base64");
  return inflateRawSync(packed, mark === MARK ? { dictionary: DICTIONARY } : {}).toString();
}
