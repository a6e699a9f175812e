import { afterEach, describe, expect, test } from '@jest/globals'
import { Clock } from '../../../../sandbox/core/time/clock.ts'
import { type MicrosoftSandbox, startMicrosoft } from '../../../../sandbox/microsoft/index.ts'
import { itemsOf, ME, pagesOf } from '../harness.ts'
import { asOrganizer, byJoinUrl, MEETINGS } from './meeting-harness.ts'

const DAY_MS = 86_400_000

let microsoft: MicrosoftSandbox
afterEach(() => microsoft.stop())

interface Event {
  subject: string
  start: { dateTime: string }
  end: { dateTime: string }
  onlineMeeting: { joinUrl: string } | null
}

/** Ada's events of the last three weeks that are Teams meetings. */
async function listEvents(): Promise<Event[]> {
  const get = asOrganizer(microsoft)
  const now = microsoft.clock.now()
  const window = { startDateTime: new Date(now - 21 * DAY_MS).toISOString(), endDateTime: new Date(now).toISOString() }
  const prefer = { prefer: 'outlook.timezone="UTC"' }
  const { body } = await get(`${ME}/calendarView`, { ...window, $top: 500 }, prefer)
  return body.value.filter(({ onlineMeeting }: Event) => onlineMeeting !== null)
}

/** What was said in Ada's meetings, by subject. Refused meetings are left out. */
async function readTranscripts() {
  const get = asOrganizer(microsoft)
  const texts = new Map<string, { created: number; text: string }[]>()
  for (const joinUrl of new Set((await listEvents()).map(({ onlineMeeting }) => onlineMeeting?.joinUrl ?? ''))) {
    const { status, body } = await get(MEETINGS, byJoinUrl(joinUrl))
    if (status !== 200) continue
    const [{ id, subject }] = body.value
    const path = `${MEETINGS}/${encodeURIComponent(id)}/transcripts`
    const items = itemsOf(await pagesOf(get, path))
    const replies = await Promise.all(
      items.map((item) => get(`${path}/${encodeURIComponent(item.id)}/content`, {}, { accept: 'text/vtt' })),
    )
    texts.set(
      subject,
      items.map((item, index) => ({ created: Date.parse(item.createdDateTime), text: replies[index]?.body })),
    )
  }
  return texts
}

describe.each(['2026-03-16T09:00:00Z', '2026-07-05T23:30:00Z', '2028-02-29T12:00:00Z'])(
  'the meetings of a sandbox that starts at %s',
  (start) => {
    test('were transcribed while their events took place', async () => {
      microsoft = await startMicrosoft({ clock: new Clock({ start }) })
      const events = await listEvents()
      const texts = await readTranscripts()
      expect([...texts.values()].flat().length).toBeGreaterThanOrEqual(8)
      for (const [subject, transcripts] of texts) {
        const occurrences = events.filter((event) => event.subject === subject)
        const within = ({ created }: { created: number }) =>
          occurrences.some(
            (event) =>
              Date.parse(`${event.start.dateTime}Z`) <= created && created < Date.parse(`${event.end.dateTime}Z`),
          )
        expect([subject, transcripts.filter((transcript) => !within(transcript))]).toEqual([subject, []])
      }
    })
  },
)

test('the story holds promises, decisions and customers, and nothing of what is refused', async () => {
  microsoft = await startMicrosoft()
  const texts = await readTranscripts()
  const textOf = (subject: string) => (texts.get(subject) ?? []).map(({ text }) => text).join('\n')
  expect(texts.get('Partner stand-up')).toHaveLength(3)
  expect(texts.get('Halden: wording of the contract')).toHaveLength(2)
  expect(textOf('Halden: wording of the contract')).toContain("I'll send both versions by Monday")
  expect(textOf('Halden: wording of the contract')).toContain('<v Nora Lie (Guest)>')
  expect(textOf('Kestrel: route planning demo')).toContain(
    "I'll send you the link to the Spanish version this afternoon",
  )
  expect(textOf('Студия «Волна»: mock-ups')).toContain('<v Юлия Смирнова>')
  const all = [...texts.keys()].map(textOf).join('\n')
  for (const name of ['Halden Trelast', 'Kestrel Freight', 'Kōwhai', 'Sakurai', 'Студия «Волна»'])
    expect(all).toContain(name)
  expect(all).not.toContain('bigger table')
  expect([...texts.keys()]).not.toContain('All-hands: the first quarter')
})
