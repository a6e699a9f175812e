import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { ExternalNote, ProblemItem } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { htmlToText } from '../../../../src/kit/html.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { problemOf } from '../builders.ts'
import { ADA, MAYA, SandboxOrg } from '../sandbox-org.ts'

let org: SandboxOrg

let halden: string

let ingrid: string

beforeEach(async () => {
  org = await SandboxOrg.start()
  halden = await org.idOf('Account', 'Halden Trelast AS')
  ingrid = await org.idOf('Contact', 'Ingrid Sørensen')
})

afterEach(() => org.sandbox.stop())

const COMPOSITE = '/services/data/*/composite'

const URI = 'https://platform.example/notes/1?a=1&b=2'

function aNote(overrides: Partial<ExternalNote> = {}, ...externalIds: string[]): ExternalNote {
  const tags = (externalIds.length > 0 ? externalIds : [halden]).map((externalId) => ({ externalId, tagType: 'topic' }))
  return {
    _id: 'note-1',
    title: 'After the visit',
    documentHtml: '<p>All <b>went</b> well.</p>',
    uri: URI,
    tags,
    ...overrides,
  }
}

interface Failed {
  status: number
  options: { errors: ProblemItem[]; extensions: { externalNotes: ExternalNote[] } }
}

const failureOf = async (...notes: ExternalNote[]) => (await problemOf(org.upsertNotes(notes))) as unknown as Failed

const upsertNote = async (note: ExternalNote) =>
  (await org.upsertNotes([note]))[0] as ExternalNote & { warnings?: string[] }

const linksOf = async (id: string | undefined) =>
  (await org.rows(`SELECT LinkedEntityId FROM ContentDocumentLink WHERE ContentDocumentId = '${id}'`)).map(
    (row) => row.LinkedEntityId,
  )

const notesCalled = async (title: string) => org.rows(`SELECT Id, Title FROM ContentNote WHERE Title = '${title}'`)

async function contentOf(id: string | undefined): Promise<string> {
  const url = `${org.sandbox.origin}/services/data/v62.0/sobjects/ContentNote/${id}/Content`
  const response = await fetch(url, { headers: { authorization: `Bearer ${org.connection.credential.accessToken}` } })
  return response.text()
}

describe('a note', () => {
  test('is written with its links to every record in one API call', async () => {
    const call = org.call()
    const [note] = await org.upsertNotes([aNote({}, halden, ingrid.slice(0, 15), halden)], call)
    expect(note).toEqual({
      ...aNote({}, halden, ingrid.slice(0, 15), halden),
      externalId: expect.stringMatching(/^069/),
    })
    expect(await linksOf(note?.externalId)).toEqual(expect.arrayContaining([halden, ingrid]))
    expect(await contentOf(note?.externalId)).toBe(
      '<p>All <b>went</b> well.</p><p>https://platform.example/notes/1?a=1&amp;b=2</p>',
    )
    expect(org.sandbox.ledger.count({ method: 'POST', path: COMPOSITE, part: false })).toBe(1)
    expect(call.meter.calls).toBe(4)
  })

  test('with more records than one request allows is linked to all of them', async () => {
    const ids = org.sandbox.generate(ADA, { object: 'Contact', count: 60, seed: 1 })
    const note = await upsertNote(aNote({}, ...ids))
    expect(await linksOf(note.externalId)).toEqual(expect.arrayContaining(ids))
  })

  test('is returned unchanged, for any text', async () => {
    const piece = fc.oneof(
      fc.string({ unit: 'grapheme', minLength: 1, maxLength: 12 }),
      fc.constantFrom('&', '<', '>', '"', "'", '&nbsp;', '桜', '😀', 'é', '\u200d', '–', 'O\'Neill & Söhne "AG"'),
    )
    const escaped = (text: string) => text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)
    let number = 0
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 6 }), async (pieces) => {
        number += 1
        const text = pieces.join(' ').replace(/\p{Cc}|[\u2028\u2029]/gu, ' ')
        const documentHtml = `<h2>Head</h2><div>${escaped(text)}</div>`
        const note = await upsertNote(
          aNote({
            _id: `note-${number}`,
            title: `Note ${number}`,
            documentHtml,
            uri: `https://platform.example/${number}`,
          }),
        )
        const written = htmlToText(await contentOf(note.externalId)).replace(/\s+/g, ' ')
        expect(written).toBe(`${htmlToText(documentHtml)}\n\nhttps://platform.example/${number}`.replace(/\s+/g, ' '))
      }),
      { numRuns: randomRuns(25) },
    )
  })

  test('is visible to internal users only, or to all users if Salesforce requires it', async () => {
    const visibility = async (id: string | undefined) =>
      org.rows(
        `SELECT Visibility FROM ContentDocumentLink WHERE ContentDocumentId = '${id}' AND LinkedEntityId = '${halden}'`,
      )
    expect(await visibility((await upsertNote(aNote())).externalId)).toMatchObject([{ Visibility: 'InternalUsers' }])
    const message = 'Visibility InternalUsers is not permitted for this linked record.'
    const body = [{ errorCode: 'FIELD_INTEGRITY_EXCEPTION', message, fields: ['Visibility'] }]
    org.sandbox.faults.add({
      path: '/services/data/*/sobjects/ContentDocumentLink',
      fault: { kind: 'response', status: 400, body },
    })
    const note = await upsertNote(aNote({ title: 'Shown', uri: 'https://platform.example/shown' }))
    expect(await visibility(note.externalId)).toMatchObject([{ Visibility: 'AllUsers' }])
    expect(await notesCalled('Shown')).toHaveLength(1)
  })

  test('is updated in place and gets missing links; links of other people remain', async () => {
    const { externalId } = await upsertNote(aNote({}, halden))
    const again = await upsertNote(
      aNote({ externalId: String(externalId), title: 'Changed', documentHtml: '<p>New</p>' }, ingrid),
    )
    expect(again.externalId).toBe(externalId)
    expect(await contentOf(externalId)).toContain('<p>New</p>')
    expect(await notesCalled('Changed')).toHaveLength(1)
    expect(await linksOf(externalId)).toEqual(expect.arrayContaining([halden, ingrid]))
  })

  test('with a title that is too long or missing is written nevertheless', async () => {
    const long = await upsertNote(aNote({ title: 'x'.repeat(300), uri: 'https://platform.example/long' }))
    expect(long.title).toHaveLength(300)
    expect(await notesCalled('x'.repeat(255))).toHaveLength(1)
    await upsertNote(aNote({ title: ' ', uri: 'https://platform.example/none' }))
    expect(await notesCalled('Note')).toHaveLength(1)
  })
})

describe('a note that cannot be written', () => {
  test('leaves nothing behind, and the others are written', async () => {
    const gone = await org.rows("SELECT Id FROM Contact WHERE LastName = 'Vik'")
    const id = String(gone[0]?.Id)
    await fetch(`${org.sandbox.origin}/services/data/v62.0/sobjects/Contact/${id}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${org.connection.credential.accessToken}` },
    })
    const failure = await failureOf(
      aNote({ title: 'Bad' }, halden, id),
      aNote({ title: 'Good', uri: 'https://platform.example/2' }),
    )
    expect(failure.options.errors).toMatchObject([{ pointer: '#/externalNotes/0' }])
    expect(failure.options.extensions.externalNotes[1]?.externalId).toMatch(/^069/)
    expect([await notesCalled('Bad'), await notesCalled('Good')].map(({ length }) => length)).toEqual([0, 1])
  })

  test('because of an invalid id names it', async () => {
    const failure = await failureOf(aNote({}, halden, 'nonsense'), aNote({ externalId: 'x' }))
    expect(failure.options.errors).toMatchObject([
      { pointer: '#/externalNotes/0/tags/1/externalId', code: 'MALFORMED_ID' },
      { pointer: '#/externalNotes/1/externalId', code: 'MALFORMED_ID' },
    ])
  })

  test('because the session expired asks to connect again, with the written notes', async () => {
    org.sandbox.faults.add({
      method: 'POST',
      path: COMPOSITE,
      skip: 1,
      count: null,
      fault: { kind: 'error', name: 'sessionExpired' },
    })
    const failure = await failureOf(aNote(), aNote({ title: 'Two', uri: 'https://platform.example/2' }))
    expect(failure.status).toBe(401)
    expect(failure.options.extensions.externalNotes.map(({ externalId }) => Boolean(externalId))).toEqual([true, false])
  })

  test('because its record is locked is retried', async () => {
    org.sandbox.account(ADA).org.locks.hold(halden, 1)
    const note = await upsertNote(aNote())
    expect(note.externalId).toMatch(/^069/)
    expect(await notesCalled('After the visit')).toHaveLength(1)
  })
})

describe('an org without notes', () => {
  beforeEach(() => {
    org.as(MAYA)
  })

  const lines: string[] = []
  const log = {
    debug() {},
    warn() {},
    error() {},
    info: (_: object, message: string) => lines.push(message),
  } as Call['log']

  test('gets classic notes, one for each record, with a warning and a log line', async () => {
    const [account, person] = [await org.rows('SELECT Id FROM Account'), await org.rows('SELECT Id FROM Contact')].map(
      (rows) => String(rows[0]?.Id),
    )
    const note = aNote({}, String(account), String(person))
    const connection = { ...org.connection, connectionId: 'maya' }
    org.connection = connection
    const [written] = (await org.upsertNotes([note], org.call({ log }))) as (ExternalNote & { warnings: string[] })[]
    await org.upsertNotes(
      [{ ...note, externalId: String(written?.externalId), documentHtml: 'New' }],
      org.call({ log }),
    )
    const ids = String(written?.externalId).split('.')
    expect(ids).toHaveLength(2)
    expect(written?.warnings).toEqual([expect.stringContaining('Notes are disabled')])
    expect(lines).toHaveLength(1)
    const rows = await org.rows(
      `SELECT Id, ParentId, Title, Body FROM Note WHERE Id IN ('${ids.join("','")}') ORDER BY Id`,
    )
    expect(rows.map(({ ParentId }) => ParentId)).toEqual([account, person])
    expect(rows[0]).toMatchObject({ Title: 'After the visit', Body: `New\n\n${URI}` })
  })

  test('whose users cannot create those either gets completed tasks', async () => {
    org.sandbox.account(MAYA).profile.objects.set('Note', { create: false })
    const [account, person] = [await org.rows('SELECT Id FROM Account'), await org.rows('SELECT Id FROM Contact')].map(
      (rows) => String(rows[0]?.Id),
    )
    const note = await upsertNote(aNote({}, String(account), String(person)))
    const ids = String(note.externalId).split('.')
    expect(
      await org.rows(`SELECT Subject, Status, WhatId, WhoId FROM Task WHERE Id IN ('${ids.join("','")}') ORDER BY Id`),
    ).toMatchObject([
      { Subject: 'After the visit', Status: 'Completed', WhatId: account },
      { Status: 'Completed', WhoId: person },
    ])
  })

  test('is detected even if notes were disabled a moment ago', async () => {
    org.as(ADA)
    await upsertNote(aNote())
    org.sandbox.account(ADA).org.notesEnabled = false
    const note = await upsertNote(aNote({ title: 'Later', uri: 'https://platform.example/later' }))
    expect(note.externalId).toMatch(/^002/)
    org.sandbox.account(ADA).org.notesEnabled = true
    const changed = await upsertNote(aNote({ ...note, documentHtml: 'Changed' }))
    expect(changed.externalId).toBe(note.externalId)
  })

  test('and without any alternative is an error', async () => {
    for (const object of ['Note', 'Task']) org.sandbox.account(MAYA).profile.objects.set(object, { create: false })
    expect(await problemOf(org.upsertNotes([aNote()]))).toMatchObject({ status: 403, problem: 'scope-required' })
  })
})
