/** Makes a function that writes times as ISO text and remembers the last: calls come many to the millisecond. */
export function createTimeText(): (time: number) => string {
  let last = Number.NaN;
  let text = "";
  return (time) => {
    const millisecond = Math.floor(time);
    if (millisecond !== last) {
      last = millisecond;
      text = new Date(millisecond).toISOString();
    }
    return text;
  };
}
