/** TEST_RUNS multiplies the numbers of random runs in all tests: 10 runs ten times as many, 0.1 a tenth. */
const SCALE = Number(process.env.TEST_RUNS ?? 1)

/** The number of runs of a property, at least one. `defaultRuns` is the number without TEST_RUNS. */
export function randomRuns(defaultRuns: number): number {
  return Math.max(1, Math.round(defaultRuns * SCALE))
}
