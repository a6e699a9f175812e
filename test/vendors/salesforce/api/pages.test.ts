import { describe, expect, test } from '@jest/globals'
import nock from 'nock'
import { createClient } from '../../../../vendors/salesforce/api/client.ts'
import { fetchRows } from '../../../../vendors/salesforce/api/pages.ts'
import { soql } from '../../../../vendors/salesforce/soql/statement.ts'
import { impatient } from '../../../kit/call.ts'
import { cutNetwork } from '../../../kit/network.ts'
import { aCall, aCredential, DATA, INSTANCE, problemOf } from '../builders.ts'

cutNetwork()

const STATEMENT = soql`SELECT Id FROM Account`
const LOCATOR = '01gD0000002HU6KIAW-2000'
const read = (call = aCall({ budget: impatient() })) => fetchRows(createClient(aCredential(), call, '#'), STATEMENT)

function mockPage(path: string, page: unknown): nock.Scope {
  return nock(INSTANCE)
    .get(path)
    .reply(200, page as object)
}

describe('the pages of a query', () => {
  const first = `${DATA}/query?q=SELECT%20Id%20FROM%20Account`

  test.each(['', 'https://evil.example'])(
    'are requests of their own to the org, whatever host a page names: «%s»',
    async (host) => {
      const nextRecordsUrl = `${host}${DATA}/query/${LOCATOR}`
      mockPage(first, { done: false, totalSize: 2, records: [{ Id: '1' }], nextRecordsUrl })
      mockPage(`${DATA}/query/${LOCATOR}`, { done: true, totalSize: 2, records: [{ Id: '2' }] })
      const call = aCall()
      expect(await read(call)).toEqual([{ Id: '1' }, { Id: '2' }])
      expect(call.meter).toMatchObject({ calls: 2, units: 2 })
    },
  )

  test.each([
    [{}],
    [{ done: false, totalSize: 2, records: [{ Id: '1' }] }],
    [{ done: false, totalSize: 2, records: [{ Id: '1' }], nextRecordsUrl: `${DATA}/query/..` }],
  ])('that are no pages are an error of the vendor: %j', async (page) => {
    mockPage(first, page)
    expect(await problemOf(read())).toMatchObject({ status: 502, problem: 'vendor-error' })
  })
})
