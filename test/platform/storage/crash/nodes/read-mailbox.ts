import type { Claim } from '../../../../../platform/model/sync.ts'
import type { SyncStore } from '../../../../../platform/model/sync-store.ts'
import { NOW, toCommit } from '../../fixtures.ts'
import { type MailboxSize, pageOf } from '../mailbox.ts'

/** Small, so that many runs end between two blows. */
export const SIZE: MailboxSize = { items: 120, page: 10 }
export const PAGES = SIZE.items / SIZE.page

/** How much faster the clock of the workers goes, so that what waits for a while continues between two blows. */
const SPEED = 5
/** Short, so that what a killed worker held is claimed again soon. */
export const LEASE_MS = 10_000
/** The same in real time. */
export const REAL_LEASE_MS = LEASE_MS / SPEED

/** The time of workers (epoch ms) since the test has started at `dateStart`. */
export function workerTime(dateStart: number): number {
  return NOW + (Date.now() - dateStart) * SPEED
}

/** Which pass of the mailbox a run reads: `dateReadUntil` counts those that were completed. */
export function passOf({ state }: Claim): number {
  return state.dateReadUntil ?? 0
}

/** Reads the pass of a claim from its checkpoint to its end. The next one is due at once. */
export async function readMailbox(
  syncs: SyncStore,
  claim: Claim,
  now: () => number,
  onPage: () => void = () => undefined,
): Promise<void> {
  const { fence, state } = claim
  const pass = passOf(claim)
  for (let page = Number(state.checkpoint?.cursor ?? 0); page < PAGES; page += 1) {
    const checkpoint = { cursor: String(page + 1) }
    const commit = toCommit({ sync: 'email', items: pageOf(page, pass, SIZE) }, { checkpoint })
    await syncs.commitPage(fence, commit, now())
    onPage()
  }
  const { checkpoint, ...next } = state
  const end = { state: 'ok', next: { ...next, dateReadUntil: pass + 1, dateNextRun: now() } } as const
  await syncs.finishRun(fence, end, now())
}
