import { call, type Intent, say } from "./intent.ts";
import { timeZonesIn } from "./place-time-zone.ts";

const ASKS_TIME =
  /\bwhat(?:'s| is)? (?:the )?(?:current |local |exact )?(?:time|date)\b|\bwhat time\b|\btime is it\b|\b(?:current|local) (?:time|date)\b|\btime (?:is it |now |right now |zone )?(?:in|at)\b|\bwhat(?:'s| is) today\b|\b(?:what|which) (?:day|date|month|year)\b|\btoday'?s date\b|\b(?:tell|give|show) me the (?:current )?(?:time|date)\b|\bknow (?:the time|what time)\b|\bhow late is it\b|^\W*(?:the )?(?:time|date)(?: now| please)?\W*$|^\W*(?:now|clock)\W*$|^\W*[\p{L} ]{3,30} time(?: now| please)?\W*$/iu;
const ASKS_TIME_ZH =
  /几点|什么时间|什么时候了|现在.{0,4}时间|当前.{0,2}时间|(?:的|报|告诉我|查看?|看看?|北京|当地)\s*时间|时间(?:是多少|是几|呢)|几号|几月|哪一?[天年]|星期几|礼拜几|周几|日期|今天是?(?:什么日子|哪天)|报时|^时间[？?。]*$|^[\p{Script=Han}]{2,6}时间[。？?！!]*$/u;
// "The time in Atlantis": a place is meant, and none that is known.
const PLACE =
  /\b(?:time|date|day|late)(?: is it| would it be| now| right now)* (?:now )?in (?!the (?:morning|evening|afternoon)|my\b|which\b|hours?\b|minutes?\b|\d)(?:the )?([\p{L}][\p{L} .'-]{1,40}?)(?: (?:right )?now| at the moment| today| please)?[\s?!.]*$/iu;
const BEFORE_ZH =
  /^(?:请问|请|麻烦|帮我|帮忙|跟我说|说一?下|告诉我|我想知道|查一?下|查|看看|看一?下|报一?下|你知道|知道|那么?|现在|今天|当前|目前|此刻|[,，\s])+/u;
const PLACE_ZH =
  /^([\p{Script=Han}]{2,8}?)(?:那边|那里|当地)?(?:的)?(?:现在|今天|目前|当前)*(?:是|的)*(?:几点|什么时间|几号|星期几|时间)/u;
const NO_PLACE =
  /^(?:现在|今天|明天|昨天|当前|目前|此刻|本地|这里|当地|我们|你们|现|这会儿|这个|那个|一下|多少|大概|到底|究竟|我这|系统|电脑|没|有|是)/u;
const NO_QUESTION =
  /没有?时间|时间就是|花时间|浪费时间|(?:节省|省)时间|有时间(?!吗)|\btime (?:has come|to (?:be|go|die)|flies|is money)\b|\b(?:this|that|some|any|first|last|next|bed|lunch|full|part|free|long|short|big|good|hard|real|run|every|all) time\b/iu;

/** A wish to know the time or the date, here or in the places that are named. */
export function timeIntent(message: string): Intent[] | undefined {
  if (NO_QUESTION.test(message) || !(ASKS_TIME.test(message) || ASKS_TIME_ZH.test(message))) return undefined;
  const zones = timeZonesIn(message);
  if (zones.length > 0) return zones.slice(0, 5).map((timezone) => call("current_time", { timezone }));
  const asksPlace = /几点|现在|当地|那边/.test(message);
  const place =
    PLACE.exec(message)?.[1] ?? (asksPlace ? PLACE_ZH : /(?!)/).exec(message.replace(BEFORE_ZH, ""))?.[1];
  if (place !== undefined && !NO_PLACE.test(place) && !/\bhere\b/i.test(place))
    return [say("which-place", place.trim())];
  // "Party time": a word before it that is no place asks for nothing.
  if (/^\W*[\p{L} ]{3,30} time\W*$/iu.test(message) && !/\b(?:the|current|local|now|what)\b/i.test(message))
    return undefined;
  // 会议时间是多少: the time of something else.
  if (
    /^[\p{Script=Han}]{2,8}时间(?:是多少|呢)?[？?。]*$/u.test(message.replace(BEFORE_ZH, "")) &&
    !/现在|当前|今天|北京|本地|系统|的时间/.test(message)
  )
    return undefined;
  return [call("current_time")];
}
