import { setTimeout as pause } from 'node:timers/promises'
import { isBucketName } from '../storage/cluster/metadata.ts'
import { type CopyProgress, readProgress } from '../storage/cluster/move.ts'
import type { Database } from '../storage/postgres/database.ts'
import { formatBytes } from './format.ts'

const INTERVAL_MS = 1_000

/** Prints what is copied, a line for each change, until it is stopped. */
export function reportProgress(db: Database, print: (line: string) => void): { stop: () => Promise<void> } {
  const stopping = new AbortController()
  const run = async () => {
    const printed = new Map<string, string>()
    while (!stopping.signal.aborted) {
      // What is copied goes on whether it can be read or not.
      for (const progress of await readProgress(db).catch(() => [])) {
        const line = describe(progress)
        if (printed.get(progress.bucket) !== line) print(line)
        printed.set(progress.bucket, line)
      }
      await pause(INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    stop: () => {
      stopping.abort()
      return running
    },
  }
}

function describe({ bucket, step, total, copied }: CopyProgress): string {
  const name = isBucketName(bucket) ? bucket : 'directory'
  return `${name}: ${step.toLowerCase()}, ${formatBytes(copied)} of ${formatBytes(total)}`
}
