import type { Credential } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { openAccount } from './account.ts'
import { fetchEvents } from './events.ts'
import { fetchMeeting } from './meetings.ts'
import { isTranscriptsDisabled } from './second-try.ts'

const DAY_MS = 86_400_000
/** How far back a meeting is looked for. */
const LOOKBACK_MS = 7 * DAY_MS

/**
 * Nothing but the list of a meeting's transcripts says whether the organization's switch is off, so that of the newest
 * meeting is requested. Undefined if it is not off, or if nobody knows.
 */
export async function findClosedSwitch(
  credential: Credential,
  call: Call<MicrosoftSettings>,
): Promise<string | undefined> {
  const account = await openAccount(credential, call, { tokenPointer: '#/credential/accessToken' })
  const now = call.clock()
  try {
    const { events } = await fetchEvents(
      account.request,
      account.user,
      { dateStart: now - LOOKBACK_MS, before: now },
      call.log,
    )
    const newest = events.find(({ dateEnd }) => dateEnd <= now)
    if (newest) await fetchMeeting(account, newest)
  } catch (error) {
    if (isTranscriptsDisabled(error)) return (error as VendorError).message
    if (!(error instanceof VendorError)) throw error
  }
  return undefined
}
