import { type Hole, holesOf, isHole } from "../../contract/asking/plan.ts";
import type { Tool } from "../../contract/tool.ts";
import { isRecord } from "../../text/record.ts";
import { snakeName } from "../../text/snake-name.ts";
import { namesAction } from "../../tool/flow-of.ts";
import { roleOf } from "../../tool/role-of.ts";
import { ordersFor, saysToOthers } from "../action.ts";
import { callsByName } from "../named-things.ts";
import type { OwnWords } from "../own-words.ts";
import { reachesAll } from "../pointing/pointed-at.ts";
import type { PointingWords } from "../pointing/pointing-words.ts";
import { phraseOf, wordsOf } from "../words.ts";

/**
 * Whether a line of a plan needs no approval. Its fixed values were stated while the run was clean. The user's own words
 * must point at the source of its open values: a record by its name, the only value that begins as they say, or the only mail
 * address of a page or file that they name. Text is free if no one else receives it. Open values that are free here are
 * still explained, or asked about, when the call is made.
 */
export function isFreeLine(
  { tool, input }: { readonly tool: Tool; readonly input: unknown },
  { own, pointing }: { readonly own: OwnWords; readonly pointing: PointingWords },
): boolean {
  const holes = holesOf(input);
  if (holes.length === 0) return true;
  if (tool.flow.changes === "for good" || !(onlyReads(tool) || ordersFor(tool.name, own).length > 0))
    return false;
  const speaks =
    tool.flow.sends === "input" ||
    tool.flow.keeps === "beyond the run" ||
    saysToOthers(tool.name) ||
    hasDestination(tool, input);
  return holes.every(({ argument, hole }) => {
    if (hole.$hole === "text") return !speaks && roleOf(tool, argument, "") === "content";
    if (hole.$hole === "link")
      return onlyReads(tool) && pointing.posts && isLinkOfUser(hole, { own, pointing });
    return pointsTo(hole, own) || reachesAll(argument, pointing) || (!speaks && isFoundByWords(hole, own));
  });
}

function pointsTo({ $hole: type, of, startsWith, where = {} }: Hole, own: OwnWords): boolean {
  if (of !== undefined) return callsByName(of, own);
  if (startsWith !== undefined) return own.names(startsWith);
  const values = Object.values(where);
  return type === "mail" && values.length > 0 && values.every((value) => own.names(String(value)));
}

/**
 * Whether a link belongs to somebody whom the user names, or comes from results that the user names. In the second case it must
 * be the only link with a beginning that the user said, or the user must want all links read.
 */
function isLinkOfUser(
  { of, startsWith, where = {} }: Hole,
  { own, pointing }: { readonly own: OwnWords; readonly pointing: PointingWords },
): boolean {
  if (of !== undefined) return own.namesParty(of);
  const places = Object.values(where);
  const isNamed = places.length > 0 && places.every((place) => own.names(String(place)));
  return isNamed && (startsWith === undefined ? pointing.links : own.names(startsWith));
}

const LOOKS = /(?:^|_)(?:get|read|fetch|open|visit|view|browse|load)_/;

function onlyReads({ flow, name }: Tool): boolean {
  if (flow.sends === "input" || flow.keeps !== "nothing" || namesAction(name)) return false;
  return flow.changes === "nothing" || LOOKS.test(snakeName(name));
}

/** Whether a search for the user's words found the value. */
function isFoundByWords({ where = {} }: Hole, own: OwnWords): boolean {
  const values = Object.values(where).map((value) => wordsOf(String(value)));
  return values.length > 0 && values.every((words) => words.length > 1 && own.saysPhrase(phraseOf(words)));
}

function hasDestination(tool: Tool, input: unknown, argument = ""): boolean {
  if (argument !== "" && roleOf(tool, argument, isHole(input) ? "" : input) === "destination") return true;
  if (isHole(input)) return false;
  if (Array.isArray(input)) return input.some((inner) => hasDestination(tool, inner, argument));
  return isRecord(input) && Object.entries(input).some(([key, inner]) => hasDestination(tool, inner, key));
}
