import type { StandardSyncResponse, SyncTranscriptionRequest, Transcription } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPage } from '../../../src/kit/pages.ts'
import { readTranscriptionPage } from '../../../src/kit/transcripts/page.ts'
import { openPosition, sealPosition } from '../../../src/kit/transcripts/position.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { openAccount } from './account.ts'
import { requireOrganization } from './auth.ts'
import { initialTeamsPosition, type TeamsPosition } from './position.ts'
import { TeamsReader } from './reader.ts'

/** Returns one page of the transcripts of the person's Teams meetings, newest meetings first. */
export async function syncTranscriptions(
  request: SyncTranscriptionRequest,
  call: Call<MicrosoftSettings>,
): Promise<StandardSyncResponse<Transcription>> {
  const { connectedProvider, transcriptionFilter: filter } = request
  const { credential } = connectedProvider
  requireOrganization(credential)
  const position =
    openPosition<TeamsPosition, MicrosoftSettings>(request, call) ?? initialTeamsPosition(filter.dateEnd, call.clock())
  if (position.before <= filter.dateStart) return toPage<Transcription>([])
  const account = await openAccount(credential, call)
  const reader = new TeamsReader({ account, connectedProvider, filter, position }, call)
  const { items, warnings, next } = await readTranscriptionPage(reader, position)
  return toPage(items, warnings, next && sealPosition(request, call, await reader.toNext(next)))
}
