import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

const report = mailroom.functions?.['beacon-report']
const request = { functionName: 'beacon-report', outputConnectedProvider: connectedProvider }

test('a report is made from the values of a run', async () => {
  const waiting = replay('beacon-mailroom/a-report')
  const inputs = await report?.inputs({ functionName: 'beacon-report' }, call)
  expect(inputs?.map(({ name }) => name)).toEqual(['Title', 'Text'])
  const values = [
    { name: 'Title', value: 'Prices' },
    { name: 'Text', value: 'Five percent.' },
  ]
  expect(await report?.execute({ ...request, values }, call)).toEqual({
    externalId: 'r9',
    uri: 'https://example.beacon.example/reports/r9',
    title: 'Prices',
  })
  expect(waiting()).toEqual([])
})

test('a missing value is named', async () => {
  const values = [{ name: 'Title', value: 'Prices' }]
  await expect(report?.execute({ ...request, values }, call)).rejects.toThrow(/#\/values: must have a value for .*Text/)
})
