import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { NOW } from '../../storage/fixtures.ts'
import { type Api, codeOf } from '../api.ts'
import { addBlock, type Content } from '../block-content.ts'
import type { SyncedConnection } from '../synced-connection.ts'
import { HOUR } from './synced-items.ts'
import { startWithSyncedItems } from './typed-block.ts'

let api: Api
let content: Content
let ada: Tenant
let connection: SyncedConnection
beforeAll(async () => {
  ;({ api, content, ada, connection } = await startWithSyncedItems())
})
afterAll(() => api.stop())

describe('large fields', () => {
  const QUERY = `query Q($input: FindBlockInput!) { block(input: $input) { ... on Event {
    transcriptions { title transcript { text } highlights { text } }
  } } }`

  test('are returned for the first twenty blocks, with one warning', async () => {
    const seed = { date_start: NOW, date_end: NOW + HOUR, people: ['many@x.example'] }
    const _id = await addBlock(content, ada, 'event', seed)
    const large = { transcript: { title: '', text: 'said' }, highlights: [] }
    for (let index = 0; index < 22; index += 1) {
      await addBlock(content, ada, 'transcription', { ...seed, title: `${index}`, date_start: NOW + index, large })
    }
    const { data, errors, extensions } = await api.execute(ada.email, QUERY, { input: { _id } })
    expect(errors).toBeUndefined()
    const filled = { transcript: { text: 'said' }, highlights: [] }
    const empty = { transcript: null, highlights: null }
    expect(data.block).toEqual({
      transcriptions: Array.from({ length: 22 }, (_, index) => ({
        title: `${index}`,
        ...(index < 20 ? filled : empty),
      })),
    })
    const { warnings } = extensions as { warnings: { code: string }[] }
    expect(warnings.map(({ code }) => code)).toEqual(['LARGE_FIELD_LIMITED'])
  })

  test('that lists may request, such as documents, are returned as far as they have 16 MB together', async () => {
    const document = JSON.stringify({ type: 'doc', content: [], padding: 'x'.repeat(900_000) })
    const ids: string[] = []
    // Of more than twenty blocks also without the one that the other list may load first: fewer are not measured.
    for (let index = 0; index < 22; index += 1)
      ids.push(await addBlock(content, ada, 'note', { title: 'Long', document }))
    const query = `query Q($a: [String!], $b: [String!]) {
      long: blocks(input: { _ids: $a }) { document } rest: blocks(input: { _ids: $b }) { document }
    }`
    const { data, errors, extensions } = await api.execute(ada.email, query, { a: ids, b: [ids[0]] })
    expect(errors).toBeUndefined()
    const documents = (data.long as { document: string | null }[]).map((block) => block.document)
    expect(documents.filter((text) => text === document)).toHaveLength(17)
    expect(documents.filter((text) => text === null)).toHaveLength(5)
    expect((extensions as { warnings: object[] }).warnings).toEqual([
      { code: 'LARGE_FIELD_LIMITED', message: expect.stringContaining('16 MB'), limit: 16 },
    ])
    // Two lists of an operation, which are loaded at the same time, have no more together.
    for (let index = 0; index < 21; index += 1)
      ids.push(await addBlock(content, ada, 'note', { title: 'More', document }))
    const both = await api.execute(ada.email, query, { a: ids.slice(0, 22), b: ids.slice(22) })
    const lists = [...(both.data.long as object[]), ...(both.data.rest as object[])] as { document: string | null }[]
    expect(lists.filter((block) => block.document !== null)).toHaveLength(17)
    const few = await api.execute(ada.email, query, { a: ids.slice(0, 20), b: [] })
    expect((few.data.long as { document: string }[]).every((block) => block.document === document)).toBe(true)
  })

  test('are too expensive in a long list', async () => {
    const query = `query Q($input: FindBlockInput!) { block(input: $input) { ... on Calendar {
      events(size: 100) { transcriptions { transcript { text } } }
    } } }`
    const { errors } = await api.execute(ada.email, query, { input: { _id: await connection.findBlockId('work') } })
    expect(codeOf({ errors })).toBe('QUERY_TOO_COMPLEX')
  })
})
