import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ExternalNote } from '../../../../src/contract/index.ts'
import { problemOf } from '../builders.ts'
import { ADA, SandboxOrg } from '../sandbox-org.ts'

let org: SandboxOrg
let ada: string
let halden: string
let ingrid: string

beforeEach(async () => {
  org = await SandboxOrg.start()
  ada = org.sandbox.account(ADA).userId
  halden = await org.idOf('Account', 'Halden Trelast AS')
  ingrid = await org.idOf('Contact', 'Ingrid Sørensen')
})
afterEach(() => org.sandbox.stop())

const COMPOSITE = '/services/data/*/composite'
const LINK = '/services/data/*/sobjects/ContentDocumentLink'
const NOTE = '/services/data/*/sobjects/ContentNote'

function aNote(overrides: Partial<ExternalNote>, ...externalIds: string[]): ExternalNote {
  return {
    _id: 'note-1',
    title: 'After the visit',
    documentHtml: '<p>All went well.</p>',
    uri: 'https://platform.example/notes/1',
    tags: externalIds.map((externalId) => ({ externalId, tagType: 'topic' })),
    ...overrides,
  }
}

const upsertNote = async (note: ExternalNote) =>
  (await org.upsertNotes([note]))[0] as ExternalNote & { warnings?: string[] }

async function linksOf(id: string | undefined): Promise<unknown[]> {
  const rows = await org.rows(`SELECT LinkedEntityId FROM ContentDocumentLink WHERE ContentDocumentId = '${id}'`)
  return rows.map((row) => row.LinkedEntityId).sort()
}

const countOf = async (title: string) =>
  (await org.rows('SELECT Id, Title FROM ContentNote')).filter(({ Title }) => Title === title).length

/** Fails the next links with an error of Salesforce. */
function rejectLinks(errorCode: string, count: number, message = 'No.', fields: string[] = []): void {
  const body = [{ errorCode, message, fields }]
  org.sandbox.faults.add({ path: LINK, count, fault: { kind: 'response', status: 400, body } })
}

describe('a link to the owner of a note', () => {
  test('is left out, as Salesforce creates it by itself', async () => {
    const note = await upsertNote(aNote({}, halden, ada, ada.slice(0, 15)))
    expect(await linksOf(note.externalId)).toEqual([ada, halden].sort())
    expect(org.sandbox.ledger.count({ path: NOTE })).toBe(1)
  })

  test('is left out if it is the only one, and when the note is sent again', async () => {
    const note = await upsertNote(aNote({}, ada))
    expect(await linksOf(note.externalId)).toEqual([ada])
    expect((await upsertNote(aNote({ documentHtml: '<p>New</p>' }, ada, ingrid))).externalId).toBe(note.externalId)
    expect(await linksOf(note.externalId)).toEqual([ada, ingrid].sort())
  })

  test('counts as done if it is not known who the owner is', async () => {
    org.sandbox.faults.add({ path: '/services/oauth2/userinfo', fault: { kind: 'response', status: 403, body: 'no' } })
    const note = await upsertNote(aNote({}, ada, halden))
    expect(await linksOf(note.externalId)).toEqual([ada, halden].sort())
    expect(await countOf('After the visit')).toBe(1)
  })
})

describe('a link that exists already', () => {
  test('counts as done for a new note, whose other links are written', async () => {
    rejectLinks('DUPLICATE_VALUE', 2)
    const note = await upsertNote(aNote({}, halden, ingrid))
    expect(await linksOf(note.externalId)).toEqual([ada, ingrid].sort())
    expect(await countOf('After the visit')).toBe(1)
  })

  test('counts as done for a note that exists', async () => {
    const note = await upsertNote(aNote({}, halden))
    rejectLinks('DUPLICATE_VALUE', 2)
    const again = await upsertNote(aNote({ externalId: String(note.externalId), title: 'Changed' }, ingrid))
    expect(again.externalId).toBe(note.externalId)
    expect([await countOf('Changed'), await countOf('After the visit')]).toEqual([1, 0])
  })
})

describe('a note that cannot be written together with its links', () => {
  test('is written first, and its links after it', async () => {
    rejectLinks('INVALID_CROSS_REFERENCE_KEY', 1, 'invalid cross reference id')
    const note = await upsertNote(aNote({}, halden, ingrid))
    expect(await linksOf(note.externalId)).toEqual([ada, halden, ingrid].sort())
    expect(await countOf('After the visit')).toBe(1)
  })

  test('leaves nothing behind if a record cannot be linked either way', async () => {
    rejectLinks('INVALID_CROSS_REFERENCE_KEY', 2, 'invalid cross reference id')
    const problem = await problemOf(org.upsertNotes([aNote({}, halden, ingrid)]))
    expect(problem).toMatchObject({ status: 422, options: { errors: [{ code: 'INVALID_CROSS_REFERENCE_KEY' }] } })
    expect(await countOf('After the visit')).toBe(0)
  })

  test('is recognized when it is sent again, although it has no link yet', async () => {
    rejectLinks('INVALID_CROSS_REFERENCE_KEY', 1, 'invalid cross reference id')
    org.sandbox.faults.add({ path: COMPOSITE, skip: 1, count: 1, fault: { kind: 'reset' } })
    const problem = await problemOf(org.upsertNotes([aNote({}, halden)]))
    expect(problem).toMatchObject({ options: { errors: [{ code: 'UNKNOWN_OUTCOME' }] } })
    const note = await upsertNote(aNote({}, halden))
    expect(await linksOf(note.externalId)).toEqual([ada, halden].sort())
    expect(await countOf('After the visit')).toBe(1)
  })

  test('is found immediately if the response to its creation breaks off', async () => {
    rejectLinks('INVALID_CROSS_REFERENCE_KEY', 1, 'invalid cross reference id')
    org.sandbox.faults.add({ path: NOTE, method: 'POST', skip: 1, fault: { kind: 'reset', processed: true } })
    const note = await upsertNote(aNote({}, halden))
    expect(await linksOf(note.externalId)).toEqual([ada, halden].sort())
    expect(await countOf('After the visit')).toBe(1)
  })
})

test('a note without records is not written twice', async () => {
  const [first, second] = [await upsertNote(aNote({})), await upsertNote(aNote({}))]
  expect(second.externalId).toBe(first.externalId)
})

test.each(['@{note.id}', 'Budget @{x', 'a @{note.id} and @{link.id}'])(
  'a title is never a reference: %s',
  async (title) => {
    const note = await upsertNote(aNote({ title }, halden))
    expect(await countOf(title)).toBe(1)
    const changed = await upsertNote(aNote({ title: `${title}!`, externalId: String(note.externalId) }, ingrid))
    expect(changed.externalId).toBe(note.externalId)
    expect(await countOf(`${title}!`)).toBe(1)
    expect(await linksOf(note.externalId)).toEqual([ada, halden, ingrid].sort())
  },
)

test('a note that everyone can see has a warning', async () => {
  rejectLinks('FIELD_INTEGRITY_EXCEPTION', 1, 'Visibility InternalUsers is not permitted.', ['Visibility'])
  expect((await upsertNote(aNote({}, halden))).warnings).toEqual([expect.stringContaining('customers in a portal')])
  const hidden = await upsertNote(aNote({ title: 'Hidden', uri: 'https://platform.example/notes/2' }, halden))
  expect(hidden).not.toHaveProperty('warnings')
})
