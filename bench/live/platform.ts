import { setTimeout as pause } from 'node:timers/promises'
import { run } from '../../platform/start.ts'
import { countStatements } from '../scheduler/postgres.ts'
import { monotonicMs, type Usage, type UsageRequest } from './messages.ts'

/** The platform's program, which also reports what it uses to the process that started it. */
let statements = 0
let counted = countStatements()

process.on('message', async (request: UsageRequest) => {
  if (request === 'collected') await collectGarbage()
  const { user, system } = process.cpuUsage()
  const { rss, heapUsed: heap } = process.memoryUsage()
  statements += counted.stop()
  counted = countStatements()
  const usage: Usage = { time: monotonicMs(), cpuMs: (user + system) / 1_000, statements, rss, heap }
  process.send?.(usage)
})

/** Also returns what is free to the system. Twice, because finalizers of the first collection release more. */
async function collectGarbage(): Promise<void> {
  const collect = globalThis.gc as ((options: object) => void) | undefined
  for (let collection = 0; collection < 2; collection += 1) {
    collect?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
    await pause(100)
  }
}

await run(process.env)
