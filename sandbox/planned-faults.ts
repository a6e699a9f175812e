/** A fault that the sandbox's sample data contain on purpose: what a program reports about it, and the reason. */
export interface PlannedFault {
  /** Matches the report. */
  report: RegExp
  reason: string
}

/** The faults of the sample accounts. Everything else that a sync reports about them is unexpected. */
export const PLANNED_FAULTS: readonly PlannedFault[] = [
  {
    report: /“Shared by a colleague who left”/,
    reason: 'Google lists this calendar, but its owner’s account is gone',
  },
  { report: /“Anniversaires”/, reason: 'Microsoft lists the calendar of birthdays, but its events cannot be read' },
  { report: /“Portland fleet”/, reason: 'Microsoft fails for this shared calendar, every time' },
  {
    report: /“Google Meet, [^”]+” is not ready/,
    reason: 'This call, which nobody put into a calendar, goes on for another forty minutes',
  },
  {
    report: /“Kōwhai: launch check” .*is not ready/,
    reason: 'The meeting has just ended, and Google takes some minutes to finish the transcript',
  },
  {
    report: /“Board pre-read”/,
    reason: 'The organizer of the meeting keeps its transcript to herself, although Ada took part',
  },
  {
    report: /“Kestrel operations review”/,
    reason: 'The meeting belongs to another organization, and Microsoft shows its transcripts to nobody else',
  },
  {
    report: /“All-hands: the first quarter”/,
    reason:
      'Ada was invited through a mailing list, and Teams shows a transcript only to people who were invited by name',
  },
]
