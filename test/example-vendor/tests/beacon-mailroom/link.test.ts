import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

test('the address of a document becomes the document', async () => {
  const waiting = replay('beacon-mailroom/a-document')
  const url = 'https://example.beacon.example/documents/d-9?from=mail#page-2'
  expect(await mailroom.link?.({ connectedProvider, url }, call)).toEqual({
    blockType: 'document',
    provider: 'provider-hub',
    application: mailroom.name,
    externalId: 'd-9',
    url: 'https://example.beacon.example/documents/d-9',
    title: 'Prices',
    documentHtml: '<p>Oak</p>',
    organizedBy: { email: 'ann@example.com', friendlyName: 'Ann Example' },
    dateUpdated: Date.parse('2026-03-30T09:00:00Z'),
  })
  expect(waiting()).toEqual([])
})

test.each([
  'https://example.com/documents/d-9',
  'https://example.beacon.example/inbox',
  'http://x.beacon.example/documents/1',
  'd-9',
])('%s is refused', async (url) => {
  await expect(mailroom.link?.({ connectedProvider, url }, call)).rejects.toThrow('#/url: must be the address')
})
