/** Creates a function that formats times as ISO text. It caches the last one, because there are many calls per millisecond. */
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
