import type { OnceWarnings } from '../../../src/kit/transcripts/warnings.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { toPath } from '../paths.ts'
import type { TeamsAccount } from './account.ts'

/** The code of Graph's error while the organization does not allow applications to read who said what. */
const SPEAKERS_DISABLED = 'SpeakerAttributionNotAllowed'

const WARNING_KEY = 'without-speakers'
const WARNING =
  'The transcripts have no names of speakers, because the organization does not allow applications to read them. An ' +
  'administrator allows it in the Teams admin center under Meetings › Meeting settings › Transcript API access › Include ' +
  'speaker attribution.'

/**
 * Fetches the text of a transcript: without speakers, with one warning, if the organization does not allow them. Only the
 * list's ids are used: the address that it returns may be another host's.
 */
export async function fetchContent(
  { requestContent, user }: TeamsAccount,
  meetingId: string,
  transcriptId: string,
  once: OnceWarnings,
): Promise<string> {
  const path = toPath([...user, 'onlineMeetings', meetingId, 'transcripts', transcriptId, 'content'])
  const fetchWithoutSpeakers = async () => escapeText(await requestContent.withoutSpeakers(path))
  if (once.has(WARNING_KEY)) return fetchWithoutSpeakers()
  try {
    return await requestContent.withSpeakers(path)
  } catch (error) {
    if (!(error instanceof VendorError) || !error.reasons.includes(SPEAKERS_DISABLED)) throw error
    const text = await fetchWithoutSpeakers()
    once.add(WARNING_KEY, WARNING)
    return text
  }
}

/** Escapes what is no markup of WebVTT: it is not known whether the format without speakers has markup or plain text. */
function escapeText(text: string): string {
  return text.replace(/<(?!\/?(?:[cibuv]|rt|ruby|lang)[.\s>]|[\d:.]+>)/gi, '&lt;')
}
