import { setTimeout as sleep } from 'node:timers/promises'
import { forEachConcurrently } from '../../src/runtime/concurrency.ts'

/** Whose meetings are read, and of when (epoch ms). */
export interface MeetClient {
  origin: string
  accessToken: string
  dateStart: number
  dateEnd: number
}

export interface DirectOptions {
  /** The vendor's default by default. */
  pageSize?: number
  inFlight: number
  /** Only the newest so many; all by default. */
  maxMeetings?: number
}

interface Page {
  conferenceRecords?: { name: string; space: string }[]
  transcripts?: { name: string }[]
  nextPageToken?: string
}

const REFUSED_DELAY_MS = 250

/** Reads everything that a transcription needs directly from the vendor, without mapping. Returns the number of transcripts. */
export async function readMeetingsDirectly(
  client: MeetClient,
  { pageSize, inFlight, maxMeetings }: DirectOptions,
): Promise<number> {
  const size = pageSize === undefined ? '' : `&pageSize=${pageSize}`
  const time = (instant: number) => new Date(instant).toISOString()
  const filter = `start_time>="${time(client.dateStart)}" AND start_time<="${time(client.dateEnd)}"`
  const records = await readAll(client, `/v2/conferenceRecords?filter=${encodeURIComponent(filter)}${size}`)
  const meetings = records.flatMap(({ conferenceRecords }) => conferenceRecords ?? []).slice(0, maxMeetings)
  const [from, until] = [time(client.dateStart), time(client.dateEnd)]
  const events = `/calendar/v3/calendars/primary/events?singleEvents=true&maxResults=2500&timeMin=${from}&timeMax=${until}`
  await readAll(client, events)
  let transcripts = 0
  await forEachConcurrently(inFlight, meetings.values(), async ({ name, space }) => {
    const lists = await readAll(client, `/v2/${name}/transcripts?${size}`)
    await readAll(client, `/v2/${name}/participants?${size}`)
    await readAll(client, `/v2/${space}?`)
    for (const transcript of lists.flatMap((list) => list.transcripts ?? [])) {
      await readAll(client, `/v2/${transcript.name}/entries?${size}`)
      transcripts += 1
    }
  })
  return transcripts
}

async function readAll(client: MeetClient, path: string): Promise<Page[]> {
  const pages: Page[] = []
  let pageToken: string | undefined
  do {
    const page: Page = await get(client, pageToken ? `${path}&pageToken=${encodeURIComponent(pageToken)}` : path)
    pages.push(page)
    pageToken = page.nextPageToken
  } while (pageToken)
  return pages
}

async function get({ origin, accessToken }: MeetClient, path: string): Promise<Page> {
  for (;;) {
    const response = await fetch(`${origin}${path}`, { headers: { Authorization: `Bearer ${accessToken}` } })
    if (response.ok) return (await response.json()) as Page
    if (response.status !== 429) throw new Error(`${path} returned ${response.status}`)
    await response.arrayBuffer()
    await sleep(REFUSED_DELAY_MS)
  }
}
