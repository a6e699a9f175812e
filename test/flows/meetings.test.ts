import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { PEOPLE } from '../../sandbox/core/fixtures.ts'
import { ADA } from './system.ts'
import { BILAL, HOUR, listTranscriptions, MINUTE, oauth, participants, TALK, toLocal } from './transcriptions.ts'
import { startWholeSystem, type WholeSystem } from './whole-system.ts'

let system: WholeSystem
beforeEach(async () => {
  system = await startWholeSystem({ google: { oauth }, microsoft: { oauth } })
})
afterEach(() => system.stop())

interface Task {
  title: string
  dateDue: number | null
  assignedTags: { email: string }[]
  originReferenceBlock: { id: string }
}

const TASKS = `query S($input: GraphSearchInput!) { searchGraph(input: $input) {
  ... on Task { title dateDue assignedTags { email } originReferenceBlock { id } }
} }`
const TAGS = 'query T($input: SearchTagsInput!) { searchTags(input: $input) { alias email } }'
const EVENTS = 'query E($input: GraphSearchInput!) { searchGraph(input: $input) { _id title } }'
const SHARE = 'mutation A($input: AddSharingTagInput!) { addSharingTag(input: $input) { block { _id } } }'

function toLocalDay(time: number | null | undefined): string | undefined {
  if (typeof time !== 'number') return undefined
  const format = (options: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Paris', ...options }).format(time)
  return `${format({ weekday: 'long' })} ${format({ hour: '2-digit' })}`
}

/** Connects and reads both calendars, and then the meetings of both vendors. */
async function importEverything(): Promise<void> {
  for (const [calendar, application] of [
    ['google-calendar', 'google-meet'],
    ['outlook-calendar', 'teams'],
  ] as const) {
    await system.run(await system.connect(calendar), 'calendar')
    await system.run(await system.connect(application), 'transcription')
  }
}

describe('a meeting', () => {
  test('belongs to its event in the own calendar, and its people are those whose addresses are known', async () => {
    await importEverything()
    const transcriptions = await listTranscriptions(system)
    expect(transcriptions.length).toBeGreaterThan(15)
    const spontaneous = transcriptions.filter(({ title }) => title.startsWith('Google Meet, '))
    expect(spontaneous).toMatchObject([{ event: null, organizedBy: null }])
    for (const { title, event } of transcriptions) if (event) expect(event.title).toBe(title)
    expect(transcriptions.filter(({ event }) => event === null)).toEqual(spontaneous)

    const addresses = new Set([...Object.values(PEOPLE).map(({ email }) => email), 'petersen@messebau-nord.example'])
    const people = transcriptions.flatMap(({ attendees, organizedBy }) => [
      ...attendees,
      ...(organizedBy ? [organizedBy] : []),
    ])
    expect(people.filter(({ email }) => !addresses.has(email))).toEqual([])
    const halden = transcriptions.find(({ title }) => title === 'Halden: terms of the renewal')
    expect(halden?.attendees.map(({ email }) => email.split('@')[0]).sort()).toEqual([
      'ada',
      'esther',
      'ingrid',
      'lars',
    ])
    // Signed in to a meeting without an event: the directory knows them.
    expect(spontaneous[0]?.attendees.map(({ friendlyName }) => friendlyName).sort()).toEqual([
      'Ada Moreau',
      'Dmitri Okafor',
    ])
    for (const name of ['Astrid', 'Nora', 'Tom', '+47']) {
      const { searchTags } = await system.execute<{ searchTags: object[] }>(TAGS, {
        search: name,
        tagTypes: ['person'],
      })
      expect([name, searchTags]).toEqual([name, []])
    }
  })

  /** Adds a call that Ada was in, and its event. Returns when it began. */
  function addCall(account: string, calendar: string, organizer: string): number {
    const { google, clock } = system.sandbox
    const start = Math.floor(clock.now() / HOUR) * HOUR - 3 * HOUR
    const code = 'gst-sofa-fir'
    const event = { summary: 'Guests of the fair', start: toLocal(start), end: toLocal(start + HOUR), timeZone: 'UTC' }
    const guests = [organizer, BILAL].map((email) => ({ email, responseStatus: 'accepted' as const }))
    google.addEvent(account, calendar, { ...event, meet: code, attendees: guests, organizer: { email: organizer } })
    const times = { start: start + MINUTE, end: start + 20 * MINUTE }
    google.addConference(ADA, { organizer, code, ...times, participants, transcripts: [{ talk: TALK }] })
    return times.start
  }
  const findCall = async (start: number) =>
    (await listTranscriptions(system)).find(({ dateStart }) => dateStart === start)

  test('belongs to the event of a colleague who shares it, if the own calendar has none', async () => {
    const start = addCall(BILAL, 'primary', BILAL)
    await system.run(await system.connect('google-meet'), 'transcription')
    await system.run(await system.connect('google-calendar', { person: BILAL }), 'calendar', BILAL)
    expect(await findCall(start)).toMatchObject({ title: expect.stringMatching(/^Google Meet, /), event: null })
    const all = { tagIds: [await system.tagOf(BILAL)], blockTypes: ['event'] }
    const found = await system.execute<{ searchGraph: { _id: string }[] }>(EVENTS, all, BILAL)
    const sharingTag = { email: ADA, shared: true, sharingLevel: 1, sharingApproach: 1 }
    const referenceBlock = { id: found.searchGraph[0]?._id, blockType: 'event' }
    await system.execute(SHARE, { referenceBlock, sharingTag }, BILAL)
    expect(await findCall(start)).toMatchObject({ event: { title: 'Guests of the fair' } })
  })

  test('belongs to the event in the calendar that a colleague shares at Google', async () => {
    const start = addCall(ADA, PEOPLE.chloe.email, PEOPLE.chloe.email)
    await system.run(await system.connect('google-meet'), 'transcription')
    await system.run(await system.connect('google-calendar'), 'calendar')
    expect(await findCall(start)).toMatchObject({ event: { title: 'Guests of the fair' } })
  })

  test('belongs to the event with its code, not to another one of the same people that began at the same time', async () => {
    const { google, clock } = system.sandbox
    const start = Math.floor(clock.now() / HOUR) * HOUR - 3 * HOUR
    const guests = (...emails: string[]) => emails.map((email) => ({ email, responseStatus: 'accepted' as const }))
    const add = (summary: string, minutes: number, code: string, ...emails: string[]) => {
      const times = { start: toLocal(start + minutes * MINUTE), end: toLocal(start + HOUR), timeZone: 'UTC' }
      google.addEvent(ADA, 'primary', { summary, ...times, meet: code, attendees: guests(...emails) })
    }
    add('Everybody', 10, 'eve-rybo-dyx', ADA, BILAL, PEOPLE.dmitri.email)
    add('The two of us', 0, 'two-ofus-xyz', ADA, BILAL)
    const times = { start: start + 10 * MINUTE, end: start + 20 * MINUTE }
    google.addConference(ADA, { code: 'two-ofus-xyz', ...times, participants, transcripts: [{ talk: TALK }] })
    await system.run(await system.connect('google-calendar'), 'calendar')
    await system.run(await system.connect('google-meet'), 'transcription')
    expect(await findCall(times.start)).toMatchObject({ title: 'The two of us', event: { title: 'The two of us' } })
  })

  test('leaves proposed tasks: action items of the vendor, or what somebody promised by a day', async () => {
    await importEverything()
    const mine = { tagIds: [await system.tagOf()], blockTypes: ['task'], proposed: true, size: 100 }
    const { searchGraph: tasks } = await system.execute<{ searchGraph: Task[] }>(TASKS, mine)
    const dueOf = (text: string) => {
      const found = tasks.filter(({ title }) => title.includes(text))
      expect([text, found.length]).toEqual([text, 1])
      return [found[0]?.assignedTags.map(({ email }) => email).join(), toLocalDay(found[0]?.dateDue)]
    }
    // From the insights of Teams, which name no days: the text does.
    expect(dueOf('Send both versions of the contract')).toEqual([ADA, 'Monday 17'])
    expect(dueOf('Book the room for the signature')).toEqual([PEOPLE.ingrid.email, 'Thursday 17'])
    expect(dueOf('Send the copy of the delivery note')).toEqual([PEOPLE.esther.email, undefined])
    // They are those of the whole call, and not found again in its second transcript.
    expect(tasks.filter(({ title }) => /both versions|room for the signature/.test(title))).toHaveLength(2)
    expect(dueOf('the revised price list by Friday')).toEqual([ADA, 'Friday 17'])
    expect(dueOf("I'll send the proposal by Friday")).toEqual([ADA, 'Friday 17'])
    expect(dueOf('Ich schicke Ihnen das Logo bis Freitag')).toEqual([ADA, 'Friday 17'])
    expect(dueOf('send the proofs tomorrow morning')).toEqual([PEOPLE.yulia.email, 'Wednesday 17'])
    const transcriptions = new Map((await listTranscriptions(system)).map((block) => [block._id, block]))
    for (const { title, dateDue, originReferenceBlock } of tasks) {
      const { dateStart = 0 } = transcriptions.get(originReferenceBlock.id) ?? {}
      expect([title, dateDue === null || dateDue >= dateStart]).toEqual([title, true])
    }
  })
})
