/**
 * Runs something again and again for a time.
 *
 * @param loopTime in milliseconds.
 * @returns how much processor time one run took, in microseconds; on a machine with other work to do the clock on the
 * wall counts that as well.
 */
export async function timeLoop(loopTime: number, run: () => Promise<unknown>): Promise<number> {
  const end = performance.now() + loopTime
  const before = process.cpuUsage()
  let runs = 0
  while (performance.now() < end) {
    for (let times = 0; times < 10; times++) await run()
    runs += 10
  }
  const { user, system } = process.cpuUsage(before)
  return (user + system) / runs
}
