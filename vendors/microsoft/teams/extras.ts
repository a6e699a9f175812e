import type { MeetingAttendanceReport } from '@microsoft/microsoft-graph-types'
import type { Credential, PersonReference } from '../../../src/contract/index.ts'
import type { Log } from '../../../src/kit/application.ts'
import type { OnceWarnings } from '../../../src/kit/transcripts/warnings.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { hasMicrosoftScope } from '../oauth.ts'
import type { TeamsAccount } from './account.ts'
import { ATTENDANCE_SCOPE, fetchAttendees, fetchReports } from './attendance.ts'
import { type CallInsight, fetchInsight, fetchInsights, INSIGHT_SCOPE } from './insights.ts'
import type { ListedTranscript } from './meetings.ts'

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
  log: Log
  /** Refusals of insights in a row, on earlier pages. */
  insightRefusals: number
}

/**
 * What transcriptions have beside their text: who attended, and what Copilot wrote. A part without permission, or that
 * cannot be had, is left out.
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
  ): Promise<PersonReference[]> {
    const { account } = this.#options
    if (!mayReadAttendance || this.#missing.includes(ATTENDANCE_SCOPE)) return []
    const attendees = this.#leaveOut(async () => {
      const reports = await once(this.#reports, id, () => fetchReports(account, id))
      return fetchAttendees(account, id, reports, time)
    })
    return (await attendees) ?? []
  }

  /** The insight of a transcript. */
  async fetchInsight(meetingId: string, transcript: ListedTranscript): Promise<CallInsight | undefined> {
    const { account } = this.#options
    if (this.#missing.includes(INSIGHT_SCOPE) || this.insightRefusals >= MAX_INSIGHT_REFUSALS) return undefined
    return this.#leaveOut(
      async () => {
        const insights = await once(this.#insights, meetingId, () => fetchInsights(account, meetingId))
        this.insightRefusals = 0
        return fetchInsight(account, meetingId, insights, transcript)
      },
      () => {
        this.insightRefusals += 1
      },
    )
  }

  /** Returns undefined if Graph refuses or fails; only a rate limit and the end of a connection concern the transcript. */
  async #leaveOut<Result>(fetch: () => Promise<Result>, onRefusal = () => {}): Promise<Result | undefined> {
    try {
      return await fetch()
    } catch (error) {
      if (!(error instanceof VendorError) || error.class === 'rate-limited') throw error
      if (error.class === 'scope-required') onRefusal()
      this.#options.log.debug({ err: error }, 'a part of a transcription was left out')
      return undefined
    }
  }
}

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
