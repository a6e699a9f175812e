import { describe, expect, test } from '@jest/globals'
import { salesforce } from '../../../vendors/salesforce/application.ts'
import { cutNetwork } from '../../kit/network.ts'
import { aCall, aConnection } from './builders.ts'
import { replay } from './recordings.ts'

cutNetwork()

const ANN = '0035e00000AbCdEAAV'
const NOTE = '0695e00000AbCdFAAV'
const OF_CONTACT = `https://acme.lightning.force.com/lightning/r/Contact/${ANN}/view`

const call = () => aCall({ clock: () => Date.UTC(2026, 0, 12, 9) })

const { upsert, queries, link, functions, sync } = salesforce

describe('rows', () => {
  const writeRows = (records: object[]) => {
    const table = { metadata: { metadataType: 'Contact' }, records }
    return upsert?.table?.({ connectedProvider: aConnection(), table } as never, call())
  }

  test('are created and updated, a request each', async () => {
    const waiting = replay('rows-created-and-updated')
    const table = await writeRows([
      { externalId: ANN, values: [{ name: 'LastName', value: 'Example' }] },
      { values: [{ name: 'LastName', value: 'Nowak' }] },
    ])
    expect(table?.records?.map(({ externalId }) => externalId)).toEqual([ANN, '0035e00000AbCdGAAV'])
    expect(waiting()).toEqual([])
  })

  test('that the org refuses are named', async () => {
    replay('a-row-that-is-a-duplicate')
    await expect(writeRows([{ values: [{ name: 'LastName', value: 'Nowak' }] }])).rejects.toMatchObject({
      problem: 'partial-failure',
      options: { errors: [{ pointer: '#/table/records/0' }] },
    })
  })
})

describe('a note', () => {
  const writeNote = (changes: object = {}) => {
    const note = {
      _id: 'n1',
      externalId: '',
      title: 'Call with Ann',
      documentHtml: '<p>She agrees.</p>',
      uri: 'https://platform.example/notes/n1',
      tags: [{ externalId: ANN, tagType: 'person' }],
      ...changes,
    }
    return upsert?.notes?.({ connectedProvider: aConnection(), externalNotes: [note] } as never, call())
  }

  test.each([
    ['is created with its links in one transaction', 'a-note-created', {}],
    ['is updated, and linked to no record twice', 'a-note-updated', { externalId: NOTE }],
    ['that was sent before is found by its content', 'a-note-sent-a-second-time', {}],
    ['that looks like a reference is created alone', 'a-note-with-a-reference', { title: 'Total: @{sum}' }],
    [
      'that looks like a reference is updated alone',
      'a-note-with-a-reference-updated',
      { title: 'Total: @{sum}', externalId: NOTE },
    ],
  ])('%s', async (_name, recording, changes) => {
    const waiting = replay(recording)
    expect(await writeNote(changes)).toEqual([expect.objectContaining({ _id: 'n1', externalId: NOTE })])
    expect(waiting()).toEqual([])
  })

  test('is deleted again if its record cannot be linked', async () => {
    const waiting = replay('a-note-on-a-record-that-is-gone')
    await expect(writeNote({ title: 'Total: @{sum}' })).rejects.toMatchObject({ problem: 'partial-failure' })
    expect(waiting()).toEqual([])
  })
})

describe('a record', () => {
  test('is found by the address of a person', async () => {
    const waiting = replay('a-person-found-by-address')
    const slot = { metadataType: 'Contact', tagType: 'person', email: 'ann@acme.example' }
    const page = await sync?.identifier?.({ connectedProvider: aConnection(), externalIdLinkObjects: [slot] }, call())
    expect(page?.items).toEqual([{ ...slot, externalId: ANN, url: OF_CONTACT }])
    expect(waiting()).toEqual([])
  })

  test('is read from a pasted link', async () => {
    const waiting = replay('a-pasted-record')
    const document = await link?.({ connectedProvider: aConnection(), url: OF_CONTACT } as never, call())
    expect(document).toMatchObject({ externalId: ANN, title: 'Ann Example', metadataType: 'Contact', url: OF_CONTACT })
    expect(waiting()).toEqual([])
  })

  test('is found by a query', async () => {
    const waiting = replay('rows-of-a-query')
    const searchCriteria = [{ fieldName: 'LastName', operator: 'startsWith', value: 'Exa' } as const]
    const request = { metadataType: 'Contact', searchCriteria, returnFields: ['LastName'], limit: 1 }
    const page = await queries?.({ connectedProvider: aConnection(), ...request }, call())
    expect(page).toMatchObject({
      hasMore: false,
      records: [
        { externalId: ANN, title: 'Ann Example', uri: OF_CONTACT, values: [{ name: 'LastName', value: 'Example' }] },
      ],
    })
    expect(waiting()).toEqual([])
  })
})

test('a report becomes a file', async () => {
  const waiting = replay('a-report-as-a-file')
  const file = await functions?.['salesforce-report-to-file']?.execute(
    {
      functionName: 'salesforce-report-to-file',
      configuration: { reportId: '00O5e00000AbCdEEAV', title: 'Pipeline' },
      values: [],
      outputConnectedProvider: aConnection(),
    },
    call(),
  )
  const uri = `https://acme.lightning.force.com/lightning/r/ContentDocument/${NOTE}/view`
  expect(file).toEqual({ outputUrl: uri, uri, externalId: NOTE })
  expect(waiting()).toEqual([])
})
