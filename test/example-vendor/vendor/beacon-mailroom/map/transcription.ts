import type { Credential, Transcription } from '../../../../../src/contract/index.ts'
import type { Call } from '../../../../../src/kit/application.ts'
import { toPerson } from '../../../../../src/kit/people.ts'
import { omitUndefined } from '../../../../../src/runtime/omit.ts'
import { toWebUrl } from '../../account.ts'

interface Participant {
  name: string
  address: string
}

/** A meeting of Beacon's API. */
export interface BeaconMeeting {
  id: string
  title: string
  /** ISO 8601. */
  startedAt: string
  endedAt: string
  host: Participant
  participants: Participant[]
  /** `null` until Beacon has finished the transcript. */
  transcript: { speaker: string; text: string }[] | null
}

/** Undefined for a meeting that has no text yet. */
export function toTranscription(
  { id, title, startedAt, endedAt, host, participants, transcript }: BeaconMeeting,
  credential: Pick<Credential, 'instanceUrl'>,
  { provider, application }: Pick<Call, 'provider' | 'application'>,
): Transcription | undefined {
  const text = transcript?.map((entry) => `${entry.speaker}: ${entry.text}`).join('\n')
  if (!text) return undefined
  const dateStart = Date.parse(startedAt)
  return {
    blockType: 'transcription',
    provider,
    application,
    externalId: id,
    uri: toWebUrl(credential, 'meetings', id),
    title,
    dateStart,
    duration: Date.parse(endedAt) - dateStart,
    ...omitUndefined({ organizedBy: toPerson(host.address, host.name) }),
    attendees: participants.flatMap(({ address, name }) => toPerson(address, name) ?? []),
    transcript: { title, text },
    processingStage: 'processed',
  }
}
