import { randomUUID } from 'node:crypto'
import { describe, expect, test } from '@jest/globals'
import { codeOf, newEmail } from '../api.ts'
import { addBlock, addPerson, tenantOf } from '../block-content.ts'
import { DEALS } from './deals.ts'
import {
  acme,
  ada,
  api,
  content,
  RECORDS,
  setTableId,
  tableId,
  takeRows,
  upsert,
  useSyncedTable,
} from './record-fixtures.ts'

useSyncedTable()

describe('who may write records', () => {
  const ROLES: [string, number, unknown, unknown][] = [
    ['a reader', 0, 'FORBIDDEN', 'FORBIDDEN'],
    ['an editor', 1, undefined, undefined],
  ]
  test.each(ROLES)('%s of a table without a vendor', async (_, sharing_level, create, update) => {
    const guest = await tenantOf(api, newEmail())
    const tag = await addPerson(content, ada, guest.email)
    const links = [{ tag, shared: true, sharing_level }]
    setTableId(await addBlock(content, ada, 'table', { links, detail: { metadata: DEALS.metadata } }))
    const part = { parent_id: tableId, parent_type: 'table', detail: { values: [] }, links } as const
    const _id = await addBlock(content, ada, 'record', part)
    expect(codeOf(await upsert({ Name: 'Guest' }, {}, guest.email))).toBe(create)
    expect(codeOf(await upsert({ Name: 'Guest' }, { _id }, guest.email))).toBe(update)
    if (create === undefined) {
      const owned = await api.execute(ada.email, RECORDS, { input: { tableId } })
      expect(owned.data.records).toHaveLength(2)
    }
  })

  test('only the owner of the connection writes at the vendor', async () => {
    const seen = takeRows('9')
    const guest = await tenantOf(api, newEmail())
    const tag = await addPerson(content, ada, guest.email)
    const links = [{ tag, shared: true, sharing_level: 2 }]
    setTableId(
      await addBlock(content, ada, 'table', {
        links,
        detail: { metadata: DEALS.metadata },
        provider: 'acme',
        application: 'mail',
        connection_id: acme.connectionId,
        external_id: 'shared',
      }),
    )
    expect(codeOf(await upsert({ Name: 'Guest' }, {}, guest.email))).toBe('FORBIDDEN')
    expect(seen).toEqual([])
  })

  test('insight tables are read-only', async () => {
    const insight = { blockType: 'table', tables: [{ ...DEALS, externalId: 'acme.Insight' }] }
    await acme.commitPage({ sync: 'insight', items: [insight] })
    setTableId(await acme.findBlockId('acme.Insight'))
    expect(codeOf(await upsert({ Name: 'Mine' }))).toBe('FORBIDDEN')
  })

  test('a record of another table, an unknown id and a block of another type are not found', async () => {
    takeRows('9')
    const recordOfNoTable = await addBlock(content, ada, 'record', { detail: { values: [] } })
    const note = await addBlock(content, ada, 'note')
    for (const _id of [recordOfNoTable, note, randomUUID(), 'no id']) {
      expect(codeOf(await upsert({ Name: 'x' }, { _id }))).toBe('NOT_FOUND')
    }
    setTableId(note)
    expect(codeOf(await upsert({ Name: 'x' }))).toBe('NOT_FOUND')
  })
})
