import type { Conference, Space, Transcript } from './model.ts'
import {
  addTranscript,
  createConference,
  type NewConference,
  type NewParticipant,
  type NewTranscript,
} from './new-conference.ts'

/** The conferences of all accounts. */
export class Conferences {
  readonly #conferences: Conference[] = []
  readonly #people = new Map<string, readonly NewParticipant[]>()

  /** Adds a conference that the account organizes, unless the input names another organizer. */
  add(account: string, input: NewConference): Conference {
    const conference = createConference(account, input, this.spaces())
    this.#conferences.push(conference)
    this.#people.set(conference.id, input.participants)
    return conference
  }

  /** Adds a transcription session. Throws a RangeError for an unknown conference. */
  addTranscript(id: string, transcript: NewTranscript): Transcript {
    const conference = this.find(id)
    if (!conference) throw new RangeError(`There is no conference ${id}`)
    return addTranscript(conference, this.#people.get(id) ?? [], transcript)
  }

  all(): readonly Conference[] {
    return this.#conferences
  }

  find(id: string): Conference | undefined {
    return this.#conferences.find((conference) => conference.id === id)
  }

  /** Returns false if there is no such conference. */
  remove(id: string): boolean {
    const index = this.#conferences.findIndex((conference) => conference.id === id)
    if (index >= 0) this.#conferences.splice(index, 1)
    return index >= 0
  }

  spaces(): Space[] {
    return [...new Set(this.#conferences.map(({ space }) => space))]
  }
}
