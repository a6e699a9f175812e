import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

test('a person is found by address; what the vendor has no records of is not requested', async () => {
  const waiting = replay('beacon-mailroom/a-contact-by-address')
  const externalIdLinkObjects = [
    { metadataType: 'Contact', tagType: 'person', email: 'bo@acme.test', sourceTagId: 'tag-1' },
    { metadataType: 'Contact', tagType: 'person', name: 'No Address' },
    { metadataType: 'Lead', tagType: 'person', email: 'bo@acme.test' },
  ]
  const page = await mailroom.sync?.identifier?.({ connectedProvider, externalIdLinkObjects }, call)
  expect(page?.items).toEqual([
    {
      metadataType: 'Contact',
      tagType: 'person',
      email: 'bo@acme.test',
      sourceTagId: 'tag-1',
      externalId: 'p9',
      url: 'https://example.beacon.example/records/Contact/p9',
    },
  ])
  expect(waiting()).toEqual([])
})
