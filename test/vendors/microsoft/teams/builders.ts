import type {
  AuthCheckResult,
  Credential,
  StandardSyncResponse,
  Transcription,
  TranscriptionFilter,
} from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import type { MicrosoftSettings } from '../../../../vendors/microsoft/settings.ts'
import { teams } from '../../../../vendors/microsoft/teams/index.ts'
import { createCall } from '../../../kit/call.ts'
import { aConnection, aCredential, SETTINGS } from '../builders.ts'

/** Ann's id in her directory. */
export const ANN_ID = '8a1f0c7e-2f5d-4b0a-9d1e-3c5b7a9e1f20'
export const TENANT = 'cd6cee19-2d76-4ee0-8f47-9ed12ee44331'
export const REQUIRED_SCOPES = ['Calendars.Read', 'OnlineMeetings.Read', 'OnlineMeetingTranscript.Read.All']
export const ALL_SCOPES = [...REQUIRED_SCOPES, 'OnlineMeetingArtifact.Read.All', 'OnlineMeetingAiInsight.Read.All']

export const NOW = Date.parse('2026-11-08T09:00:00Z')
export const WINDOW = { dateStart: Date.parse('2026-11-01T00:00:00Z'), dateEnd: Date.parse('2026-11-08T00:00:00Z') }

export function teamsCall(overrides: Partial<Call<MicrosoftSettings>> = {}): Call<MicrosoftSettings> {
  return createCall(SETTINGS, { application: 'teams', clock: () => NOW, ...overrides })
}

/** Ann's connection with these scopes, by default only the required ones. */
export function aTeamsCredential(scopes: readonly string[] = REQUIRED_SCOPES, profile: object = {}): Credential {
  return aCredential({
    profile: { name: 'Ann Lee', tenantId: TENANT, objectId: ANN_ID, accountId: ANN_ID, scopes, ...profile },
  })
}

/** Ann's mailbox, connected with a key. */
export function aKeyCredential(): Credential {
  return aCredential({ profile: { method: 'key' } })
}

export function syncTranscriptions(
  filter: Partial<TranscriptionFilter> = {},
  call = teamsCall(),
  credential = aTeamsCredential(),
): Promise<StandardSyncResponse<Transcription>> {
  const handler = teams.sync?.transcriptions
  if (!handler) throw new Error('transcriptions cannot be synced')
  const connectedProvider = aConnection('teams', credential)
  return handler({ connectedProvider, transcriptionFilter: { ...WINDOW, ...filter } }, call)
}

/** All pages of a sync. */
export async function syncAll(
  filter: Partial<TranscriptionFilter> = {},
  call = teamsCall(),
  credential = aTeamsCredential(),
): Promise<{ pages: StandardSyncResponse<Transcription>[]; items: Transcription[]; warnings: string[] }> {
  const pages: StandardSyncResponse<Transcription>[] = []
  let cursor: string | undefined
  do {
    const page = await syncTranscriptions(cursor === undefined ? filter : { ...filter, cursor }, call, credential)
    pages.push(page)
    cursor = page.pagination.cursor
  } while (cursor !== undefined)
  const warnings = pages.flatMap(({ metadata }) => metadata?.warnings ?? [])
  return { pages, items: pages.flatMap(({ items }) => items), warnings }
}

export function checkTeams(call = teamsCall(), credential = aTeamsCredential()): Promise<AuthCheckResult> {
  const check = teams.auth?.check
  if (!check) throw new Error('connections cannot be checked')
  return check({ application: 'teams', credential }, call)
}
