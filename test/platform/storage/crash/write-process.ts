import type { Claim } from '../../../../platform/model/sync.ts'
import { onlyBucket } from '../../../../platform/storage/buckets.ts'
import { openStore } from '../../../../platform/storage/open.ts'
import { createSyncStore } from '../../../../platform/storage/runs/sync-store.ts'
import { email, KEYS, NOW, toCommit } from '../fixtures.ts'

/** A worker that makes one write of a run without changes. The test kills it before, during or after the write. */
const [databaseUrl = '', write = '', json = ''] = process.argv.slice(2)
const { fence, state } = JSON.parse(json) as Claim

// On a cluster the test uses the first bucket.
const [bucket] = (await openStore({ databaseUrl, dataDir: 'none' })).buckets.all()
if (!bucket) throw new Error('the database has no bucket')
const onError = (error: Error) => {
  throw error
}
const store = createSyncStore(onlyBucket(bucket.db), { keys: KEYS, onError })
if (write === 'page') {
  const items = [email('1'), email('2')]
  await store.commitPage(fence, toCommit({ sync: 'email', items }, { checkpoint: { cursor: 'next' } }), NOW)
} else {
  const { checkpoint, ...next } = state
  await store.finishRun(fence, { state: 'ok', next }, NOW)
}
process.send?.('saved')
// Waits to be killed.
setInterval(() => undefined, 60_000)
