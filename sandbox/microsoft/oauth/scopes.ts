import type { ScopeDescription } from '../../core/oauth/vendor.ts'
import type { MicrosoftSettings } from '../settings.ts'

const GRAPH = 'https://graph.microsoft.com/'

export const SCOPE = {
  openid: 'openid',
  email: 'email',
  profile: 'profile',
  offline: 'offline_access',
  user: 'User.Read',
  userBasic: 'User.ReadBasic.All',
  calendars: 'Calendars.Read',
  calendarsBasic: 'Calendars.ReadBasic',
  calendarsShared: 'Calendars.Read.Shared',
  calendarsWrite: 'Calendars.ReadWrite',
  mail: 'Mail.Read',
  mailBasic: 'Mail.ReadBasic',
  mailShared: 'Mail.Read.Shared',
  mailWrite: 'Mail.ReadWrite',
  mailSend: 'Mail.Send',
  meetings: 'OnlineMeetings.Read',
  meetingsWrite: 'OnlineMeetings.ReadWrite',
  transcripts: 'OnlineMeetingTranscript.Read.All',
  meetingArtifacts: 'OnlineMeetingArtifact.Read.All',
  meetingInsights: 'OnlineMeetingAiInsight.Read.All',
  files: 'Files.Read',
  filesAll: 'Files.Read.All',
  filesWrite: 'Files.ReadWrite',
  filesWriteAll: 'Files.ReadWrite.All',
  sitesAll: 'Sites.Read.All',
  sitesWriteAll: 'Sites.ReadWrite.All',
  settings: 'MailboxSettings.Read',
  settingsWrite: 'MailboxSettings.ReadWrite',
} as const

/** Scopes that belong to no resource and are never prefixed with one. */
const IDENTITY: readonly string[] = [SCOPE.openid, SCOPE.email, SCOPE.profile, SCOPE.offline]

/** Labels of the consent page, as Microsoft words them. Users can only consent to all scopes or to none. */
export const SCOPES: Readonly<Record<string, ScopeDescription>> = describeScopes({
  [SCOPE.openid]: 'Sign you in',
  [SCOPE.email]: 'View your email address',
  [SCOPE.profile]: 'View your basic profile',
  [SCOPE.offline]: 'Maintain access to data you have given it access to',
  [SCOPE.user]: 'Sign you in and read your profile',
  [SCOPE.userBasic]: "Read all users' basic profiles",
  [SCOPE.calendars]: 'Read your calendars',
  [SCOPE.calendarsBasic]: 'Read basic details of your calendars',
  [SCOPE.calendarsShared]: 'Read calendars you can access',
  [SCOPE.calendarsWrite]: 'Have full access to your calendars',
  [SCOPE.mail]: 'Read your mail',
  [SCOPE.mailBasic]: 'Read your basic mail',
  [SCOPE.mailShared]: 'Read mail you can access',
  [SCOPE.mailWrite]: 'Read and write access to your mail',
  [SCOPE.mailSend]: 'Send mail as you',
  [SCOPE.meetings]: 'Read your online meetings',
  [SCOPE.meetingsWrite]: 'Read and create online meetings',
  [SCOPE.transcripts]: 'Read all transcripts of online meetings',
  [SCOPE.meetingArtifacts]: 'Read online meeting artifacts',
  [SCOPE.meetingInsights]: 'Read all AI Insights for online meetings',
  [SCOPE.files]: 'Read your files',
  [SCOPE.filesAll]: 'Read all files that you have access to',
  [SCOPE.filesWrite]: 'Have full access to your files',
  [SCOPE.filesWriteAll]: 'Have full access to all files you have access to',
  [SCOPE.sitesAll]: 'Read items in all site collections',
  [SCOPE.sitesWriteAll]: 'Edit or delete items in all site collections',
  [SCOPE.settings]: 'Read your mailbox settings',
  [SCOPE.settingsWrite]: 'Read and write to your mailbox settings',
})

/**
 * The registered name of a scope. Scopes without a prefix belong to Graph; names are case-insensitive
 * (https://learn.microsoft.com/entra/identity-platform/scopes-oidc).
 */
export function canonicalScope(scope: string): string {
  const bare = scope.toLowerCase().startsWith(GRAPH) ? scope.slice(GRAPH.length) : scope
  return Object.keys(SCOPES).find((name) => name.toLowerCase() === bare.toLowerCase()) ?? bare
}

type ScopeFormat = Pick<MicrosoftSettings, 'scopeForm' | 'scopeLetters' | 'listsOfflineAccess'>

/** The `scope` of a token response, which lists scopes in another form and order than the request. */
export function formatScopes(
  scopes: readonly string[],
  { scopeForm, scopeLetters, listsOfflineAccess }: ScopeFormat,
): string {
  const listed = scopes.filter((scope) => listsOfflineAccess || scope !== SCOPE.offline)
  const identity = IDENTITY.filter((scope) => listed.includes(scope))
  const resource = listed.filter((scope) => !IDENTITY.includes(scope)).sort()
  const inCase = scopeLetters === 'lower-case' ? resource.map((scope) => scope.toLowerCase()) : resource
  return [...inCase.map((scope) => (scopeForm === 'prefixed' ? GRAPH + scope : scope)), ...identity].join(' ')
}

/** Whether the scopes belong to more than one resource. A token is issued for a single resource. */
export function spansResources(scopes: readonly string[]): boolean {
  const resources = scopes.flatMap((scope) => /^https:\/\/[^/]+/i.exec(scope)?.[0].toLowerCase() ?? [])
  return new Set(resources).size > 1
}

export const READS_PROFILE = [SCOPE.user, SCOPE.userBasic]
export const READS_SETTINGS = [SCOPE.settings, SCOPE.settingsWrite]
export const READS_CALENDARS = [SCOPE.calendars, SCOPE.calendarsBasic, SCOPE.calendarsShared, SCOPE.calendarsWrite]
export const READS_MAIL = [SCOPE.mail, SCOPE.mailBasic, SCOPE.mailShared, SCOPE.mailWrite]

export const READS_MEETINGS = [SCOPE.meetings, SCOPE.meetingsWrite, 'OnlineMeetings.Read.All']
export const READS_TRANSCRIPTS = [SCOPE.transcripts]
export const READS_ATTENDANCE = [SCOPE.meetingArtifacts]
export const READS_INSIGHTS = [SCOPE.meetingInsights]

/** Whether a granted scope among `candidates` permits reading bodies and attachments; the basic scopes do not. */
export function canReadBodies(
  scopes: readonly string[],
  candidates: typeof READS_MAIL | typeof READS_CALENDARS,
): boolean {
  const basic: readonly string[] = [SCOPE.mailBasic, SCOPE.calendarsBasic]
  return candidates.some((scope) => scopes.includes(scope) && !basic.includes(scope))
}

function describeScopes(labels: Record<string, string>): Record<string, ScopeDescription> {
  return Object.fromEntries(Object.entries(labels).map(([scope, label]) => [scope, { label, required: true }]))
}
