import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { type Api, codeOf, newEmail, startApi } from '../api.ts'
import { addPerson, addTag, type Content } from '../block-content.ts'
import { signIn, type TestUser } from '../block-operations.ts'

let api: Api
let content: Content
let ada: TestUser
let ben: TestUser
let cleo: TestUser
beforeAll(async () => {
  api = await startApi()
  content = { db: api.db, now: 1_700_000_000_000 }
  ;[ada, ben, cleo] = [await signIn(api), await signIn(api), await signIn(api)]
})
afterAll(() => api.stop())

const to = (email: string, sharingLevel: number, more = {}) => ({
  email,
  shared: true,
  sharingLevel,
  sharingApproach: 1,
  ...more,
})

interface Shown {
  otherSharingCount: number
  sharingTags: {
    tagId: string
    shared: boolean
    sharingLevel: number
    pinned: boolean
    tag: { email: string | null }
  }[]
}
const QUERY = `query Q($input: FindBlockInput!) { block(input: $input) {
  otherSharingCount tags { email } sharingTags { tagId shared sharingLevel pinned assigned tag { email } }
} }`
const shownTo = async (person: TestUser, _id: string) => {
  const { data, errors } = await api.execute(person.email, QUERY, { input: { _id } })
  expect(errors).toBeUndefined()
  return data.block as Shown
}
const levels = ({ sharingTags }: Shown) =>
  Object.fromEntries(sharingTags.map(({ tag, sharingLevel }) => [tag.email, sharingLevel]))

describe('a guest', () => {
  test('sees the people whom they could name themselves, and the number of the others', async () => {
    const [friend, outsider] = [newEmail(), newEmail()]
    const topic = await addTag(content, ada, { alias: 'Private topic' })
    const organized = await addPerson(content, ada, newEmail())
    const { _id } = await ada.run('upsertOneTask', {
      title: 'Plan',
      sharingTags: [
        to(ben.email, 1),
        to(cleo.email, 0, { pinned: true, assigned: true }),
        to(friend, 0),
        to(outsider, 0),
        { tagId: topic, shared: false, sharingLevel: 0, sharingApproach: 1 },
        { tagId: organized, shared: false, sharingLevel: 0, sharingApproach: 1 },
      ],
    })
    for (const email of [cleo.email, friend]) await addPerson(content, ben, email)
    const shown = await shownTo(ben, _id)
    expect(levels(shown)).toEqual({ [ben.email]: 1, [cleo.email]: 0, [friend]: 0 })
    // Ada, whom Ben has no tag of, and the unknown person.
    expect(shown.otherSharingCount).toBe(2)
    const ofCleo = shown.sharingTags.find(({ tag }) => tag.email === cleo.email)
    expect(ofCleo).toMatchObject({
      tagId: await addPerson(content, ben, cleo.email),
      shared: true,
      pinned: false,
      assigned: true,
    })
    await addPerson(content, ben, ada.email)
    expect(levels(await shownTo(ben, _id))).toMatchObject({ [ada.email]: 2 })
    expect((await shownTo(ben, _id)).otherSharingCount).toBe(1)
    expect(await shownTo(cleo, _id)).toMatchObject({ otherSharingCount: 4, sharingTags: [{ tagId: cleo.tagId }] })
  })

  test('may send the set back that they were shown, which changes nothing for others', async () => {
    const { _id } = await ada.run('upsertOneNote', {
      title: 'Plan',
      sharingTags: [to(ben.email, 0), to(cleo.email, 1)],
    })
    await addPerson(content, ben, cleo.email)
    const { sharingTags } = await shownTo(ben, _id)
    const set = sharingTags.map(({ tagId, shared, sharingLevel }) => ({
      tagId,
      shared,
      sharingLevel,
      sharingApproach: 1,
    }))
    const { errors } = await ben.execute('updateOneBlock', { _id, sharingTags: set })
    expect(errors).toBeUndefined()
    await ben.execute('updateOneBlock', { _id, sharingTags: [] })
    expect(levels(await shownTo(ada, _id))).toEqual({ [ada.email]: 2, [ben.email]: 0, [cleo.email]: 1 })
  })

  test('no longer sees a person whose access has ended', async () => {
    const { _id } = await ada.run('upsertOneNote', {
      title: 'Plan',
      sharingTags: [to(ben.email, 0), to(cleo.email, 0)],
    })
    await addPerson(content, ben, cleo.email)
    const tagId = await addPerson(content, ada, cleo.email)
    await ada.run('deleteSharingTag', { referenceBlock: { id: _id }, tagId })
    expect(levels(await shownTo(ben, _id))).not.toHaveProperty(cleo.email)
    expect(codeOf(await cleo.execute('block', { _id }))).toBe('NOT_FOUND')
  })
})

test('an owner sees all links, so there are no others', async () => {
  const { _id } = await ada.run('upsertOneNote', { sharingTags: [to(ben.email, 0), to(newEmail(), 0)] })
  expect(await shownTo(ada, _id)).toMatchObject({ otherSharingCount: 0, sharingTags: [{}, {}, {}] })
})

describe('the access to a message', () => {
  test('is RW for its author alone; an owner of the block may archive it', async () => {
    const { _id } = await ada.run('upsertOneNote', { sharingTags: [to(ben.email, 1), to(cleo.email, 0)] })
    const parentReferenceBlock = { id: _id, blockType: 'note' }
    const comment = await ben.run('upsertOneMessage', { parentReferenceBlock, bodyHtml: 'Why?' })
    expect(comment.access).toBe('RW')
    for (const person of [ada, cleo]) {
      expect(await person.run('block', { _id: comment._id })).toMatchObject({ access: 'READ_ONLY' })
      const changed = await person.execute('upsertOneMessage', { _id: comment._id, bodyHtml: 'Because.' })
      expect(codeOf(changed)).toBe('FORBIDDEN')
    }
    expect(codeOf(await cleo.execute('archiveOneMessage', { _id: comment._id }))).toBe('FORBIDDEN')
    expect(await ada.run('archiveOneMessage', { _id: comment._id })).toMatchObject({ archived: true })
  })
})
