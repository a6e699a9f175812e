import type { meet_v2 } from 'googleapis/build/src/apis/meet/index.js'
import type { people_v1 } from 'googleapis/build/src/apis/people/index.js'
import type { ConnectedProvider, PersonReference, Transcription } from '../../../src/contract/index.ts'
import type { Call } from '../../../src/kit/application.ts'
import { lookUp } from '../../../src/kit/memory/lookups.ts'
import { toPerson } from '../../../src/kit/people.ts'
import type { MeetingEvent } from '../../../src/kit/transcripts/events.ts'
import { toMeetingName } from '../../../src/kit/transcripts/names.ts'
import { type LeftOut, UnreadableTranscriptError } from '../../../src/kit/transcripts/reader.ts'
import type { OnceWarnings } from '../../../src/kit/transcripts/warnings.ts'
import { VendorError } from '../../../src/kit/vendor-errors.ts'
import { forEachConcurrently } from '../../../src/runtime/concurrency.ts'
import { omitUndefined } from '../../../src/runtime/omit.ts'
import {
  createCalendarRequester,
  createMeetRequester,
  createPeopleRequester,
  MAX_CONCURRENT_REQUESTS,
  type Requester,
} from '../client.ts'
import type { GoogleSettings } from '../settings.ts'
import { fetchPerson } from './directory.ts'
import { fetchEntries, fetchParticipants } from './entries.ts'
import { ConferenceEvents } from './events.ts'
import { toDisplayName, toTitle, toTranscription } from './map.ts'
import { CALENDAR, DIRECTORY, readOptional, warnOfMissingScopes } from './optional.ts'
import type { Meeting, Transcript } from './position.ts'
import { UNITS } from './records.ts'

/** After so many failures the directory is considered unavailable. Each has taken several attempts. */
const MAX_DIRECTORY_FAILURES = 3

/** Everything of one connection that transcripts are made of. Requests nothing twice on a page. */
export class MeetSource {
  readonly meet: Requester<meet_v2.Meet>
  readonly #people: Requester<people_v1.People>
  readonly #events: ConferenceEvents
  readonly #connection: ConnectedProvider
  readonly #call: Call<GoogleSettings>
  readonly #once: OnceWarnings
  /** The participants of conferences with several transcripts are requested once. */
  readonly #participants = new Map<string, Promise<meet_v2.Schema$Participant[]>>()
  #directoryFailures = 0
  /** Why nobody else is looked up on this page. */
  #directoryFailure: VendorError | undefined

  private constructor(
    requesters: { meet: Requester<meet_v2.Meet>; people: Requester<people_v1.People>; events: ConferenceEvents },
    connection: ConnectedProvider,
    call: Call<GoogleSettings>,
    once: OnceWarnings,
  ) {
    this.meet = requesters.meet
    this.#people = requesters.people
    this.#events = requesters.events
    this.#connection = connection
    this.#call = call
    this.#once = once
    warnOfMissingScopes(connection.credential, once)
  }

  static async open(
    connection: ConnectedProvider,
    call: Call<GoogleSettings>,
    once: OnceWarnings,
  ): Promise<MeetSource> {
    const [meet, people, calendar] = await Promise.all([
      createMeetRequester(connection.credential, call),
      createPeopleRequester(connection.credential, call),
      createCalendarRequester(connection.credential, call),
    ])
    const events = new ConferenceEvents(calendar, call.clock())
    return new MeetSource({ meet, people, events }, connection, call, once)
  }

  /** Conferences whose events may be needed. */
  expect(meetings: readonly Meeting[]): void {
    this.#events.expect(meetings)
  }

  /** The calendar's event of a conference. Undefined without one, or without access to the calendar. */
  findEvent(meeting: Meeting): Promise<MeetingEvent | undefined> {
    return readOptional(CALENDAR, this.#once, () => this.#events.find(meeting, () => this.#fetchCode(meeting)))
  }

  /** Fetches a transcript. Throws ProviderErrors and UnreadableTranscriptError. */
  async readTranscript(transcript: Transcript): Promise<Transcription | LeftOut> {
    if (!transcript.isReady) return 'not-ready'
    const entries = await fetchEntries(this.meet, transcript.name)
    if (entries.length === 0) return 'empty'
    const { meeting } = transcript
    const participants = await this.#fetchParticipants(meeting)
    const event = await this.findEvent(meeting)
    const present = await this.#findPresent(participants, toName(event, transcript))
    const meetingCode = transcript.documentUri ? undefined : await this.#fetchCode(meeting)
    const { provider, application } = this.#call
    const context = { provider, application, present, ...omitUndefined({ event, meetingCode }) }
    try {
      return toTranscription(transcript, entries, participants, context) ?? 'empty'
    } catch (error) {
      throw new UnreadableTranscriptError('transcript does not have the form that Google documents', { cause: error })
    }
  }

  #fetchParticipants({ name }: Meeting): Promise<meet_v2.Schema$Participant[]> {
    const participants = this.#participants.get(name) ?? fetchParticipants(this.meet, name)
    this.#participants.set(name, participants)
    participants.catch(() => this.#participants.delete(name))
    return participants
  }

  /** The code of a conference's space. Undefined if the space is gone or refused. */
  async #fetchCode({ space }: Meeting): Promise<string | undefined> {
    if (space === undefined) return undefined
    return lookUp(this.#call, this.#connection, space, async () => {
      try {
        const { meetingCode } = await this.meet(UNITS, (google, options) => google.spaces.get({ name: space }, options))
        return meetingCode || undefined
      } catch (error) {
        if (error instanceof VendorError && (error.class === 'not-found' || error.concernsItem)) return undefined
        throw error
      }
    })
  }

  /**
   * The participants whose address is known: the connected person, and people in the directory. The first look-up is made
   * alone, so that a directory that is refused costs one request. `name` is that of the meeting in warnings.
   */
  async #findPresent(participants: readonly meet_v2.Schema$Participant[], name: string): Promise<PersonReference[]> {
    const people: PersonReference[] = []
    const lookUps: [number, string][] = []
    const { credential } = this.#connection
    for (const [index, participant] of participants.entries()) {
      const userId = /^users\/([\w-]+)$/.exec(participant?.signedinUser?.user ?? '')?.[1]
      const isConnected = userId !== undefined && userId === toAccountId(credential.profile)
      const self = isConnected ? toPerson(credential.email, toDisplayName(participant)) : undefined
      if (self) people[index] = self
      else if (userId !== undefined) lookUps.push([index, userId])
    }
    const find = async ([index, userId]: [number, string]) => {
      const person = await this.#findPerson(userId, name)
      if (person) people[index] = person
    }
    await forEachConcurrently(1, lookUps.slice(0, 1), find)
    await forEachConcurrently(MAX_CONCURRENT_REQUESTS, lookUps.slice(1), find)
    return people.filter((person) => person !== undefined)
  }

  /** A person in the directory. One whom Google fails to return is left out with a warning. */
  async #findPerson(userId: string, name: string): Promise<PersonReference | undefined> {
    try {
      return await readOptional(DIRECTORY, this.#once, () =>
        lookUp(this.#call, this.#connection, `people/${userId}`, async () => {
          if (this.#directoryFailure) throw this.#directoryFailure
          return fetchPerson(this.#people, userId)
        }),
      )
    } catch (error) {
      const isOfPerson = error instanceof VendorError && error.class === 'unavailable'
      if (!isOfPerson || this.#call.budget.remainingMs() === 0) throw error
      this.#directoryFailures += 1
      if (this.#directoryFailures >= MAX_DIRECTORY_FAILURES) this.#directoryFailure = error
      this.#once.add(`person ${name}`, `The transcript of ${name} comes without some attendees. ${error.message}`)
      return undefined
    }
  }
}

/** The name of a transcript's meeting in warnings: `“Weekly” (2 November 2026)`. */
export function toName(event: MeetingEvent | undefined, { meeting, dateStart = meeting.dateStart }: Named): string {
  return toMeetingName(toTitle(event, dateStart), dateStart)
}

type Named = Pick<Transcript, 'meeting' | 'dateStart'>

/** The id of the connected account, which sign-in stores in the profile. */
function toAccountId(profile: unknown): unknown {
  return (profile as { accountId?: unknown } | null)?.accountId
}
