import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

test('a table is described; one that is missing is named in a warning', async () => {
  const waiting = replay('beacon-mailroom/a-table-and-one-that-is-missing')
  const tableMetadata = [{ metadataType: 'Account' }, { metadataType: 'Quote' }]
  const page = await mailroom.sync?.metadata?.({ connectedProvider, tableMetadata }, call)
  expect(page?.items).toEqual([
    {
      blockType: 'table',
      provider: 'provider-hub',
      application: mailroom.name,
      externalId: `${mailroom.name}.Account`,
      uri: 'https://example.beacon.example/tables/Account',
      metadata: {
        metadataType: 'Account',
        label: 'Company',
        fields: [
          { name: 'Name', label: 'Name', fieldType: 'string', required: true },
          {
            name: 'Industry',
            label: 'Branch',
            fieldType: 'picklist',
            options: ['Food', 'Timber'].map((value) => ({ value, label: value })),
          },
          { name: 'Seats', label: 'Seats', fieldType: 'number' },
        ],
      },
    },
  ])
  expect(page?.metadata?.warnings).toEqual([expect.stringMatching(/^Quote: This does not exist/)])
  expect(waiting()).toEqual([])
})

test('rows have the requested fields as text', async () => {
  const waiting = replay('beacon-mailroom/rows-by-id')
  const tableMetadata = { metadataType: 'Account', fields: [{ name: 'Seats' }, { name: 'Industry' }] }
  const recordTypeFilters = [{ tableMetadata, externalIds: ['a9', 'a8'] }]
  const page = await mailroom.sync?.table?.({ connectedProvider, recordFilter: { recordTypeFilters } }, call)
  expect(page?.items[0]?.records).toEqual([
    {
      externalId: 'a9',
      values: [
        { name: 'Seats', value: '12' },
        { name: 'Industry', value: '' },
      ],
    },
  ])
  expect(waiting()).toEqual([])
})
