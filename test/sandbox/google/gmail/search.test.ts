import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { PEOPLE } from '../../../../sandbox/core/fixtures.ts'
import { createAccount, type GoogleAccount } from '../../../../sandbox/google/account.ts'
import type { NewMail } from '../../../../sandbox/google/gmail/compose.ts'
import { deliverMail } from '../../../../sandbox/google/gmail/deliver.ts'
import { type GoogleSandbox, startGoogle } from '../../../../sandbox/google/index.ts'
import { ADA, createGet, type Get } from '../harness.ts'

const NOON = Date.parse('2026-03-10T12:00:00Z')
const SECOND = 1_000

/** Named by one letter each, oldest first. */
const MAILS: Record<string, NewMail> = {
  a: {
    from: 'Amy Adams <amy@x.example>',
    to: ADA,
    subject: 'Quarterly report',
    text: 'Numbers are fine',
    receivedAt: NOON,
  },
  b: {
    from: 'david@x.example',
    to: `Bob <bob@y.example>, ${ADA}`,
    subject: 'Re: report',
    text: 'the big dinner',
    receivedAt: NOON + SECOND,
  },
  c: {
    from: ADA,
    to: 'zed@z.example',
    cc: 'amy@x.example',
    bcc: 'bob@y.example',
    subject: 'Dinner',
    html: '<p>big news, dinner later</p>',
    receivedAt: NOON + 2 * SECOND,
    labelIds: ['SENT'],
  },
  d: {
    from: 'amy@x.example.evil.example',
    to: ADA,
    subject: 'nothing',
    text: 'Покупки 東京都',
    receivedAt: NOON + 3 * SECOND,
    labelIds: ['INBOX', 'STARRED', 'Label_1'],
  },
  e: {
    from: '"Adams, Amy" <amy@x.example>',
    to: ADA,
    subject: 'Draft',
    text: 'draft',
    receivedAt: NOON + 4 * SECOND,
    labelIds: ['DRAFT'],
  },
  f: {
    from: 'amy@x.example',
    to: ADA,
    subject: 'Spam',
    text: 'report',
    receivedAt: NOON + 5 * SECOND,
    labelIds: ['SPAM'],
  },
  g: {
    from: 'amy@x.example',
    subject: 'Chat',
    text: 'hi',
    receivedAt: NOON + 6 * SECOND,
    labelIds: ['CHAT'],
    files: [{ filename: 'plan.pdf', mimeType: 'application/pdf', bytes: Buffer.of(1) }],
  },
}

let google: GoogleSandbox
let get: Get
const letters = new Map<string, string>()

beforeAll(async () => {
  const account: GoogleAccount = createAccount(PEOPLE.ada, '1')
  account.mailbox.labels.set('Customers/Big Fish', 'Label_1')
  for (const [letter, mail] of Object.entries(MAILS)) letters.set(deliverMail(account, mail, NOON).id, letter)
  google = await startGoogle({ accounts: [account] })
  get = createGet(google, ADA)
})
afterAll(() => google.stop())

async function found(q: string): Promise<string> {
  google.clock.advance(60_000)
  const { body } = await get('/gmail/v1/users/me/messages', { q })
  return (body.messages ?? [])
    .map(({ id }: { id: string }) => letters.get(id))
    .sort()
    .join('')
}

const at = (mail: keyof typeof MAILS) => Math.floor((MAILS[mail]?.receivedAt ?? 0) / SECOND)

describe('the search', () => {
  test.each([
    ['', 'abcdeg'],
    // Addresses must match completely; names and domains match by words.
    ['from:amy@x.example', 'aeg'],
    ['from:AMY@X.Example', 'aeg'],
    ['from:amy', 'adeg'],
    ['from:"Amy Adams"', 'a'],
    ['from:x.example', 'abdeg'],
    ['to:amy@x.example', ''],
    ['to:bob@y.example', 'b'],
    ['cc:amy@x.example', 'c'],
    ['bcc:bob@y.example', 'c'],
    // Alternatives.
    ['{from:david@x.example cc:amy@x.example}', 'bc'],
    ['(from:david@x.example OR cc:amy@x.example)', 'bc'],
    ['from:(amy@x.example OR david@x.example)', 'abeg'],
    ['from:{david@x.example nobody@x.example}', 'b'],
    ['{from:bob@y.example to:bob@y.example cc:bob@y.example bcc:bob@y.example}', 'bc'],
    // Conjunctions; OR binds more tightly than adjacency.
    ['from:amy@x.example subject:report', 'a'],
    ['subject:report from:amy@x.example OR from:david@x.example', 'ab'],
    ['from:amy@x.example AND subject:chat', 'g'],
    ['(from:amy (subject:chat OR subject:draft))', 'eg'],
    // Exclusions.
    ['-in:drafts -in:chats', 'abcd'],
    ['-from:amy@x.example', 'bcd'],
    ['-{from:amy@x.example from:david@x.example}', 'cd'],
    ['-(from:amy@x.example subject:report)', 'bcdeg'],
    // Words in subject, names and text; whole words in scripts that separate words.
    ['report', 'ab'],
    ['dinner', 'bc'],
    ['din', ''],
    ['"big dinner"', 'b'],
    ['big dinner', 'bc'],
    ['subject:(dinner)', 'c'],
    ['покупки', 'd'],
    ['東京', 'd'],
    ['http://x.example', ''],
    // Labels.
    ['in:inbox', 'abd'],
    ['in:sent', 'c'],
    ['in:spam', 'f'],
    ['in:anywhere report', 'abf'],
    ['in:anywhere -in:spam from:amy@x.example', 'aeg'],
    ['label:customers-big-fish', 'd'],
    ['is:starred', 'd'],
    ['is:unread', 'ab'],
    ['has:attachment', 'g'],
    ['filename:pdf', 'g'],
    ['label:no-such-label', ''],
    // Unbalanced brackets are ignored.
    ['(from:david@x.example', 'b'],
    ['from:david@x.example)', 'b'],
  ])('%s', async (q, expected) => {
    expect(await found(q)).toBe(expected)
  })

  test('compares epoch seconds exactly', async () => {
    expect(await found(`after:${at('b')} before:${at('d')}`)).toBe('bcd')
    google.settings.dateEdges = 'exclude'
    expect(await found(`after:${at('b')} before:${at('d')}`)).toBe('c')
    google.settings.dateEdges = 'include'
    expect(await found(`newer:${at('g')}`)).toBe('g')
    expect(await found(`older:${at('a')}`)).toBe('a')
  })

  test('matches nothing for milliseconds and invalid dates', async () => {
    expect(await found(`after:${NOON - 1}`)).toBe('')
    expect(await found(`before:${NOON + 60_000}`)).toBe('')
    expect(await found('after:yesterday')).toBe('')
  })

  test('interprets a date as midnight in the Pacific time zone', async () => {
    // 10 March starts at 07:00 UTC in Los Angeles, where daylight saving time started two days before.
    for (const [letter, time] of [
      ['y', '06:59:59'],
      ['z', '07:00:00'],
    ] as const) {
      const mail = { from: 'night@x.example', text: '', receivedAt: Date.parse(`2026-03-10T${time}Z`) }
      letters.set(google.deliverMail(ADA, mail).id, letter)
    }
    expect(await found('from:night@x.example after:2026/03/10')).toBe('z')
    expect(await found('from:night@x.example after:2026-3-10')).toBe('z')
    expect(await found('from:night@x.example after:2026/03/11')).toBe('')
    google.settings.dateEdges = 'exclude'
    expect(await found('from:night@x.example before:2026/03/10')).toBe('y')
    google.settings.dateEdges = 'include'
  })

  test('compares the Date header with `dateBasis`', async () => {
    const { id } = google.deliverMail(ADA, {
      from: 'late@x.example',
      date: 'Thu, 01 Jan 2026 00:00:00 +0000',
      receivedAt: NOON,
      text: '',
    })
    letters.set(id, 'x')
    expect(await found('from:late@x.example after:2026/03/01')).toBe('x')
    google.settings.dateBasis = 'dateHeader'
    expect(await found('from:late@x.example after:2026/03/01')).toBe('')
    expect(await found('from:late@x.example before:2026/01/02')).toBe('x')
    google.settings.dateBasis = 'internalDate'
  })
})
