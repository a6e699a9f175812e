import type { Credential, PersonReference } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { toPerson } from '../../../src/kit/people.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import { createGraphRequester, createGraphTextRequester, type Requester, type TextRequester } from '../client.ts'
import type { MicrosoftSettings } from '../settings.ts'
import { type UserSegments, userSegments } from '../user-segments.ts'
import { withSecondTry } from './second-try.ts'

/** The connected person, and how to request from Graph on their behalf. */
export interface TeamsAccount {
  user: UserSegments
  /** The id or address of the person, for APIs that know no `/me`. */
  userId: string
  person: PersonReference | undefined
  request: Requester
  /** Requests transcripts: the organization's switch is tried a second time. */
  requestTranscripts: Requester
  requestContent: Record<ContentFormat, TextRequester>
}

/** Only these two are available: https://learn.microsoft.com/graph/api/calltranscript-get */
const MEDIA_TYPES = {
  withSpeakers: 'text/vtt',
  withoutSpeakers: 'application/vnd.microsoft.graph.transcript+text',
} as const
export type ContentFormat = keyof typeof MEDIA_TYPES

interface AccountOptions {
  /** JSON pointer to the access token, where it is not that of a sync. */
  tokenPointer?: string
}

export async function openAccount(
  credential: Credential,
  call: Call<MicrosoftSettings>,
  { tokenPointer }: AccountOptions = {},
): Promise<TeamsAccount> {
  const options = omitUndefined({ bodyFormat: 'text' as const, tokenPointer })
  const [request, withSpeakers, withoutSpeakers] = await Promise.all([
    createGraphRequester(credential, call, options),
    createGraphTextRequester(credential, call, { ...options, accept: MEDIA_TYPES.withSpeakers }),
    createGraphTextRequester(credential, call, { ...options, accept: MEDIA_TYPES.withoutSpeakers }),
  ])
  const { name } = toProfile(credential)
  return {
    user: userSegments(credential),
    userId: toUserId(credential),
    person: toPerson(credential.email, name),
    request,
    requestTranscripts: (path) => withSecondTry(call.budget, () => request(path)),
    requestContent: {
      withSpeakers: (path) => withSecondTry(call.budget, () => withSpeakers(path)),
      withoutSpeakers: (path) => withSecondTry(call.budget, () => withoutSpeakers(path)),
    },
  }
}

/** With a key there is no id, and Graph accepts the address. */
function toUserId(credential: Credential): string {
  const { objectId, accountId } = toProfile(credential)
  return objectId ?? accountId ?? credential.email
}

function toProfile({ profile }: Credential): { name?: string; objectId?: string; accountId?: string } {
  const { name, objectId, accountId } = (profile ?? {}) as Record<string, unknown>
  const isText = (value: unknown) => (typeof value === 'string' && value !== '' ? value : undefined)
  return omitUndefined({ name: isText(name), objectId: isText(objectId), accountId: isText(accountId) })
}
