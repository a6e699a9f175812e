import type { EmailAddress } from '../calendar/model.ts'

/** Somebody who organizes meetings, in the sandbox or in another organization. */
export interface MeetingOrganizer {
  readonly userId: string
  readonly tenant: string
  readonly name: string
  readonly address: string
}

/** What is said without a pause, in milliseconds after the transcript's start; negative if it began before. */
export interface Cue {
  readonly startMs: number
  readonly endMs: number
  /** Undefined when Teams does not know who speaks. */
  readonly speaker?: string
  /** Line breaks are ` | `. */
  readonly text: string
}

/** How Teams writes a transcript. `documented`: unpadded times; `rich`: everything that WebVTT allows. */
export type VttStyle = 'plain' | 'documented' | 'rich'

/** A transcript of one call. Times are epoch ms. */
export interface CallTranscript {
  readonly id: string
  readonly callId: string
  readonly contentCorrelationId: string
  readonly start: number
  readonly end: number
  /** Whether `endDateTime` repeats `createdDateTime`. */
  readonly withoutEnd: boolean
  /** How long after its end it appears; undefined: `settings.transcriptDelayMs`. */
  readonly delayMs?: number
  readonly style: VttStyle
  /** BCP 47, in lower case. */
  readonly language: string
  readonly cues: readonly Cue[]
}

export interface AttendanceRecord {
  readonly id: string
  readonly name: string
  /** Undefined for guests and callers. */
  readonly address?: string
  readonly role: 'Organizer' | 'Presenter' | 'Attendee'
  /** Epoch ms. */
  readonly joined: number
  readonly left: number
}

export interface AttendanceReport {
  readonly id: string
  readonly start: number
  readonly end: number
  readonly records: readonly AttendanceRecord[]
}

export interface MeetingNote {
  readonly title: string
  readonly text: string
  readonly subpoints?: readonly { readonly title: string; readonly text: string }[]
}

export interface ActionItem {
  readonly title: string
  readonly text: string
  readonly ownerDisplayName?: string
}

/** What Copilot has written about a call. */
export interface CallInsight {
  readonly id: string
  readonly callId: string
  readonly contentCorrelationId: string
  readonly start: number
  readonly end: number
  readonly meetingNotes: readonly MeetingNote[]
  readonly actionItems: readonly ActionItem[]
}

/** An online meeting: one for a single event, and one for all occurrences of a series. */
export interface OnlineMeeting {
  readonly id: string
  readonly subject: string | null
  readonly joinUrl: string
  readonly organizer: MeetingOrganizer
  /** Invited by name. Members of a distribution list are not. */
  readonly attendees: readonly EmailAddress[]
  /** Epoch ms, of the first occurrence. */
  readonly start: number
  readonly end: number
  /** Whether Teams has forgotten it. */
  expired: boolean
  readonly transcripts: CallTranscript[]
  readonly reports: AttendanceReport[]
  readonly insights: CallInsight[]
}
