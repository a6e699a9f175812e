import { afterAll, beforeAll, beforeEach, describe, expect, jest, test } from '@jest/globals'
import { sql } from 'kysely'
import { saveDefinition } from '../../../platform/connections/backfill-syncs.ts'
import { type JobDeps, misdatedSyncs } from '../../../platform/jobs.ts'
import { Presence } from '../../../platform/presence.ts'
import { ReEncryptionWorker } from '../../../platform/re-encryption.ts'
import { RecommendationWorker } from '../../../platform/recommendations/worker.ts'
import { type Bucket, setBucketName } from '../../../platform/storage/buckets.ts'
import { deriveCredentialKey } from '../../../platform/storage/connections/credential-encryption.ts'
import { CredentialKeyRing } from '../../../platform/storage/connections/key-ring.ts'
import { listProviders } from '../../../platform/storage/connections/providers.ts'
import { countCredentialsByKey } from '../../../platform/storage/connections/stored-keys.ts'
import { EachBucket } from '../../../platform/storage/each-bucket.ts'
import { isUnavailable } from '../../../platform/storage/postgres/database.ts'
import { claimFetchesInEach } from '../../../platform/storage/web/bucket-fetches.ts'
import { DEFAULT_SYNC_POLICY } from '../../../platform/sync/policy.ts'
import { createLog } from '../../../src/runtime/log.ts'
import { createFixture, createTenant, DAY_MS, DEFINITION, KEYS, NOW } from './fixtures.ts'
import { openTestBuckets, type TestBuckets } from './test-buckets.ts'

const [OLD] = KEYS
const NEXT = deriveCredentialKey('the next secret of the tests')

let buckets: TestBuckets
let each: EachBucket
let lines: string[]
const log = createLog('info', { write: (line) => lines.push(line) })

beforeAll(async () => {
  buckets = await openTestBuckets()
  // The others have the schema of one PostgreSQL, in which a bucket has no name.
  setBucketName(buckets.away.db, buckets.away.name)
})
beforeEach(() => {
  buckets.listed = [buckets.away, buckets.first, buckets.second]
  each = new EachBucket(buckets)
  lines = []
})
afterAll(() => buckets.close())

/** The lines of the log that contain a text. */
const logged = (text: string) => lines.filter((line) => line.includes(text))

test.each(['EHOSTUNREACH', 'ENETUNREACH', 'ENOTFOUND'])('a node with %s is away', (code) => {
  expect(isUnavailable(Object.assign(new Error('connect'), { code }))).toBe(true)
})

test('a job goes on in other buckets when one fails, and names it', async () => {
  await createFixture(buckets.second.db)
  await sql`update syncs set date_due = ${NOW + 365 * DAY_MS}`.execute(buckets.second.db)
  const clock = { now: () => NOW, onJump: () => {} }
  const job = misdatedSyncs({ each, log, clock, syncPolicy: DEFAULT_SYNC_POLICY } as unknown as JobDeps)
  await job.start?.()
  await job.stop()
  expect(logged('bringing syncs forward failed').map((line) => JSON.parse(line).bucket)).toEqual(['bucket_3'])
  expect(logged('due too late').map((line) => JSON.parse(line))).toMatchObject([{ syncs: 7 }])
})

describe('credentials', () => {
  const startProcess = (...keys: [typeof OLD, ...(typeof OLD)[]]) => {
    const ring = new CredentialKeyRing(keys)
    const presence = new Presence({ each, log, processId: keys.map(({ id }) => id).join(), role: 'all', ring })
    const reEncryption = new ReEncryptionWorker({ each, log, ring, presence, now: () => NOW })
    return { presence, reEncryption }
  }
  beforeEach(async () => {
    for (const { db } of [buckets.first, buckets.second]) {
      await sql`delete from syncs`.execute(db)
      await sql`delete from connections`.execute(db)
      await createFixture(db)
    }
  })

  test('of any bucket stop a process that lacks their key, also while another bucket is away', async () => {
    const { presence } = startProcess(NEXT)
    await expect(presence.enter(NOW)).rejects.toThrow(`lacks the key ${OLD.id}, with which 2 stored credentials are`)
  })

  test('are re-encrypted in each bucket; keys are not called unneeded while a bucket is away', async () => {
    const { presence, reEncryption } = startProcess(NEXT, OLD)
    await presence.enter(NOW)
    expect(await reEncryption.runOnce()).toBe(2)
    for (const { db } of [buckets.first, buckets.second]) {
      expect(await countCredentialsByKey(db)).toEqual([{ keyId: NEXT.id, count: 1 }])
    }
    expect(await reEncryption.runOnce()).toBe(0)
    expect(logged('remove them')).toEqual([])
    buckets.listed = [buckets.first, buckets.second]
    await reEncryption.runOnce()
    expect(logged('remove them')).toHaveLength(1)
    await presence.leave(NOW)
  })
})

describe('fetches of the web', () => {
  const requestPages = async ({ db }: Bucket, hosts: string[]) => {
    await sql`
      insert into web_fetches (tenant_id, kind, subject_id, url, host, date_requested, date_due)
      select gen_random_uuid(), 'page', gen_random_uuid(), 'https://' || h || '/', h, ${NOW}::bigint, ${NOW}::bigint
      from unnest(${hosts}::text[]) h`.execute(db)
  }
  const claim = async (limit: number) => {
    const claimed = await claimFetchesInEach(each, { limit, now: NOW, leaseMs: 60_000, maxAttempts: 5, newsRetryMs: 0 })
    return claimed.map(({ bucket, fetch }) => `${fetch.host} ${bucket.name}`).sort()
  }
  const hostsOf = (claimed: readonly string[]) => claimed.map((text) => text.split(' ')[0])
  beforeEach(async () => {
    for (const { db } of [buckets.first, buckets.second]) await sql`delete from web_fetches`.execute(db)
  })

  test('are claimed in all buckets, one of each host', async () => {
    await requestPages(buckets.first, ['a.example', 'b.example', 'both.example'])
    await requestPages(buckets.second, ['c.example', 'both.example'])
    const claimed = await claim(10)
    expect(hostsOf(claimed)).toEqual(['a.example', 'b.example', 'both.example', 'c.example'])
    expect(await claim(10)).toEqual([])
  })

  test('are divided among the buckets', async () => {
    await requestPages(buckets.first, ['a.example', 'b.example', 'c.example'])
    await requestPages(buckets.second, ['d.example', 'e.example', 'f.example'])
    expect((await claim(2)).map((text) => text.split(' ')[1])).toEqual(['bucket_1', 'bucket_2'])
  })

  test('are released if another process has claimed their host in another bucket at the same time', async () => {
    await requestPages(buckets.first, ['a.example', 'both.example'])
    await requestPages(buckets.second, ['both.example'])
    await sql`update web_fetches set date_due = ${NOW + 1}`.execute(buckets.second.db)
    const query = each.query.bind(each)
    let calls = 0
    jest.spyOn(each, 'query').mockImplementation(async (list, ...args) => {
      calls += 1
      // Between the claim and the look at what others have claimed.
      if (calls === 3) await sql`update web_fetches set lease_until = ${NOW + 9}`.execute(buckets.second.db)
      return query(list, ...args) as never
    })
    expect(await claim(10)).toEqual(['a.example bucket_1'])
    const { rows } = await sql`
      select date_due as due, attempt_count as attempts from web_fetches where host = 'both.example'`.execute(
      buckets.first.db,
    )
    expect(rows).toEqual([{ due: NOW, attempts: 0 }])
  })
})

test('recommendations are made in other buckets while one is away', async () => {
  const tenant = await createTenant(buckets.second.db, 'grace@navy.example')
  const options = { intervalMs: 1_000, pollIntervalMs: 1 }
  const errors: string[] = []
  const worker = new RecommendationWorker({
    each,
    options,
    now: () => NOW,
    onError: (error) => errors.push(String(error)),
  })
  worker.start()
  const isDue = async () => {
    const { rows } = await sql`
      select 1 from feeds where tenant_id = ${tenant.tenantId} and date_recommendations_due <= ${NOW}`.execute(
      buckets.second.db,
    )
    return rows.length > 0
  }
  while (await isDue()) await new Promise((resolve) => setImmediate(resolve))
  await worker.stop()
  expect(errors).toEqual(['Error: recommendations cannot be made in bucket_3'])
})

describe('a definition', () => {
  const deps = { keys: KEYS, syncPolicy: DEFAULT_SYNC_POLICY, random: () => 0.5 }
  const save = (definition = DEFINITION, now = NOW) =>
    saveDefinition(each, deps, 'https://acme.example', definition, now)
  const countWrites = async (work: () => Promise<void>) => {
    const executing = jest.spyOn(buckets.directory.getExecutor(), 'executeQuery')
    await work()
    const texts = executing.mock.calls.map(([{ sql: text }]) => text)
    executing.mockRestore()
    return texts.filter((text) => !/^select/.test(text)).length
  }

  test('is written when it has changed, and once a day', async () => {
    await save()
    expect(await countWrites(() => save())).toBe(0)
    expect(await countWrites(() => save(DEFINITION, NOW + DAY_MS))).toBe(1)
    expect(await countWrites(() => save({ ...DEFINITION, label: 'Other' }, NOW + DAY_MS))).toBe(1)
    const unreachable = () => saveDefinition(each, deps, 'https://acme.example', undefined, NOW)
    expect(await countWrites(unreachable)).toBe(1)
    expect(await countWrites(unreachable)).toBe(0)
    expect(await countWrites(() => save({ ...DEFINITION, label: 'Other' }, NOW + DAY_MS))).toBe(1)
  })

  test('with new syncs is saved after they were added in all buckets', async () => {
    await save()
    const { tenant } = await createFixture(buckets.second.db)
    await sql`delete from syncs where tenant_id = ${tenant.tenantId}`.execute(buckets.second.db)
    await save()
    const [application] = DEFINITION.applications
    if (!application) throw new Error('the definition has no application')
    const changed = { ...DEFINITION, applications: [{ ...application, sobjects: { email: true, calendar: true } }] }
    await expect(save(changed)).rejects.toThrow('syncs could not be added in bucket_3')
    const countCalendars = async () => {
      const { rows } = await sql`
        select 1 from syncs where tenant_id = ${tenant.tenantId} and sync = 'calendar'`.execute(buckets.second.db)
      return rows.length
    }
    expect(await countCalendars()).toBe(1)
    const [stored] = await listProviders(buckets.directory)
    expect(stored?.definition.applications[0]?.sobjects).toEqual(application.sobjects)
    buckets.listed = [buckets.first, buckets.second]
    await save(changed)
    expect((await listProviders(buckets.directory))[0]?.definition).toEqual(changed)
  })
})
