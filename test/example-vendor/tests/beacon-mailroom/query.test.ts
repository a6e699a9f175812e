import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

test('criteria become conditions; a table that is missing is the fault of the request', async () => {
  const waiting = replay('beacon-mailroom/a-query-and-a-missing-table')
  const searchCriteria = [
    { fieldName: 'Name', operator: 'contains' as const, value: 'lind' },
    { fieldName: 'Industry', operator: 'in' as const, values: ['Food', 'Timber'] },
    { fieldName: 'Seats', operator: 'isNotNull' as const },
  ]
  const request = { connectedProvider, metadataType: 'Account', searchCriteria, returnFields: ['Name'], limit: 1 }
  expect(await mailroom.queries?.(request, call)).toEqual({
    records: [
      {
        provider: 'provider-hub',
        application: mailroom.name,
        metadataType: 'Account',
        externalId: 'a9',
        title: 'Lind AS',
        uri: 'https://example.beacon.example/records/Account/a9',
        values: [{ name: 'Name', value: 'Lind AS' }],
      },
    ],
    hasMore: true,
  })
  const missing = mailroom.queries?.({ connectedProvider, metadataType: 'Quote' }, call)
  await expect(missing).rejects.toThrow('#/metadataType: must be a table')
  expect(waiting()).toEqual([])
})

test('an operator that the vendor does not have is refused, with those that it has', async () => {
  const searchCriteria = [{ fieldName: 'Name', operator: 'between' as const, values: ['a', 'b'] }]
  const query = mailroom.queries?.({ connectedProvider, metadataType: 'Account', searchCriteria }, call)
  await expect(query).rejects.toThrow('#/searchCriteria/0/operator: must be one of eq, neq, contains')
})
