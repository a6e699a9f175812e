import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { UpsertTableRequest } from '../../../../src/contract/index.ts'
import { connectedProvider, everything, fixtureVendor } from '../../fixture-vendor.ts'
import { type RunningHub, startHub } from '../../hub.ts'

const MEGABYTE = 1024 * 1024
const record = (index: number) => ({ externalId: `r${index}`, values: [{ name: 'Name', value: `Person ${index}` }] })
const records = Array.from({ length: 40_000 }, (_, index) => record(index))
const tableRequest = (changes: object = {}) => ({
  connectedProvider: connectedProvider(),
  table: { metadata: { metadataType: 'Contact' }, records },
  ...changes,
})

/** What the handler was called with. */
let received: UpsertTableRequest | undefined
let hub: RunningHub
beforeAll(async () => {
  const upsert = {
    ...everything.upsert,
    table: async (body: UpsertTableRequest) => {
      received = body
      const { metadata } = body.table
      const full = { metadataType: metadata.metadataType, label: '', fields: [] }
      return {
        blockType: 'table' as const,
        provider: 'fixture',
        application: 'acme-all',
        externalId: 'Contact',
        metadata: full,
        records: body.table.records,
      }
    },
  }
  hub = await startHub({ vendors: [fixtureVendor({ upsert })], environment: { LOG_LEVEL: 'info' } })
})
afterAll(() => hub.stop())

describe('a body of several megabytes', () => {
  test('reaches the handler as it was sent', async () => {
    const body = tableRequest({ profile: { note: 'ü\ud83d\ude00'.repeat(200_000) } })
    const response = await hub.post('/upsert/table', body)
    expect(response.status).toBe(200)
    expect(received).toEqual(body)
  })

  test('may use the accepted spellings of members', async () => {
    const filter = { insightTypeFilters: [{ tagType: 'person', tags: [{ name: 'x'.repeat(2 * MEGABYTE) }] }] }
    const response = await hub.post('/sync/insight', { connectedProvider: connectedProvider(), insightFilter: filter })
    expect(response.status).toBe(200)
  })

  test('that violates the contract is refused with a pointer to the first violation', async () => {
    const wrong = records.with(30_000, { externalId: 'r', values: [{ name: 'Name', value: 7 as never }] })
    const table = { metadata: { metadataType: 'Contact' }, records: wrong }
    const response = await hub.post('/upsert/table', tableRequest({ table }))
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({
        errors: [{ pointer: '#/table/records/30000/values/0/value', detail: 'must be a string.' }],
      }),
    ])
  })

  const padding = (text: string) => `{"padding":"${'x'.repeat(2 * MEGABYTE)}",${text}}`
  test.each([
    [
      'is nested too deep',
      padding(`"a":${'['.repeat(70)}${']'.repeat(70)}`),
      'the body is nested deeper than 64 levels.',
    ],
    [
      'consists of 700,000 lists, one in the other',
      `{"a":${'['.repeat(700_000)}${']'.repeat(700_000)}}`,
      'the body is nested deeper',
    ],
    [
      'has more values than any table',
      `{"a":[${'[],'.repeat(4_000_001)}[]]}`,
      'the body has more than 8000000 values.',
    ],
    [
      'has an object of 100,000 members',
      padding(Array.from({ length: 100_000 }, (_, n) => `"m${n}":0`).join(',')),
      'the body has an object with more than 10000 members.',
    ],
    ['has __proto__', padding('"__proto__":{"polluted":true}'), 'the body is not valid JSON.'],
    ['is no JSON', padding('"a":').slice(0, -1), 'the body is not valid JSON.'],
    ['is a list', `[${padding('"a":1')}]`, 'the body must be a JSON object.'],
  ])('that %s is refused', async (_name, body, detail) => {
    const response = await hub.post('/upsert/table', body)
    expect([response.status, await response.json()]).toEqual([
      400,
      expect.objectContaining({ detail: expect.stringContaining(detail) }),
    ])
  })

  test('does not disturb others that are read at the same time', async () => {
    const bodies = Array.from({ length: 4 }, (_, index) =>
      tableRequest({ table: { metadata: { metadataType: `T${index}` }, records: records.slice(index) } }),
    )
    const responses = await Promise.all(bodies.map((body) => hub.post('/upsert/table', body)))
    const results = (await Promise.all(responses.map((response) => response.json()))) as Record<
      string,
      { length: number }
    >[]
    expect(results.map(({ metadata, records: written }) => [metadata, written?.length])).toEqual(
      [0, 1, 2, 3].map((index) => [expect.objectContaining({ metadataType: `T${index}` }), records.length - index]),
    )
  })
})

describe('a body with an error in each of many records', () => {
  test('is refused with the first one', async () => {
    const slots = Array.from({ length: 60_000 }, () => ({}))
    const response = await hub.post('/sync/identifier', {
      connectedProvider: connectedProvider(),
      externalIdLinkObjects: slots,
    })
    const { errors } = (await response.json()) as { errors: unknown[] }
    expect([response.status, errors]).toEqual([
      400,
      [{ pointer: '#/externalIdLinkObjects/0/metadataType', detail: 'is required.' }],
    ])
  })
})
