import type { GoogleSandbox } from '../../../../sandbox/google/index.ts'
import { SCOPE } from '../../../../sandbox/google/index.ts'
import { ADA, createGet, type Get, type JsonResponse, type Query } from '../harness.ts'

export const RECORDS = '/v2/conferenceRecords'
export const DAY_MS = 86_400_000

/** Returns a function for GET requests that reads Meet as this account. */
export function createMeetGet(
  google: GoogleSandbox,
  account = ADA,
  scopes: readonly string[] = [SCOPE.meetReadonly],
): Get {
  return createGet(google, account, scopes)
}

/** The items of all pages of a list. */
export async function listAll(get: Get, path: string, name: string, query: Query = {}) {
  const items: JsonResponse['body'][] = []
  let pageToken: string | undefined
  do {
    const page: JsonResponse = await get(path, pageToken === undefined ? query : { ...query, pageToken })
    items.push(...(page.body[name] ?? []))
    pageToken = page.body.nextPageToken
  } while (pageToken !== undefined)
  return items
}

/** The resource name of the sample conference with this meeting code that began last. */
export async function findRecord(get: Get, code: string): Promise<string> {
  const { body } = await get(RECORDS, { filter: `space.meeting_code = "${code}"` })
  return body.conferenceRecords[0].name
}

/** A conference of Ada and Bilal with one transcript of so many lines. `end`: minutes before now. */
export function addTalk(google: GoogleSandbox, { lines = 3, minutesAgo = 60 } = {}) {
  const end = google.clock.now() - minutesAgo * 60_000
  return google.addConference(ADA, {
    start: end - 30 * 60_000,
    end,
    participants: [
      { speaker: 'ada', email: ADA },
      { speaker: 'bilal', email: 'bilal@meridian.example' },
    ],
    transcripts: [{ talk: Array.from({ length: lines }, (_, index) => `ada: Sentence ${index + 1}.`).join('\n') }],
  })
}
