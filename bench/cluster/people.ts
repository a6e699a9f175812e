import { setTimeout as pause } from 'node:timers/promises'
import type { Store } from '../../platform/storage/open.ts'
import type { TestIssuer } from '../../test/platform/sign-in/issuer.ts'
import { sendToPlatform } from '../writes/run.ts'
import type { OnEnd } from './cleanup.ts'
import { createTenantIn } from './tenants.ts'

const INTERVAL_MS = 100

/** A request of a person, and how it ended. */
export interface PersonRequest {
  bucket: string
  /** When it was sent (epoch ms). */
  date: number
  error?: string
}

const LIST = 'query Bench { searchGraph(input: {}) { _id title sharingTags { tagId } } }'
const CHANGE = 'mutation Bench($input: UpsertNoteInput!) { upsertOneNote(input: $input) { _id } }'

/** People who read and write all the time, one in each bucket. */
export async function startPeople(
  { buckets }: Store,
  { url, issuer }: { url: string; issuer: TestIssuer },
  onEnd: OnEnd,
): Promise<readonly PersonRequest[]> {
  const requests: PersonRequest[] = []
  let isStopping = false
  const live = async (bucket: string, token: string) => {
    const send = sendToPlatform(url, token)
    for (let turn = 0; !isStopping; turn += 1) {
      const [query, variables] = turn % 2 === 0 ? [LIST, {}] : [CHANGE, { input: { title: `Note ${turn}` } }]
      const request: PersonRequest = { bucket, date: Date.now() }
      requests.push(request)
      await send({
        blockId: undefined,
        platform: { query, variables },
        plain: { mutation: 'archive', parameters: {} },
      }).then(undefined, (error: Error) => {
        request.error = error.message
      })
      await pause(INTERVAL_MS)
    }
  }
  const lives: Promise<void>[] = []
  for (const bucket of buckets.all()) {
    const { email } = await createTenantIn(buckets, bucket, issuer.issuer)
    lives.push(live(bucket.name, await issuer.token(email)))
  }
  onEnd(async () => {
    isStopping = true
    await Promise.all(lives)
  })
  return requests
}
