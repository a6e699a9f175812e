/** What was started, to be stopped in the reverse order. */
export type OnEnd = (stop: () => Promise<unknown>) => void

const SIGNALS = ['SIGINT', 'SIGTERM'] as const
const EXIT_CODE = 130

/** Does work and then stops everything that it has started, also if it fails and if this process is told to end. */
export async function stoppingAll(work: (onEnd: OnEnd) => Promise<void>): Promise<void> {
  const stops: (() => Promise<unknown>)[] = []
  const stopAll = async () => {
    for (let stop = stops.pop(); stop; stop = stops.pop()) await stop().catch(report)
  }
  const interrupt = () => void stopAll().finally(() => process.exit(EXIT_CODE))
  for (const signal of SIGNALS) process.once(signal, interrupt)
  try {
    await work((stop) => void stops.push(stop))
  } finally {
    for (const signal of SIGNALS) process.off(signal, interrupt)
    await stopAll()
  }
}

function report(error: Error): void {
  process.stderr.write(`${error.message}\n`)
}
