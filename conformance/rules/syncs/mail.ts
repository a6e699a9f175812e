import type { Rule } from '../../rule.ts'
import type { Json } from '../../run/client.ts'
import { SPECIFICATION } from '../../specification/sentences.ts'
import { accepted, idOf, list, readAll, readItems, readPage } from './pages.ts'

const ofMail = { scope: 'capability', capabilities: ['email'], needs: ['account'] } as const
const NOBODY = 'nobody@conformance.invalid'

/** Rules about /sync/email and /sync/transcription, beside those of paging. */
export const mailRules: readonly Rule[] = [
  {
    ...ofMail,
    id: 'email.people',
    level: 'must',
    requires: 'includeEmails returns only mail that involves one of the addresses.',
    source: SPECIFICATION.emailFilter,
    remedy: 'Add the addresses to the search at the vendor, as senders and as receivers.',
    run: async (check, subject) => {
      const [person] = accepted(subject, await readItems(check, subject)).flatMap(addressesOf)
      if (!person) check.skip('no message on the page names a person')
      const included = await readItems(check, subject, { filter: { includeEmails: [person] } })
      const others = accepted(subject, included).filter((item) => !addressesOf(item).includes(person as string))
      check.expect(others.length === 0, `mail that does not involve ${person}: ${list(others.map(idOf))}`)
      const { items } = await readPage(check, subject, { filter: { includeEmails: [NOBODY] } })
      check.expect(items.length === 0, `${items.length} messages involve ${NOBODY}`)
    },
  },
  {
    ...ofMail,
    id: 'email.nobody',
    level: 'should',
    requires: 'An empty list of includeEmails returns no mail.',
    source: SPECIFICATION.emailFilter,
    remedy: 'Distinguish an empty list from a missing one: the former is present, and involves nobody.',
    run: async (check, subject) => {
      const { items } = await readPage(check, subject, { filter: { includeEmails: [] } })
      check.expect(items.length === 0, `${items.length} messages involve none of no addresses`)
    },
  },
  {
    ...ofMail,
    id: 'sync.empty-window',
    level: 'must',
    requires: 'A window without anything in it is an empty page, and no error.',
    source: SPECIFICATION.emptyItems,
    remedy: 'Return items: [] when the vendor has nothing.',
    capabilities: ['email', 'transcription', 'calendar'],
    run: async (check, subject) => {
      const { pages, isComplete } = await readAll(check, subject, LONG_AGO)
      const items = pages.flatMap((page) => page.items)
      const found = subject.capability.name === 'calendar' ? items.flatMap(({ events }) => events ?? []) : items
      check.expect(found.length === 0, `${found.length} items of a day in 1990`)
      check.expect(isComplete || items.length > 0, `after ${pages.length} empty pages there is no end`)
    },
  },
  {
    ...ofMail,
    id: 'sync.window',
    level: 'must',
    requires: 'A sync returns what is in the requested window.',
    source: SPECIFICATION.transcriptionFilter,
    remedy: 'Hand dateStart and dateEnd to the vendor: the platform requests the windows one after the other.',
    capabilities: ['email', 'transcription'],
    run: async (check, subject) => {
      const items = accepted(subject, await readItems(check, subject))
      const dates = items.map((item) => spanOf(item)).filter((span) => span !== undefined)
      if (dates.length === 0) check.skip('no item on the page has a date')
      const { dateStart = 0, dateEnd = 0 } = subject.samples.window ?? {}
      const strays = dates.filter(({ start, end }) => end < dateStart || start > dateEnd)
      check.expect(strays.length === 0, `${strays.length} of ${dates.length} items are outside of the window`)
      const latest = Math.max(...dates.map(({ end }) => end))
      const after = await readPage(check, subject, {
        filter: { dateStart: latest + DAY_MS, dateEnd: latest + 2 * DAY_MS },
      })
      const first = new Set(items.map(idOf))
      const again = accepted(subject, after.items).filter((item) => first.has(idOf(item)))
      check.expect(again.length === 0, `the window of a later day returns ${list(again.map(idOf))}`)
    },
  },
  {
    ...ofMail,
    id: 'transcription.text',
    level: 'must',
    requires: 'Every transcription has the text of its transcript.',
    source: SPECIFICATION.noEmptyTranscript,
    remedy: 'Leave out a meeting whose transcript is not there yet, with a warning: a later sync returns it.',
    capabilities: ['transcription'],
    run: async (check, subject) => {
      for (const { externalId, transcript } of accepted(subject, await readItems(check, subject))) {
        const hasText = typeof transcript?.text === 'string' && transcript.text.trim() !== ''
        check.expect(hasText, `the transcription ${externalId} has no text`)
      }
    },
  },
]

const DAY_MS = 86_400_000
const START_OF_1990 = Date.UTC(1990, 0, 1)
const LONG_AGO = { dateStart: START_OF_1990, dateEnd: START_OF_1990 + DAY_MS }

function addressesOf(item: Json): string[] {
  const people = [item?.from, item?.to, item?.cc, item?.bcc, item?.replyTo].flat()
  return people.flatMap((person) => (typeof person?.email === 'string' ? [person.email.toLowerCase()] : []))
}

/** When an item happened (epoch ms); undefined if it does not say. */
function spanOf({ dateReceived, dateStart, duration = 0 }: Json): { start: number; end: number } | undefined {
  const start = dateReceived ?? dateStart
  return typeof start === 'number' && typeof duration === 'number' ? { start, end: start + duration } : undefined
}
