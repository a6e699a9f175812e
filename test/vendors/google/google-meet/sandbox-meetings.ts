import { type GoogleSandbox, type NewConference, SCOPE } from '../../../../sandbox/google/index.ts'
import type { Transcription, TranscriptionFilter } from '../../../../src/contract/index.ts'
import { Budget } from '../../../../src/kit/budget.ts'
import { ProcessMemory } from '../../../../src/kit/memory/process-memory.ts'
import { aCredential, meetCall, SETTINGS, syncTranscriptions } from '../builders.ts'

export const ADA = 'ada@meridian.example'
export const BILAL = 'bilal@meridian.example'
export const DAY_MS = 86_400_000
export const MINUTE_MS = 60_000

const ALL_SCOPES = [SCOPE.meetReadonly, SCOPE.calendarReadonly, SCOPE.directoryReadonly]

/** The meetings of an account of the sandbox, as the hub reads them. */
export function meetingsOf(google: GoogleSandbox, account = ADA, scopes: readonly string[] = ALL_SCOPES) {
  const { access } = google.grant({ account, scopes })
  const profile = { accountId: google.account(account).sub, scopes }
  const credential = aCredential({ accessToken: access.token, email: account, profile })
  const memory = new ProcessMemory()
  const readPage = (filter: Partial<TranscriptionFilter> = {}, budgetMs = 60_000) => {
    const now = google.clock.now()
    const settings = { ...SETTINGS, origin: google.origin }
    const call = meetCall({ settings, memory, clock: () => now, budget: new Budget(budgetMs) })
    return syncTranscriptions({ dateStart: now - 29 * DAY_MS, dateEnd: now + DAY_MS, ...filter }, call, credential)
  }
  /** All pages of a sync. */
  const readAll = async (filter: Partial<TranscriptionFilter> = {}) => {
    const dateStart = google.clock.now() - 29 * DAY_MS
    const window = { dateStart, dateEnd: dateStart + 30 * DAY_MS, ...filter }
    const items: Transcription[] = []
    const warnings: string[] = []
    let cursor: string | undefined
    let pages = 0
    do {
      const page = await readPage(cursor === undefined ? window : { ...window, cursor })
      items.push(...page.items)
      warnings.push(...(page.metadata?.warnings ?? []))
      cursor = page.pagination.cursor
      pages += 1
    } while (cursor !== undefined)
    return { items, warnings, pages }
  }
  return { readPage, readAll }
}

/** A meeting of Ada and Bilal that began so many minutes ago and lasted half an hour. */
export function aConference(now: number, minutesAgo: number, talk: string, code?: string): NewConference {
  const start = now - minutesAgo * MINUTE_MS
  return {
    start,
    end: start + 30 * MINUTE_MS,
    participants: [
      { speaker: 'ada', email: ADA },
      { speaker: 'bilal', email: BILAL },
    ],
    transcripts: [{ talk }],
    ...(code ? { code } : {}),
  }
}

/** The paths of the requests to Google, with the ids replaced by `*`. */
export function countRequests(google: GoogleSandbox): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const { path } of google.ledger.entries({ method: 'GET' })) {
    const pattern = path.replace(/(conferenceRecords|transcripts|spaces|people)\/[^/]+/g, '$1/*')
    counts[pattern] = (counts[pattern] ?? 0) + 1
  }
  return counts
}
