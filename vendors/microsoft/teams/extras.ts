import type { MeetingAttendanceReport } from '@microsoft/microsoft-graph-types'
import type { Credential, PersonReference, Transcription } from '../../../src/contract/index.ts'
import type { Log } from '../../../src/kit/application.ts'
import type { Budget } from '../../../src/kit/budget.ts'
import { ProviderError } from '../../../src/kit/errors.ts'
import type { OnceWarnings } from '../../../src/kit/transcripts/warnings.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { hasMicrosoftScope } from '../oauth.ts'
import type { TeamsAccount } from './account.ts'
import { fetchAttendees, fetchReports } from './attendance.ts'
import { type CallInsight, fetchInsight, fetchInsights, toTasksAndOutline } from './insights.ts'
import { isLeftOut, type ListedTranscript } from './meetings.ts'
import { ATTENDANCE_SCOPE, INSIGHT_SCOPE } from './scopes.ts'

/** After so many refusals in a row the person has no license for insights. */
const MAX_INSIGHT_REFUSALS = 3

/** What is missing without an optional permission. */
const OPTIONAL_SCOPES: Readonly<Record<string, string>> = {
  [ATTENDANCE_SCOPE]: 'who attended a meeting without an invitation',
  [INSIGHT_SCOPE]: 'the tasks and notes of Copilot',
}

interface ExtrasOptions {
  account: TeamsAccount
  credential: Credential
  once: OnceWarnings
  budget: Budget
  log: Log
  /** Refusals of insights in a row, on earlier pages. */
  insightRefusals: number
}

/** The transcript whose parts are read. */
interface Subject {
  /** In warnings: `“Weekly” (2 November 2026)`. */
  name: string
  /** Unique among transcripts. */
  id: string
  /** Whether the page has a transcription by now, so that the next page can read this one. */
  mayWait: () => boolean
}

/**
 * What transcriptions have beside their text: who attended, and what Copilot wrote. A part that Graph refuses, or does not
 * have, is left out; one that Graph fails to return is named in a warning.
 */
export class Extras {
  readonly #options: ExtrasOptions
  readonly #reports = new Map<string, Promise<MeetingAttendanceReport[]>>()
  readonly #insights = new Map<string, Promise<CallInsight[]>>()
  /** The optional permissions that are missing. */
  readonly #missing: readonly string[]
  insightRefusals: number

  constructor(options: ExtrasOptions) {
    const { credential, insightRefusals } = options
    this.#options = options
    this.#missing = Object.keys(OPTIONAL_SCOPES).filter((scope) => !hasMicrosoftScope(credential, scope))
    this.insightRefusals = insightRefusals
  }

  /** Adds one warning about missing permissions to a sync that has a transcription. */
  warnAboutPermissions(): void {
    if (this.#missing.length > 0) this.#options.once.add('optional-permissions', toMissingWarning(this.#missing))
  }

  /** The people who were in a meeting during a time (epoch ms). */
  async fetchAttendees(
    { id, mayReadAttendance }: { id: string; mayReadAttendance: boolean },
    time: { dateStart: number; dateEnd: number },
    subject: Subject,
  ): Promise<PersonReference[]> {
    const { account } = this.#options
    if (!mayReadAttendance || this.#missing.includes(ATTENDANCE_SCOPE)) return []
    const attendees = this.#leaveOut('the list of who attended', subject, async () => {
      const reports = await once(this.#reports, id, () => fetchReports(account, id))
      return fetchAttendees(account, id, reports, time)
    })
    return (await attendees) ?? []
  }

  /** The tasks and the outline of a transcript, as Copilot wrote them. `people` are those who took part. */
  async fetchTasksAndOutline(
    meetingId: string,
    transcript: ListedTranscript,
    people: readonly PersonReference[],
    subject: Subject,
  ): Promise<Pick<Transcription, 'tasks' | 'outline'>> {
    if (this.#missing.includes(INSIGHT_SCOPE) || this.insightRefusals >= MAX_INSIGHT_REFUSALS) return {}
    const parts = this.#leaveOut(
      'the tasks and notes of Copilot',
      subject,
      async () => toTasksAndOutline((await this.#fetchInsight(meetingId, transcript)) ?? {}, people),
      () => {
        this.insightRefusals += 1
      },
    )
    return (await parts) ?? {}
  }

  async #fetchInsight(meetingId: string, transcript: ListedTranscript): Promise<CallInsight | undefined> {
    const { account } = this.#options
    const insights = await once(this.#insights, meetingId, () => fetchInsights(account, meetingId))
    this.insightRefusals = 0
    return fetchInsight(account, meetingId, insights, transcript)
  }

  /**
   * Returns undefined if Graph refuses or fails. The transcript fails, too, with a rate limit, with the end of a connection,
   * and if the time of the page is used up and the next page can read it.
   */
  async #leaveOut<Result>(
    part: string,
    { name, id, mayWait }: Subject,
    fetch: () => Promise<Result>,
    onRefusal = () => {},
  ): Promise<Result | undefined> {
    const { budget, once, log } = this.#options
    try {
      return await fetch()
    } catch (error) {
      if (error instanceof ProviderError && !(error instanceof VendorError)) throw error
      if (error instanceof VendorError && error.class === 'rate-limited') throw error
      if (error instanceof VendorError && mayWait() && budget.remainingMs() === 0) throw error
      log.debug({ err: error }, 'a part of a transcription was left out')
      if (error instanceof VendorError && error.class === 'scope-required') onRefusal()
      if (isLeftOut(error)) return undefined
      const reason = error instanceof VendorError ? error.message : UNDOCUMENTED
      once.add(`${id} ${part}`, `The transcript of ${name} comes without ${part}. ${reason}`)
      return undefined
    }
  }
}

const UNDOCUMENTED = 'Microsoft does not document the form in which it returned them.'

/** The result of the first call for a key. */
function once<Result>(results: Map<string, Promise<Result>>, key: string, fetch: () => Promise<Result>) {
  const result = results.get(key) ?? fetch()
  results.set(key, result)
  return result
}

function toMissingWarning(scopes: readonly string[]): string {
  const parts = scopes.map((scope) => OPTIONAL_SCOPES[scope]).join(', and ')
  const noun = scopes.length > 1 ? 'permissions' : 'permission'
  return `The optional ${noun} ${scopes.join(' and ')} ${scopes.length > 1 ? 'are' : 'is'} missing. Left out: ${parts}.`
}
