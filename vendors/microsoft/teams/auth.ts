import type { AuthCheckRequest, AuthCheckResult, Credential } from '../../../src/contract/index.ts'
import type { Auth, Call } from '../../../src/kit/application.ts'
import { ProviderError } from '../../../src/kit/errors.ts'
import { connectMethod } from '../../../src/kit/key-connections/method.ts'
import type { Permission } from '../../../src/kit/oauth/permissions.ts'
import { microsoftAuth, missingMicrosoftScopes } from '../oauth.ts'
import { toPath } from '../paths.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { isPersonalAccount } from '../tenants.ts'
import type { UserSegments } from '../user-segments.ts'
import { ATTENDANCE_SCOPE, INSIGHT_SCOPE } from './scopes.ts'

const PERMISSIONS: readonly Permission[] = [
  { scope: 'Calendars.Read', label: 'Read your calendars' },
  { scope: 'OnlineMeetings.Read', label: 'Read your online meetings' },
  { scope: 'OnlineMeetingTranscript.Read.All', label: 'Read all transcripts of online meetings' },
]

const PERSONAL_ACCOUNT =
  'Teams has transcripts for work and school accounts only, and this is a personal Microsoft account. Connect a work or school account.'

const auth = microsoftAuth({
  permissions: PERMISSIONS,
  optionalScopes: [ATTENDANCE_SCOPE, INSIGHT_SCOPE],
  probePath: (user) => toPath([...user, 'calendars'], { $top: 1, $select: 'id' }),
  key: {
    roles: ['Calendars.Read', 'OnlineMeetings.Read.All', 'OnlineMeetingTranscript.Read.All'],
    optionalRoles: [ATTENDANCE_SCOPE, INSIGHT_SCOPE],
    refusedPaths: toMeetingPaths,
  },
})

/** A meeting and transcripts that do not exist: whether an application may look for them does not depend on that. */
function toMeetingPaths(user: UserSegments): string[] {
  return [
    toPath([...user, 'onlineMeetings'], { $filter: "JoinWebUrl eq 'https://teams.microsoft.com/l/meetup-join/0'" }),
    toPath([...user, 'onlineMeetings', '0', 'transcripts']),
  ]
}

export const teamsAuth: Auth<MicrosoftSettings> = { ...auth, check }

/** Says what keeps the account from being read: it is a personal one, a permission is missing, or the organization's switch is off. */
async function check(request: AuthCheckRequest, call: Call<MicrosoftSettings>): Promise<AuthCheckResult> {
  const { credential } = request
  if (isPersonalAccount(credential)) return { status: 'scope_required', message: PERSONAL_ACCOUNT }
  const missing = connectMethod(credential) === 'key' ? undefined : missingMicrosoftScopes(credential, PERMISSIONS)
  if (missing !== undefined) return { status: 'scope_required', message: missing }
  const result = (await auth.check?.(request, call)) ?? { status: 'ok' as const }
  if (result.status !== 'ok') return result
  const { findClosedSwitch } = await import('./closed-switch.ts')
  const closed = await findClosedSwitch(credential, call)
  return closed === undefined ? result : { status: 'scope_required', message: closed }
}

/** Throws scope-required for a personal account: every request would be refused. */
export function requireOrganization(credential: Credential): void {
  if (isPersonalAccount(credential)) throw new ProviderError(403, 'scope-required', PERSONAL_ACCOUNT)
}
