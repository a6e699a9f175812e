import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { ExternalNote, ProblemItem } from '../../../../src/contract/index.ts'
import { problemOf } from '../builders.ts'
import { SandboxOrg } from '../sandbox-org.ts'

let org: SandboxOrg

let halden: string

beforeEach(async () => {
  org = await SandboxOrg.start()
  halden = await org.idOf('Account', 'Halden Trelast AS')
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

const notesCalled = async (title: string) => org.rows(`SELECT Id, Title FROM ContentNote WHERE Title = '${title}'`)

async function contentOf(id: string | undefined): Promise<string> {
  const url = `${org.sandbox.origin}/services/data/v62.0/sobjects/ContentNote/${id}/Content`
  const response = await fetch(url, { headers: { authorization: `Bearer ${org.connection.credential.accessToken}` } })
  return response.text()
}

describe('a note that is sent again', () => {
  test('because its response was lost is recognized and not duplicated', async () => {
    const first = await upsertNote(aNote())
    const second = await upsertNote(aNote({ documentHtml: '<p>Changed meanwhile</p>' }))
    expect(second.externalId).toBe(first.externalId)
    expect(await notesCalled('After the visit')).toHaveLength(1)
    expect(await contentOf(first.externalId)).toContain('Changed meanwhile')
  })

  test('without a URI is recognized by its content for some time', async () => {
    const { uri: _, ...bare } = aNote()
    const first = await upsertNote(bare)
    expect((await upsertNote(bare)).externalId).toBe(first.externalId)
    expect((await upsertNote({ ...bare, documentHtml: '<p>Other words</p>' })).externalId).not.toBe(first.externalId)
    org.sandbox.clock.advance(3_600_000)
    expect((await upsertNote(bare)).externalId).not.toBe(first.externalId)
  })

  test('is not taken for another one with the same title', async () => {
    const first = await upsertNote(aNote())
    const second = await upsertNote(aNote({ uri: 'https://platform.example/notes/2' }))
    expect(second.externalId).not.toBe(first.externalId)
  })

  test('is not taken for one whose URI has the same prefix, or that mentions it', async () => {
    const otherNotes = [
      await upsertNote(aNote({ uri: 'https://platform.example/notes/12' })),
      await upsertNote(
        aNote({ uri: 'https://platform.example/x', documentHtml: '<p>https://platform.example/notes/1</p>' }),
      ),
    ]
    const note = await upsertNote(aNote({ uri: 'https://platform.example/notes/1' }))
    expect(otherNotes.map(({ externalId }) => externalId)).not.toContain(note.externalId)
    expect(await notesCalled('After the visit')).toHaveLength(3)
  })

  test('is found immediately if the response breaks off', async () => {
    org.sandbox.faults.add({ method: 'POST', path: COMPOSITE, fault: { kind: 'reset', processed: true } })
    const note = await upsertNote(aNote())
    expect(note.externalId).toMatch(/^069/)
    expect(await notesCalled('After the visit')).toHaveLength(1)
  })

  test('has an unknown outcome if it is not found', async () => {
    org.sandbox.faults.add({ method: 'POST', path: COMPOSITE, fault: { kind: 'reset' } })
    const failure = await failureOf(aNote(), aNote({ _id: 'note-2', uri: 'https://platform.example/2', title: 'Two' }))
    expect(failure).toMatchObject({
      status: 422,
      options: { errors: [{ pointer: '#/externalNotes/0', code: 'UNKNOWN_OUTCOME' }] },
    })
    expect(failure.options.extensions.externalNotes.map(({ externalId }) => externalId)).toEqual([
      undefined,
      expect.stringMatching(/^069/),
    ])
  })
})
