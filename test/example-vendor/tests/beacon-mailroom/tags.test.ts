import { expect, test } from '@jest/globals'
import { cutNetwork } from '../../../kit/network.ts'
import { mailroom } from '../../vendor/beacon-mailroom/index.ts'
import { aCall, aConnection, replay } from '../builders.ts'

cutNetwork()

const call = aCall({ application: mailroom.name })
const connectedProvider = aConnection(mailroom.name)

test('records are found by id and by address; a name that nobody has is not found', async () => {
  const waiting = replay('beacon-mailroom/records-of-tags')
  const tags = [{ externalId: 'a9' }, { email: 'bo@acme.test' }]
  expect(await mailroom.tag?.({ connectedProvider, tags }, call)).toEqual([
    { externalId: 'a9', tagType: 'topic', alias: 'Lind AS', uri: 'https://example.beacon.example/records/Account/a9' },
    {
      externalId: 'p9',
      tagType: 'person',
      alias: 'Bo Lind',
      email: 'bo@acme.test',
      uri: 'https://example.beacon.example/records/Contact/p9',
    },
  ])
  const missing = mailroom.tag?.({ connectedProvider, tag: { alias: 'Nobody' } }, call)
  await expect(missing).rejects.toMatchObject({ status: 404, problem: 'not-found' })
  expect(waiting()).toEqual([])
})

test('a tag without anything to find it by is refused', async () => {
  const tag = mailroom.tag?.({ connectedProvider, tag: { tagType: 'person' } }, call)
  await expect(tag).rejects.toThrow('#/tag: must have an externalId, an email or an alias.')
})
