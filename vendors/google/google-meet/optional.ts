import type { Credential } from '../../../src/contract/index.ts'
import type { OnceWarnings } from '../../../src/kit/transcripts/warnings.ts'
import { type ErrorClass, VendorError } from '../../../src/kit/vendor-errors.ts'
import { hasGoogleScope } from '../oauth.ts'

/** A source without which transcripts arrive with less. `name` is the key of its warning. */
interface OptionalSource {
  name: string
  scope: string
  warning: string
}

export const CALENDAR: OptionalSource = {
  name: 'calendar',
  scope: 'https://www.googleapis.com/auth/calendar.readonly',
  warning:
    'This connection does not give access to the calendar at Google, so transcripts come without the titles, organizers ' +
    'and guests of their events. To add them, connect the account again and leave every box ticked.',
}

export const DIRECTORY: OptionalSource = {
  name: 'directory',
  scope: 'https://www.googleapis.com/auth/directory.readonly',
  warning:
    "This connection does not give access to the organization's directory at Google, so attendees are only the guests of " +
    'the event. To add the others, connect the account again and leave every box ticked.',
}

/** Says once which sources the user has not granted. Without a list of grants the vendor says so at the first request. */
export function warnOfMissingScopes(credential: Credential, once: OnceWarnings): void {
  for (const { name, scope, warning } of [CALENDAR, DIRECTORY]) {
    if (!hasGoogleScope(credential, scope)) once.add(name, warning)
  }
}

/** Errors after which a sync does without the source. Others pass, and the page is read again. */
const REFUSALS: readonly ErrorClass[] = ['scope-required', 'mailbox-unavailable', 'not-found', 'operator']

/** Reads from a source. Undefined if it is not available, or turns out to be refused, which the sync says once. */
export async function readOptional<Result>(
  source: OptionalSource,
  once: OnceWarnings,
  read: () => Promise<Result | undefined>,
): Promise<Result | undefined> {
  if (once.has(source.name)) return undefined
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof VendorError) || !REFUSALS.includes(error.class)) throw error
    once.add(source.name, `${source.warning} (${error.message})`)
    return undefined
  }
}
