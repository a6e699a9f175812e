import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Tenant } from '../../../../platform/storage/connections/tenants.ts'
import { NOW, table } from '../../storage/fixtures.ts'
import { type Api, codeOf, type GraphResponse, newEmail, startApi } from '../api.ts'
import { addBlock, addPerson, addTag, type Content, tenantOf } from '../block-content.ts'
import { countStatements } from '../statements.ts'
import { createSyncedConnection, type SyncedConnection } from '../synced-connection.ts'

let api: Api
let content: Content
let ada: Tenant
let acme: SyncedConnection
let tagId: string
let tableId: string
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: NOW }
})
beforeEach(async () => {
  ada = await tenantOf(api, newEmail())
  acme = await createSyncedConnection(api, ada)
  tagId = await addTag(content, ada, { alias: 'Navy' })
  await identify('d1')
  await commitDeal('d1', { Name: 'Bridge', Amount: '900' })
  tableId = await acme.findBlockId('acme.Deal')
})
afterAll(() => api.stop())

/** Identifies the tag with a record of the vendor. */
function identify(externalId: string, metadataType = 'Deal') {
  const item = {
    sourceTagId: tagId,
    metadataType,
    externalId,
    uri: 'https://x.example',
    provider: 'acme',
    application: 'mail',
  }
  return acme.commitPage({ sync: 'identifier', items: [item] as never })
}

const FIELDS = ['Name', 'Amount'].map((name) => ({ name, label: `The ${name}`, fieldType: 'currency' }))

function deal(rows: Parameters<typeof table>[1]) {
  const deals = table('Deal', rows)
  return { ...deals, metadata: { ...deals.metadata, fields: FIELDS } }
}

function commitDeal(externalId: string, cells: Record<string, string>, now = NOW) {
  return acme.commitPage({ sync: 'table', items: [deal({ [externalId]: cells })] }, {}, now)
}

const SIGNAL =
  '_id tagId provider application fieldName name label fieldType value reasoning tableId recordId pinned archived'
const PIN = `mutation M($input: UpsertSignalInput!) { upsertOneSignal(input: $input) { ${SIGNAL} } }`
const ARCHIVE = 'mutation M($input: ArchiveSignalInput!) { archiveOneSignal(input: $input) { _id archived } }'
const SIGNALS = `query Q($input: SignalsInput!) { signals(input: $input) { ${SIGNAL} } }`
const OF_TAG = 'query Q($input: FindTagInput!) { tag(input: $input) { signals { fieldName value } } }'

function pin(input: object = {}, by = ada.email): Promise<GraphResponse> {
  return api.execute(by, PIN, { input: { tagId, tableId, fieldName: 'Amount', ...input } })
}

async function signals(input: object = {}, by = ada.email): Promise<{ fieldName: string; value: string }[]> {
  const { data, errors } = await api.execute(by, SIGNALS, { input: { tagIds: [tagId], ...input } })
  expect(errors).toBeUndefined()
  return data.signals as { fieldName: string; value: string }[]
}

const valuesOf = async (input?: object) => (await signals(input)).map(({ fieldName, value }) => [fieldName, value])

describe('a signal', () => {
  test("is a field of the tag's record, pinned to the tag", async () => {
    const { data, errors } = await pin()
    expect(errors).toBeUndefined()
    expect(data.upsertOneSignal).toEqual({
      _id: expect.any(String),
      tagId,
      provider: 'acme',
      application: 'mail',
      fieldName: 'Amount',
      name: 'Amount',
      label: 'The Amount',
      fieldType: 'currency',
      value: '900',
      reasoning: null,
      tableId,
      recordId: await acme.findBlockId('d1'),
      pinned: true,
      archived: false,
    })
    expect(await signals()).toEqual([data.upsertOneSignal])
    const tag = await api.execute(ada.email, OF_TAG, { input: { _id: tagId } })
    expect(tag.data.tag).toEqual({ signals: [{ fieldName: 'Amount', value: '900' }] })
  })

  test('that is pinned twice exists once', async () => {
    const [first, second] = [await pin(), await pin()]
    expect(second.data).toEqual(first.data)
  })

  test('is updated when a sync changes its record', async () => {
    await pin()
    await pin({ fieldName: 'Name' })
    await commitDeal('d1', { Name: 'Bridge', Amount: '1000' }, NOW + 1)
    expect(await valuesOf({ fieldNames: ['Amount'] })).toEqual([['Amount', '1000']])
    await commitDeal('d1', { Name: 'Bridge' }, NOW + 2)
    expect(await valuesOf({ fieldNames: ['Amount'] })).toEqual([['Amount', null]])
    expect(await valuesOf({ fieldNames: ['Name'] })).toEqual([['Name', 'Bridge']])
    const { value_number } = await api.db
      .selectFrom('signals')
      .select('value_number')
      .where('tag_id', '=', tagId)
      .where('field_name', '=', 'Amount')
      .executeTakeFirstOrThrow()
    expect(value_number).toBeNull()
  })

  test('is updated when a person changes its record', async () => {
    const metadata = { metadataType: 'Own', label: 'Own', fields: FIELDS }
    tableId = await addBlock(content, ada, 'table', { detail: { metadata } })
    const cells = [{ name: 'Amount', value: '1' }]
    const part = { parent_id: tableId, parent_type: 'table', detail: { values: cells } } as const
    const _id = await addBlock(content, ada, 'record', { ...part, links: [{ tag: tagId }] })
    await pin()
    const write = 'mutation M($input: UpsertRecordInput!) { upsertOneRecord(input: $input) { _id } }'
    await api.execute(ada.email, write, { input: { _id, tableId, values: [{ name: 'Amount', value: '2' }] } })
    expect(await valuesOf()).toEqual([['Amount', '2']])
  })

  test('of several records uses the one that changed last', async () => {
    await identify('d2')
    await commitDeal('d2', { Amount: '5' }, NOW + 1)
    expect((await pin()).data.upsertOneSignal).toMatchObject({ value: '5', recordId: await acme.findBlockId('d2') })
    await commitDeal('d1', { Amount: '6' }, NOW + 2)
    expect((await pin()).data.upsertOneSignal).toMatchObject({ value: '6' })
  })

  test('has the reasoning of a value that an AI has derived', async () => {
    const detail = { metadata: { metadataType: 'Own', label: 'Own', fields: FIELDS } }
    tableId = await addBlock(content, ada, 'table', { detail })
    const values = [{ name: 'Amount', value: '1', reasoning: 'It was said.' }]
    const part = { parent_id: tableId, parent_type: 'table', detail: { values } } as const
    await addBlock(content, ada, 'record', { ...part, links: [{ tag: tagId }] })
    expect((await pin()).data.upsertOneSignal).toMatchObject({ reasoning: 'It was said.' })
  })

  test('can be archived, restored and pinned again', async () => {
    const { _id } = (await pin()).data.upsertOneSignal as { _id: string }
    const archived = await api.execute(ada.email, ARCHIVE, { input: { _id } })
    expect(archived.data.archiveOneSignal).toEqual({ _id, archived: true })
    expect(await signals()).toEqual([])
    await api.execute(ada.email, ARCHIVE, { input: { _id, archive: false } })
    expect(await signals()).toHaveLength(1)
    await api.execute(ada.email, ARCHIVE, { input: { _id } })
    expect((await pin()).data.upsertOneSignal).toMatchObject({ _id, archived: false })
  })

  test('records a change of its tag in the feed', async () => {
    const recorded = async () => {
      const { data } = await api.execute(ada.email, '{ changes { events { subject _id tagType } } }')
      return (data.changes as { events: object[] }).events.filter((event) => '_id' in event && event._id === tagId)
        .length
    }
    const lastSequence = await recorded()
    await pin()
    expect(await recorded()).toBe(lastSequence + 1)
  })
})

describe('signals of a tag', () => {
  test('are the pinned ones, then those created by syncs', async () => {
    const cases = table('Case', { c1: { tagExternalId: 'd1', Name: 'Leak', Age: '3' } })
    await acme.commitPage({ sync: 'insight', items: [{ blockType: 'table', tables: [cases] }] }, {}, NOW + 5)
    await pin()
    expect(await valuesOf()).toEqual([
      ['Amount', '900'],
      ['Age', '3'],
      ['Name', 'Leak'],
    ])
    expect(await valuesOf({ size: 1, page: 1 })).toEqual([['Age', '3']])
    expect(await valuesOf({ fieldNames: ['Name', 'Age'], providers: ['acme'] })).toEqual([
      ['Age', '3'],
      ['Name', 'Leak'],
    ])
    expect(await valuesOf({ providers: ['other', '\0'] })).toEqual([])
    expect(await valuesOf({ tagIds: ['no id'] })).toEqual([])
  })

  test('are loaded in one statement for many tags', async () => {
    const query = 'query Q($input: SearchTagsInput) { searchTags(input: $input) { signals { value } } }'
    await pin()
    const { statements } = await countStatements(api.db, ada, query, { input: { _ids: [tagId] } })
    const moreTags = await Promise.all(Array.from({ length: 9 }, () => addTag(content, ada)))
    const many = await countStatements(api.db, ada, query, { input: { _ids: [tagId, ...moreTags] } })
    expect(many.data.searchTags).toHaveLength(10)
    expect(many.statements).toBe(statements)
  })
})

describe('nothing is found', () => {
  test("of a tag or a table that is not the viewer's", async () => {
    const outsider = await tenantOf(api, newEmail())
    const { _id } = (await pin()).data.upsertOneSignal as { _id: string }
    expect(codeOf(await pin({}, outsider.email))).toBe('NOT_FOUND')
    for (const input of [{ tagId: randomUUID() }, { tagId: 'no id' }, { tableId: randomUUID() }]) {
      expect(codeOf(await pin(input))).toBe('NOT_FOUND')
    }
    for (const [by, id] of [
      [outsider.email, _id],
      [ada.email, randomUUID()],
      [ada.email, 'no id'],
    ]) {
      expect(codeOf(await api.execute(by as string, ARCHIVE, { input: { _id: id } }))).toBe('NOT_FOUND')
    }
    expect(await signals({}, outsider.email)).toEqual([])
    expect(await signals()).toHaveLength(1)
  })

  test('if the tag has no record, and an unknown field is named', async () => {
    expect(codeOf(await pin({ tagId: await addTag(content, ada) }))).toBe('NOT_FOUND')
    const { errors } = await pin({ fieldName: 'Colour' })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'BAD_USER_INPUT', argument: 'input.fieldName' })
  })

  test('in a record of another tenant', async () => {
    const owner = await tenantOf(api, newEmail())
    const links = [{ tag: await addPerson(content, owner, ada.email), shared: true, sharing_level: 1 }]
    const detail = { metadata: { metadataType: 'Own', label: 'Own', fields: FIELDS } }
    tableId = await addBlock(content, owner, 'table', { detail, links })
    const values = [{ name: 'Amount', value: '1' }]
    await addBlock(content, owner, 'record', { parent_id: tableId, parent_type: 'table', detail: { values }, links })
    expect(codeOf(await pin({ tagId: ada.tagId }))).toBe('NOT_FOUND')
  })
})
