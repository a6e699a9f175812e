import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

const metadata = { metadataType: 'Account' }
const created = { values: [{ name: 'Name', value: 'Lind AS' }] }

test('a record is created and another one updated; an empty text clears a field', async () => {
  const waiting = replay('beacon-mailroom/a-record-created-and-one-updated')
  const updated = { externalId: 'a8', values: [{ name: 'Industry', value: '' }] }
  const table = await mailroom.upsert?.table?.(
    { connectedProvider, table: { metadata, records: [created, updated] } },
    call,
  )
  expect(table?.records).toEqual([{ externalId: 'a9', ...created }, updated])
  expect(waiting()).toEqual([])
})

test('a record that is refused is named, and the ids of the others are not lost', async () => {
  const waiting = replay('beacon-mailroom/a-record-that-is-refused')
  const refused = { values: [{ name: 'Industry', value: 'Mining' }] }
  const table = { metadata, records: [created, refused] }
  await expect(mailroom.upsert?.table?.({ connectedProvider, table }, call)).rejects.toMatchObject({
    status: 422,
    problem: 'partial-failure',
    options: {
      errors: [{ pointer: '#/table/records/1', detail: expect.stringContaining('does not accept these values') }],
      extensions: { table: { records: [{ externalId: 'a9' }, refused] } },
    },
  })
  expect(waiting()).toEqual([])
})
