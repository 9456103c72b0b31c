import { expect, test, vi } from "vitest";
import { createWorkingClock } from "./working-clock.ts";

test("createWorkingClock() counts work and no waiting, and ends once", () => {
  vi.useFakeTimers();
  try {
    const over = vi.fn();
    const clock = createWorkingClock(100, over);
    vi.advanceTimersByTime(60);
    const [first, second] = [clock.pause(), clock.pause()];
    vi.advanceTimersByTime(10_000);
    first();
    first();
    vi.advanceTimersByTime(10_000); // the second still waits
    second();
    vi.advanceTimersByTime(39);
    expect(over).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(over).toHaveBeenCalledOnce();
    const stopped = createWorkingClock(10, over);
    const resume = stopped.pause();
    stopped.stop();
    resume();
    vi.advanceTimersByTime(1_000);
    expect(over).toHaveBeenCalledOnce();
  } finally {
    vi.useRealTimers();
  }
});
