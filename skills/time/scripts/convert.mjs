#!/usr/bin/env node
// Converts times between zones and counts days. Prints one JSON object.
const [command, ...values] = process.argv.slice(2);
const DAY_MS = 86_400_000;

const commands = {
  convert: ([time, from, to]) => {
    const wall = parseTime(time);
    const moments = momentsOf(wall, zone(from));
    const notes = {
      0: "this local time does not exist: the clocks go forward",
      2: "this local time exists twice: the clocks go back; the earlier one is shown",
    };
    const moment = moments[0] ?? wall - offsetAt(wall, from);
    const note = notes[moments.length];
    return {
      from: shown(moment, from),
      to: shown(moment, zone(to)),
      utc: new Date(moment).toISOString(),
      ...(note && { note }),
    };
  },
  between: ([first, second]) => ({ days: Math.round((parseDate(second) - parseDate(first)) / DAY_MS) }),
  add: ([date, days]) => {
    if (!/^-?\d{1,7}$/.test(days ?? "")) fail(`"${days}" is not a number of days`);
    return { date: new Date(parseDate(date) + Number(days) * DAY_MS).toISOString().slice(0, 10) };
  },
};

const run = Object.hasOwn(commands, command ?? "")
  ? commands[command]
  : fail(`the first argument must be one of ${Object.keys(commands).join(", ")}`);
console.log(JSON.stringify(run(values)));

/** The moments at which clocks in the zone show this time: none or two when they change. */
function momentsOf(wall, name) {
  const offsets = new Set([wall - DAY_MS, wall, wall + DAY_MS].map((moment) => offsetAt(moment, name)));
  return [...offsets]
    .map((offset) => wall - offset)
    .filter((moment) => offsetAt(moment, name) === wall - moment)
    .sort((a, b) => a - b);
}

/** How far the zone's clocks are ahead of UTC at a moment, in milliseconds. */
function offsetAt(moment, name) {
  const parts = new Intl.DateTimeFormat("en-US", {
    timeZone: name,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  }).formatToParts(moment);
  const part = (type) => Number(parts.find((piece) => piece.type === type)?.value);
  return (
    Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second")) -
    Math.floor(moment / 1000) * 1000
  );
}

function shown(moment, name) {
  const wall = new Date(moment + offsetAt(moment, name)).toISOString().slice(0, 16);
  return `${wall} ${name}`;
}

function zone(name) {
  try {
    new Intl.DateTimeFormat("en-US", { timeZone: name });
    return name;
  } catch {
    return fail(`"${name}" is not a time zone; write it like Asia/Tokyo`);
  }
}

function parseTime(text = "") {
  if (!/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d$/.test(text))
    fail(`"${text}" is not a time; write it like 2026-03-29T15:00`);
  return valid(Date.parse(`${text.replace(" ", "T")}:00Z`), text);
}

function parseDate(text = "") {
  if (!/^\d{4}-\d\d-\d\d$/.test(text)) fail(`"${text}" is not a date; write it like 2026-03-29`);
  const moment = valid(Date.parse(`${text}T00:00:00Z`), text);
  return new Date(moment).toISOString().startsWith(text) ? moment : fail(`"${text}" is not in the calendar`);
}

function valid(moment, text) {
  return Number.isNaN(moment) ? fail(`"${text}" is not in the calendar`) : moment;
}

function fail(message) {
  console.error(`Cannot do this: ${message}`);
  process.exit(1);
}
