/** Milliseconds that this thread has worked: unlike a clock, it does not run while others have the processor. */
export function processorTime(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}
