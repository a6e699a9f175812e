import { setTimeout as sleep } from 'node:timers/promises'
import { startProgram } from '../demo/program.ts'
import { Clock } from '../sandbox/core/time/clock.ts'
import { type GoogleSandbox, startGoogle } from '../sandbox/google/index.ts'
import { omitUndefined } from '../src/runtime/omit.ts'
import { readMeetingsDirectly } from './meetings/direct.ts'
import { readPages } from './read-pages.ts'
import { report, round } from './report.ts'
import { ENVIRONMENT } from './settings.ts'

const ACCOUNT = 'bilal@meridian.example'
const SCOPES = ['meetings.space.readonly', 'calendar.readonly'].map((name) => `https://www.googleapis.com/auth/${name}`)
const MEETINGS = 200
const UTTERANCES = 600
/** In turn, all of them would take a quarter of an hour. */
const NAIVE_MEETINGS = 20
const HOUR_MS = 3_600_000
const LATENCY_MS = 40
/** Meet's quota of reads per minute, user and project. https://developers.google.com/workspace/meet/api/guides/limits */
const READS_PER_MINUTE = 600
/** Requests of one account in flight at once, as the hub sends them. */
const IN_FLIGHT = 5

/**
 * Reads the transcripts of many meetings: through the hub; in turn, with pages of the default size; and with as few calls as
 * possible. Then the hub and the fewest calls again, under Meet's quota.
 */
export async function benchMeetings(): Promise<void> {
  const google = await startGoogle({
    clock: new Clock({ start: 'now', follow: true }),
    latency: LATENCY_MS,
    quotaClock: 'machine',
  })
  addMeetings(google)
  const { access } = google.grant({ account: ACCOUNT, scopes: SCOPES })
  const credential = { accessToken: access.token, email: ACCOUNT, profile: { scopes: SCOPES } }
  const connection = { connectionId: 'bench', provider: 'provider-hub', application: 'google-meet', credential }
  const hub = await startProgram('src/main.ts', { environment: { ...ENVIRONMENT, ...google.environment } })
  const window = { dateStart: google.clock.now() - 30 * 24 * HOUR_MS, dateEnd: google.clock.now() }
  const client = { origin: google.origin, accessToken: access.token, ...window }
  const measure = async (way: string, read: () => Promise<number>, readsPerMinute = Number.POSITIVE_INFINITY) => {
    google.settings.meetReadsPerMinute = readsPerMinute
    google.ledger.clear()
    const start = performance.now()
    const transcripts = await read()
    const seconds = round((performance.now() - start) / 1000)
    const refused = google.ledger.count({ status: 429 }) + google.ledger.count({ status: 403 })
    return { way, transcripts, seconds, 'vendor calls': google.ledger.count({}), 'of them refused': refused }
  }
  const throughHub = () => readThroughHub(hub.url, connection, window)
  const naive = () => readMeetingsDirectly(client, { inFlight: 1, maxMeetings: NAIVE_MEETINGS })
  const least = () => readMeetingsDirectly(client, { pageSize: 100, inFlight: IN_FLIGHT })
  const free = {
    hub: await measure('hub', throughHub),
    naive: await measure(`in turn, default pages, ${NAIVE_MEETINGS} of the meetings`, naive),
    least: await measure(`${IN_FLIGHT} in flight, largest pages: minimum`, least),
  }
  await sleep(60_000)
  const limited = { hub: await measure(`hub, ${READS_PER_MINUTE} reads a minute`, throughHub, READS_PER_MINUTE) }
  await sleep(60_000)
  const leastLimited = await measure(`minimum, ${READS_PER_MINUTE} reads a minute`, least, READS_PER_MINUTE)
  await Promise.all([hub.stop(), google.stop()])
  report(
    `Meetings: ${MEETINGS} of an hour with ${UTTERANCES} utterances each, every vendor call takes ${LATENCY_MS} ms`,
    [...Object.values(free), limited.hub, leastLimited],
    {
      benchmark: 'meetings',
      fasterThanNaive: round(((MEETINGS / NAIVE_MEETINGS) * free.naive.seconds) / free.hub.seconds, 2),
      callsTimesTheLeast: round(free.hub['vendor calls'] / free.least['vendor calls'], 3),
      timesTheLeast: round(free.hub.seconds / free.least.seconds, 2),
      timesTheLeastUnderQuota: round(limited.hub.seconds / leastLimited.seconds, 2),
    },
  )
}

/** One meeting after the other, back from now, each with an event in the calendar and in a space of its own. */
function addMeetings(google: GoogleSandbox): void {
  const talk = Array.from(
    { length: UTTERANCES },
    (_, index) => `${index % 2 === 0 ? 'bilal' : 'guest'}: Point ${index}.`,
  )
  const participants = [
    { speaker: 'bilal', email: ACCOUNT },
    { speaker: 'guest', kind: 'anonymous' as const, name: 'Guest' },
  ]
  for (let index = 0; index < MEETINGS; index += 1) {
    const start = google.clock.now() - (index + 2) * 2 * HOUR_MS
    const transcripts = [{ talk: talk.join('\n'), delayMs: 0 }]
    const end = start + HOUR_MS
    const code = `ben-ch${String.fromCharCode(97 + Math.floor(index / 26), 97 + (index % 26))}-abc`
    google.addConference(ACCOUNT, { code, start, end, participants, transcripts })
    const toLocal = (instant: number) => new Date(instant).toISOString().slice(0, 16)
    google.addEvent(ACCOUNT, 'primary', {
      summary: `Meeting ${index}`,
      start: toLocal(start),
      end: toLocal(end),
      timeZone: 'UTC',
      meet: code,
    })
  }
}

/** Reads all pages of transcriptions through the hub. Returns the number of transcripts. */
function readThroughHub(url: string, connectedProvider: object, window: object): Promise<number> {
  return readPages(url, '/sync/transcription', (cursor) => ({
    connectedProvider,
    transcriptionFilter: omitUndefined({ ...window, limit: 100, cursor }),
  }))
}
