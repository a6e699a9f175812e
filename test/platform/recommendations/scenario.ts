import { randomUUID } from 'node:crypto'
import { beforeEach } from '@jest/globals'
import { RecommendationWorker } from '../../../platform/recommendations/worker.ts'
import { onlyDatabase } from '../../../platform/storage/each-bucket.ts'
import { addBlock, addTag, type BlockSeed, type Content } from '../graph/block-content.ts'
import { api, list, owner, type Shown, useRecommendations } from '../graph/user/recommendation-operations.ts'

export const HOUR_MS = 3_600_000
export const DAY_MS = 24 * HOUR_MS
/** A Wednesday, 10:00 in Paris. It is so far ahead because the graph, whose clock is the real one, hides what has expired. */
export const NOW = Date.UTC(2099, 10, 25, 9)
/** Yesterday in Paris. */
export const YESTERDAY = NOW - DAY_MS

export let content: Content
export let maya: string
export let kestrel: string
/** Now, for the recommendations (epoch ms). */
let now: number

/** An owner who knows Maya Lind of Kestrel, and lives in Paris. A Wednesday, 10:00 there. */
export function useScenario(): void {
  useRecommendations()
  beforeEach(setUp)
}

async function setUp(): Promise<void> {
  now = NOW
  content = { db: api.db, now: YESTERDAY }
  const organization = { tag_sub_type: 'organization', email_domain: 'kestrel.example' }
  kestrel = await addTag(content, owner, { ...organization, alias: 'Kestrel' })
  maya = await addPerson('Maya Lind', 'maya@kestrel.example')
  await addBlock(content, owner, 'calendar', { detail: { timeZone: 'Europe/Paris' }, links: ownLink() })
}

export const addPerson = (name: string, email: string | null) =>
  addTag(content, owner, {
    tag_type: 'person',
    alias: name,
    friendly_name: name,
    email,
    email_domain: email?.split('@')[1] ?? null,
  })
export const ownLink = (...tags: string[]) => [
  { tag: owner.tagId, shared: true, sharing_level: 2, sharing_approach: 2 },
  ...tags.map((tag) => ({ tag })),
]

export async function recommend(): Promise<void> {
  const worker = new RecommendationWorker({
    each: onlyDatabase(api.db),
    options: { intervalMs: 1, pollIntervalMs: 1 },
    now: () => now,
    onError: (error) => {
      throw error
    },
  })
  now += 1
  while ((await worker.runOnce()) > 0);
}

export const addMail = (text: string, more: BlockSeed = {}) =>
  addBlock(content, owner, 'email', {
    text,
    thread_id: randomUUID(),
    date_associated: YESTERDAY,
    detail: { direction: 'outbound', to: [{ email: 'maya@kestrel.example' }] },
    links: ownLink(maya),
    ...more,
  })

export const addMeeting = ({ detail, ...more }: BlockSeed = {}) =>
  addBlock(content, owner, 'event', {
    title: 'Quarterly review',
    date_start: NOW + DAY_MS,
    date_end: NOW + DAY_MS + HOUR_MS,
    detail: {
      iCalUid: randomUUID(),
      attendees: [{ email: owner.email }, { email: 'maya@kestrel.example' }],
      ...detail,
    },
    links: ownLink(maya),
    ...more,
  })

export const titles = async () => (await list()).map(({ displayTitle }) => displayTitle)
export const first = async () => (await list())[0] as Shown
