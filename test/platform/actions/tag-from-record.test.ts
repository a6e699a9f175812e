import { afterAll, afterEach, beforeAll, describe, expect, test } from '@jest/globals'
import { codeOf, someone } from '../graph/api.ts'
import { type TestPlatform, startTestPlatform, TAG } from './api.ts'

let platform: TestPlatform
beforeAll(async () => {
  platform = await startTestPlatform()
})
afterAll(() => platform.stop())
afterEach(() => platform.reset())

const tag = (email: string, input: object) => platform.ask(email, TAG, { input })

describe('tagFromRecord', () => {
  const at = (connectionId: string, externalId: string) => ({ connectionId, metadataType: 'Account', externalId })

  test('is the person of that address, whom it does not rename', async () => {
    const email = someone()
    const connectionId = await platform.connect(email)
    platform.provider.on('/tag/tag', () => ({
      body: {
        externalId: 'p-1',
        tagType: 'person',
        alias: 'Ada by the vendor',
        email: email.toUpperCase(),
        uri: 'https://crm.example/p-1',
      },
    }))
    const { data: tenant } = await platform.ask(email, '{ tenant { tagId } }')
    const { data, errors } = await tag(email, at(connectionId, 'p-1'))
    expect(errors).toBeUndefined()
    expect(data.tagFromRecord).toMatchObject({
      ...{ _id: (tenant.tenant as { tagId: string }).tagId, email, tagType: 'person' },
      externalIdLinks: [{ externalId: 'p-1', metadataType: 'Account', url: 'https://crm.example/p-1' }],
    })
  })

  test('is the organization of that domain, whose name it brings', async () => {
    const email = someone()
    const connectionId = await platform.connect(email)
    platform.provider.on('/tag/tag', () => ({
      body: {
        externalId: 'a-1',
        tagType: 'topic',
        tagSubType: 'organization',
        alias: 'Navy',
        url: 'https://www.navy.example/about',
      },
    }))
    const first = await tag(email, at(connectionId, 'a-1'))
    expect(first.data.tagFromRecord).toMatchObject({
      alias: 'Navy',
      tagSubType: 'organization',
      emailDomain: 'navy.example',
    })
    expect((await tag(email, at(connectionId, 'a-1'))).data).toEqual(first.data)
  })

  test('is one tag for a record that nothing else tells from others, also out of the archive', async () => {
    const email = someone()
    const connectionId = await platform.connect(email)
    platform.provider.on('/tag/tag', () => ({ body: { externalId: 'x-1', tagType: 'product', alias: 'The ship' } }))
    const answers = await Promise.all([tag(email, at(connectionId, 'x-1')), tag(email, at(connectionId, 'x-1'))])
    const [first, again] = answers.map(({ data }) => data.tagFromRecord as { _id: string })
    expect(first).toMatchObject({ alias: 'The ship', tagType: 'topic' })
    expect(again).toEqual(first)
    const _id = first?._id
    await platform.ask(email, `mutation { archiveOneTag(input: { _id: "${_id}" }) { archived } }`)
    expect((await tag(email, at(connectionId, 'x-1'))).data.tagFromRecord).toMatchObject({ _id, archived: false })
  })

  test('says so when the vendor has no such record', async () => {
    const email = someone()
    const connectionId = await platform.connect(email)
    const answer = await tag(email, at(connectionId, 'gone'))
    expect(answer.errors?.[0]).toMatchObject({
      message: 'The record was not found.',
      extensions: { code: 'NOT_FOUND' },
    })
    expect(codeOf(await tag(email, { ...at(connectionId, 'x'), metadataType: 'a.b' }))).toBe('BAD_USER_INPUT')
  })
})
