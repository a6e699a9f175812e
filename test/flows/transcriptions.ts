import { PEOPLE } from '../../sandbox/core/fixtures.ts'
import { ADA } from './system.ts'
import type { WholeSystem } from './whole-system.ts'

export const MINUTE = 60_000
export const HOUR = 60 * MINUTE
export const BILAL = PEOPLE.bilal.email

/** For vendors whose tokens live longer than a test, whatever it does to the clock. */
export const oauth = { accessTokenLifetimeMs: 72 * HOUR }

/** What Ada and Bilal say in a call that a test adds. */
export const TALK = 'ada: Is it on?\nbilal: It is on now.'
/** They are there, as the sandbox of Google needs it, and as that of Microsoft does. */
export const participants = [
  { speaker: 'ada', email: ADA, address: ADA },
  { speaker: 'bilal', email: BILAL, address: BILAL },
]

/** The time without a zone, as calendars have it: UTC. */
export function toLocal(time: number): string {
  return new Date(time).toISOString().slice(0, 19)
}

export interface Transcription {
  _id: string
  title: string
  externalId: string
  dateStart: number
  organizedBy: { email: string } | null
  attendees: { email: string; friendlyName: string | null }[]
  event: { title: string } | null
}

const SEARCH = `query S($input: GraphSearchInput!) { searchGraph(input: $input) {
  _id ... on Transcription {
    title externalId dateStart organizedBy { email } attendees { email friendlyName } event { title }
  }
} }`

/** Ada's transcriptions in the graph. */
export async function listTranscriptions(system: WholeSystem): Promise<Transcription[]> {
  const input = { tagIds: [await system.tagOf()], blockTypes: ['transcription'], size: 50 }
  return (await system.execute<{ searchGraph: Transcription[] }>(SEARCH, input)).searchGraph
}
