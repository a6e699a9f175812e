import type { Reporter } from '../finding.ts'
import { clockDifference, describeClock, isClockWrong, type Reply } from '../requests.ts'

/** Compares this machine's clock with those of everyone who responded. */
export function checkClock(report: Reporter, replies: readonly Reply[]): void {
  const differences = replies.flatMap((reply) => clockDifference(reply) ?? [])
  const worst = differences.toSorted((a, b) => Math.abs(b) - Math.abs(a))[0]
  if (worst === undefined) report.skipped('clock', 'nobody responded who tells the time')
  else if (isClockWrong(worst)) {
    report.error(
      'clock',
      `this machine is ${describeClock(worst)} of another`,
      'Synchronize the clocks (NTP): keys and tokens would seem to be expired or not yet valid.',
    )
  } else report.ok('clock', `${describeClock(worst)} to the clocks of ${differences.length} responses`)
}
