import { expect, test } from '@jest/globals'
import { mergeLinks, toAssignee, toInvitation, toLink, toNewDocument } from '../../../console/src/editing/attachment.ts'
import { toAssignment, toUnassignment } from '../../../console/src/editing/tasks/assignment.ts'
import { shareOf } from '../collaboration/shares.ts'

test('somebody who is invited is not only linked', () => {
  const [ada, bo] = [
    { _id: 'ada', alias: 'Ada' },
    { _id: 'bo', alias: 'Bo' },
  ]
  expect(mergeLinks([toInvitation({ tag: ada })], [toLink('ada'), toLink('bo')])).toEqual([
    { tagId: 'ada', shared: true, sharingLevel: 1, sharingApproach: 1 },
    { tagId: 'bo', shared: false, sharingLevel: 0, sharingApproach: 1 },
  ])
  expect(mergeLinks([toAssignee({ email: 'bo@a.example' })], [toLink(bo._id)])).toMatchObject([
    { email: 'bo@a.example', assigned: true, shared: true },
    { tagId: 'bo', shared: false },
  ])
})

test('a new note starts with a link to what it is about', () => {
  const block = { _id: 'b1', blockType: 'event' as const, title: null }
  expect(toNewDocument('  ', undefined, 'https://a.example')).toBeUndefined()
  expect(JSON.parse(toNewDocument('One\n\nTwo', block, 'https://a.example') ?? '')).toMatchObject({
    type: 'doc',
    content: [
      {
        content: [
          { text: 'About ' },
          { text: 'Event without a title', marks: [{ type: 'link', attrs: { href: 'https://a.example/blocks/b1' } }] },
        ],
      },
      { content: [{ text: 'One' }] },
      { type: 'paragraph' },
      { content: [{ text: 'Two' }] },
    ],
  })
})

test('assigning lets somebody edit as far as one may oneself, and takes no access away', () => {
  const shares = [shareOf('me', 1), shareOf('owner', 2), shareOf('linked', undefined)]
  const assign = (tagId: string) => toAssignment({ tagId }, shares, 'me')
  expect(assign('owner')).toMatchObject({ tagId: 'owner', assigned: true, shared: true, sharingLevel: 2 })
  expect(assign('linked')).toMatchObject({ shared: true, sharingLevel: 1, sharingApproach: 1 })
  expect(toAssignment({ email: 'a@b.example' }, [shareOf('me', 0)], 'me')).toMatchObject({ sharingLevel: 0 })
})

test('a task that is taken from somebody stays visible to them', () => {
  const link = { ...shareOf('bo', 1), assigned: true }
  expect(toUnassignment(link)).toEqual({
    tagId: 'bo',
    shared: true,
    sharingLevel: 1,
    sharingApproach: 1,
    assigned: false,
  })
})
