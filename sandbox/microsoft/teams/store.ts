import { COMPANIES, PEOPLE } from '../../core/fixtures.ts'
import type { MicrosoftAccount } from '../account.ts'
import type { EventRecord } from '../calendar/model.ts'
import { toBaseOccurrence } from '../calendar/occurrence.ts'
import { deterministicGuid } from '../guids.ts'
import { tenantIdOf } from '../oauth/tenants.ts'
import type { MeetingOrganizer, OnlineMeeting } from './model.ts'

/** The online meetings of all organizations. Every event with a join URL has one. */
export class OnlineMeetings {
  readonly #byJoinUrl = new Map<string, OnlineMeeting>()
  /** The number of requests for transcripts, for the switches that work at every second one only. */
  #requests = 0

  find(id: string): OnlineMeeting | undefined {
    return this.all().find((meeting) => meeting.id === id)
  }

  all(): OnlineMeeting[] {
    return [...this.#byJoinUrl.values()]
  }

  /** Returns the meeting with this join URL, if there is one or an account has an event for it. */
  findByJoinUrl(accounts: Iterable<MicrosoftAccount>, joinUrl: string): OnlineMeeting | undefined {
    const existing = this.#byJoinUrl.get(joinUrl)
    if (existing) return existing
    const events = [...accounts].flatMap(({ calendars }) =>
      calendars.flatMap((calendar) => [...calendar.events.values()]),
    )
    const event = events.find((record) => record.joinUrl === joinUrl)
    return event && this.#create(event, joinUrl)
  }

  /** Returns the meeting of the account's event with this key or join URL. Throws a RangeError if there is none. */
  ofEvent(account: MicrosoftAccount, keyOrJoinUrl: string): OnlineMeeting {
    const event = account.calendars.flatMap(({ events }) => events.get(keyOrJoinUrl) ?? [])[0]
    const meeting = this.findByJoinUrl([account], event?.joinUrl ?? keyOrJoinUrl)
    if (!meeting) throw new RangeError(`${account.email} has no Teams meeting ${keyOrJoinUrl}`)
    return meeting
  }

  /** Whether a switch that was changed just now refuses this request: every second one. */
  flaps(): boolean {
    this.#requests += 1
    return this.#requests % 2 === 0
  }

  #create(event: EventRecord, joinUrl: string): OnlineMeeting {
    const organizer = toOrganizer(event)
    const { startsAt, endsAt } = toBaseOccurrence(event)
    const thread = decodeURIComponent(/19%3a[^/]+/i.exec(joinUrl)?.[0] ?? `19%3ameeting_${event.key}%40thread.v2`)
    const meeting: OnlineMeeting = {
      id: Buffer.from(`1*${organizer.userId}*0**${thread}`).toString('base64'),
      subject: event.subject,
      joinUrl,
      organizer,
      attendees: event.attendees,
      start: startsAt,
      end: endsAt,
      expired: false,
      transcripts: [],
      reports: [],
      insights: [],
    }
    this.#byJoinUrl.set(joinUrl, meeting)
    return meeting
  }
}

/** An organizer belongs to the organization of the address. */
function toOrganizer({ organizer }: EventRecord): MeetingOrganizer {
  const { name, address = '' } = organizer
  const person = Object.values(PEOPLE).find(({ email }) => email === address)
  const domain = address.slice(address.indexOf('@') + 1)
  const company = Object.values(COMPANIES).find((candidate) => candidate.domain === domain)
  return {
    userId: deterministicGuid(`work account ${person?.key ?? address}`),
    tenant: company ? tenantIdOf(company) : deterministicGuid(`tenant of ${domain}`),
    name,
    address,
  }
}
