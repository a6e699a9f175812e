import { type MicrosoftSandbox, SCOPE } from '../../../../sandbox/microsoft/index.ts'
import { ADA, as, type Get, ME, type Reply } from '../harness.ts'

export const MEETINGS = `${ME}/onlineMeetings`
export const ALL_SCOPES = [
  SCOPE.calendars,
  SCOPE.meetings,
  SCOPE.transcripts,
  SCOPE.meetingArtifacts,
  SCOPE.meetingInsights,
]

export function asOrganizer(microsoft: MicrosoftSandbox, account = ADA, scopes: readonly string[] = ALL_SCOPES): Get {
  return as(microsoft, account, scopes)
}

/** The join URL of Ada's event with this key. */
export function joinUrlOf(microsoft: MicrosoftSandbox, key: string): string {
  const [event] = microsoft.account(ADA).calendars.flatMap(({ events }) => events.get(key) ?? [])
  if (!event?.joinUrl) throw new Error(`The event ${key} is no Teams meeting`)
  return event.joinUrl
}

export function byJoinUrl(joinUrl: string): { $filter: string } {
  return { $filter: `JoinWebUrl eq '${joinUrl.replaceAll("'", "''")}'` }
}

export async function findMeeting(get: Get, microsoft: MicrosoftSandbox, key: string): Promise<Reply> {
  return get(MEETINGS, byJoinUrl(joinUrlOf(microsoft, key)))
}

/** The path of the meeting of this event. */
export async function meetingPath(get: Get, microsoft: MicrosoftSandbox, key: string): Promise<string> {
  const { body } = await findMeeting(get, microsoft, key)
  return `${MEETINGS}/${encodeURIComponent(body.value[0].id)}`
}

/** The path of a transcript of this event's meeting. */
export async function transcriptPath(get: Get, microsoft: MicrosoftSandbox, key: string, index = 0): Promise<string> {
  const path = await meetingPath(get, microsoft, key)
  const { body } = await get(`${path}/transcripts`, { $top: 10 })
  return `${path}/transcripts/${encodeURIComponent(body.value[index].id)}`
}

export async function readVtt(get: Get, microsoft: MicrosoftSandbox, key: string, index = 0): Promise<string> {
  const path = await transcriptPath(get, microsoft, key, index)
  return (await get(`${path}/content`, {}, { accept: 'text/vtt' })).body
}
