import { openStore, type StoreOptions } from '../../../../platform/storage/open.ts'
import { createSyncStore } from '../../../../platform/storage/runs/sync-store.ts'
import { KEYS, LEASE_MS, toCommit } from '../fixtures.ts'
import { PAGES, pageOf } from './mailbox.ts'

/** A worker that reads one pass of the mailbox from its checkpoint. The test kills it meanwhile. */
const [options = '', pass = '', now = ''] = process.argv.slice(2)

const { buckets, close } = await openStore(JSON.parse(options) as StoreOptions)
const onError = (error: Error) => {
  throw error
}
const store = createSyncStore(buckets, { keys: KEYS, onError })
const [claim] = await store.claim(`worker ${process.pid}`, 1, Number(now), LEASE_MS)
if (!claim) throw new Error('the sync is not due')

for (let page = Number(claim.state.checkpoint?.cursor ?? 0); page < PAGES; page += 1) {
  const items = pageOf(page, Number(pass))
  const checkpoint = { cursor: String(page + 1) }
  await store.commitPage(claim.fence, toCommit({ sync: 'email', items }, { checkpoint }), Number(now))
  process.send?.(page)
}
const { checkpoint, ...state } = claim.state
await store.finishRun(claim.fence, { state: 'ok', next: { ...state, dateNextRun: Number(now) } }, Number(now))
await close()
process.disconnect?.()
