import type { StandardSyncResponse, SyncTranscriptionRequest, Transcription } from '../../../../src/contract/index.ts'
import type { Call } from '../../../../src/kit/application.ts'
import { openCursor, sealCursor, toPage, toPageLimit } from '../../../../src/kit/pages.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { fetchJson, type List } from '../client.ts'
import type { BeaconSettings } from '../settings.ts'
import { type BeaconMeeting, toTranscription } from './map/transcription.ts'

const CURSOR = '#/transcriptionFilter/cursor'

/** Returns one page of the meetings in the window, newest first. A meeting without a transcript is named in a warning. */
export async function syncTranscriptions(
  { connectedProvider, transcriptionFilter }: SyncTranscriptionRequest,
  call: Call<BeaconSettings>,
): Promise<StandardSyncResponse<Transcription>> {
  const { connectionId, credential } = connectedProvider
  const { cursor, limit, ...window } = transcriptionFilter
  const binding = [connectionId, window]
  const query = omitUndefined({
    since: new Date(window.dateStart).toISOString(),
    until: new Date(window.dateEnd).toISOString(),
    limit: String(toPageLimit(limit)),
    from: cursor && openCursor<string, BeaconSettings>(call, binding, cursor, CURSOR),
  })
  const { items, next } = await fetchJson<List<BeaconMeeting>>('/v1/meetings', query, credential, call)
  const transcriptions: Transcription[] = []
  const warnings: string[] = []
  for (const meeting of items) {
    const transcription = toTranscription(meeting, credential, call)
    if (transcription) transcriptions.push(transcription)
    else warnings.push(`The transcript of “${meeting.title}” is not ready.`)
  }
  return toPage(transcriptions, warnings, next && sealCursor(call, binding, next))
}
