import { describe, expect, test } from '@jest/globals'
import { findSpokenPromises, toSpeaker } from '../../../platform/model/spoken-promises.ts'
import { addBlock, type BlockSeed } from '../graph/block-content.ts'
import { accept, list, owner } from '../graph/user/recommendation-operations.ts'
import {
  addMail,
  content,
  DAY_MS,
  first,
  HOUR_MS,
  kestrel,
  maya,
  NOW,
  ownLink,
  recommend,
  titles,
  useScenario,
} from './scenario.ts'

useScenario()

/** The Friday before: what was promised without a day is due two days ago. */
const FRIDAY = NOW - 5 * DAY_MS
const OTHERS = '[00:00:01] Maya Lind: I will send you the figures on Thursday.'
const OWN = '[00:01:00] Ada Lovelace: I will draft the offer. Thanks!'
/** A promise with a day, which becomes a proposed task as soon as it arrives. */
const DATED = '[00:01:00] Ada Lovelace: I will draft the offer by Thursday. Thanks!'

const addTranscription = (text: string, more: BlockSeed = {}) =>
  addBlock(content, owner, 'transcription', {
    title: 'Kick-off',
    date_start: FRIDAY,
    date_end: FRIDAY + HOUR_MS,
    people: [owner.email, 'maya@kestrel.example'],
    detail: { attendees: [{ email: owner.email, friendlyName: 'Ada  Lovelace' }, { email: 'maya@kestrel.example' }] },
    large: { transcript: { title: 'Kick-off', text } },
    links: ownLink(maya),
    ...more,
  })

describe('a follow-up that was promised in a meeting', () => {
  test('is recommended with the sentence of the person themselves, and accepting creates the task', async () => {
    const meeting = await addTranscription(`${OTHERS}\n${OWN}`)
    await recommend()
    expect(await list()).toMatchObject([
      {
        recommendationType: 'follow_up',
        displayTitle: 'Follow up with Maya Lind',
        displayDescription:
          'Because you promised on Friday in “Kick-off”: “I will draft the offer.”, and have not written since.',
        tagIds: [maya, kestrel].sort(),
        followUpRecommendation: {
          referenceBlock: { id: meeting, blockType: 'transcription' },
          dateDue: Date.UTC(2099, 10, 23, 16),
        },
      },
    ])
    const { block } = await accept((await first())._id)
    expect(block).toMatchObject({ __typename: 'Task', parentReferenceBlock: { id: meeting } })
    await recommend()
    expect(await titles()).toEqual([])
  })

  test.each<[string, string, () => BlockSeed]>([
    ['was made by somebody else', OTHERS, () => ({})],
    ['has no speaker', '[00:00:01] I will send you the figures on Thursday.', () => ({})],
    ['names a day', DATED, () => ({})],
    ['was made long ago', OWN, () => ({ date_start: NOW - 15 * DAY_MS, date_end: NOW - 15 * DAY_MS })],
    ['was made where nobody is known', OWN, () => ({ links: ownLink() })],
    ['is in an archived transcription', OWN, () => ({ archived: true })],
  ])('is not recommended if it %s', async (_, text, more) => {
    await addTranscription(text, more())
    await recommend()
    expect(await titles()).toEqual([])
  })

  test('is resolved by a mail to somebody who was there', async () => {
    await addTranscription(OWN)
    await recommend()
    expect(await titles()).toEqual(['Follow up with Maya Lind'])
    await addMail('Here is the offer.', { people: ['maya@kestrel.example'], date_associated: NOW - HOUR_MS })
    await recommend()
    expect(await titles()).toEqual([])
  })
})

test('promises are found with their speakers and offsets, and may contain colons', () => {
  const date = Date.UTC(2099, 10, 24, 9)
  const find = (transcript: string) => [...findSpokenPromises(transcript, date, 'UTC')]
  expect(find('[100:00:02] ADA  Lovelace: To be clear: I will call you tomorrow.\n[100:00:04] Bob: Fine.')).toEqual([
    {
      speaker: 'ADA  Lovelace',
      sentence: 'To be clear: I will call you tomorrow.',
      dateDue: Date.UTC(2099, 10, 25, 17),
      startOffset: 360_002_000,
    },
  ])
  expect(toSpeaker('ADA  Lovelace')).toBe('ada lovelace')
  expect(find('Ada Lovelace: I will call you tomorrow.')).toEqual([])
  expect(find('')).toEqual([])
})
