import { setTimeout as pause } from 'node:timers/promises'
import { lockBlock, type Mutation, runMutation } from '../../platform/storage/graph/access/mutation.ts'
import { updateBlock } from '../../platform/storage/graph/blocks/writes.ts'
import { openStore } from '../../platform/storage/open.ts'
import type { Database } from '../../platform/storage/postgres/database.ts'
import { BareCommits } from './bare-commits.ts'
import { type Commit, type Commits, monotonicMs, type Target, type WriterResult, type WriterTask } from './messages.ts'

/** Changes titles of blocks at a steady rate, with the statements of the platform's own mutations. */
process.once('message', async (task: WriterTask) => {
  const { db, close } = await openStore({ dataDir: task.dataDir })
  const bare = await BareCommits.start(task.address)
  const commits = await write(db, task)
  await bare.stop()
  process.send?.({ commits, bare: bare.times } satisfies WriterResult)
  await close()
  process.disconnect()
})

async function write(db: Database, { targets, rate, changes, firstDate }: WriterTask): Promise<Commits> {
  const running: Promise<Commit | null>[] = []
  const start = performance.now()
  for (let change = 0; change < changes; change += 1) {
    await pause(Math.max(0, start + (change * 1_000) / rate - performance.now()))
    const target = targets[change % targets.length] as Target
    running.push(changeTitle(db, target, firstDate + change).catch(reportFailure))
  }
  return Promise.all(running)
}

async function changeTitle(db: Database, { blockId, owner }: Target, date: number): Promise<Commit> {
  let sent = 0
  const work = async (mutation: Mutation) => {
    const block = await lockBlock(mutation, blockId)
    if (!block) throw new Error(`block ${blockId} was not found`)
    await updateBlock(mutation, block, { title: `Change ${date}` })
  }
  await runMutation(db, owner, date, work, async () => {
    sent = monotonicMs()
  })
  return { sent, acknowledged: monotonicMs() }
}

function reportFailure(error: Error): null {
  process.stderr.write(`a change failed: ${error.message}\n`)
  return null
}
