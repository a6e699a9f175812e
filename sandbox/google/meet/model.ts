/** A meeting space: the permanent room behind a meeting code. */
export interface Space {
  /** Case-sensitive, as in `spaces/jQCFfuBOdN5z`. */
  readonly id: string
  /** `abc-mnop-xyz`, in lower case. */
  readonly code: string
  /** The address of the account that owns it. */
  readonly owner: string
  /** Whether the sandbox's client created it, so that `meetings.space.created` covers it. */
  readonly createdByApp: boolean
}

/** A time span in epoch ms. What has not ended yet ends in the future, or never (`Infinity`). */
export interface Span {
  readonly start: number
  readonly end: number
}

export type ParticipantKind = 'signed-in' | 'room' | 'anonymous' | 'phone'

export interface Participant {
  readonly id: string
  readonly kind: ParticipantKind
  /** Set for signed-in users and room devices. */
  readonly userId?: string
  readonly displayName: string
  /** One for each time that the participant joined, the earliest first. */
  readonly sessions: readonly (Span & { readonly id: string })[]
}

/** The text of one utterance. */
export interface Entry extends Span {
  readonly id: string
  readonly participantId: string
  readonly text: string
  readonly languageCode: string
}

/** A file that Meet writes about a session: a transcript, a recording or notes. */
export interface Artifact extends Span {
  readonly id: string
  /** How long after its end the file is there; undefined: as long as `settings.meetFileDelayMs` says. */
  readonly delayMs?: number
  /** The id of the file in Drive. */
  readonly fileId: string
}

export interface Transcript extends Artifact {
  readonly entries: readonly Entry[]
}

/** One meeting that took place in a space. */
export interface Conference extends Span {
  readonly id: string
  readonly space: Space
  /** The address of the organizer. */
  readonly organizer: string
  readonly participants: readonly Participant[]
  readonly transcripts: Transcript[]
  readonly recordings: readonly Artifact[]
  readonly smartNotes: readonly Artifact[]
  /** Who may read transcripts, recordings and notes; undefined: as `settings.meetArtifactsFor` says. */
  readonly artifactsFor?: 'participants' | 'organizer'
}
