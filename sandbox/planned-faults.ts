/** A fault that the sandbox's sample data contain on purpose: part of a text that a program reports, and the reason. */
export interface PlannedFault {
  text: string
  reason: string
}

/** The faults of the sample accounts. Everything else that a sync reports about them is unexpected. */
export const PLANNED_FAULTS: readonly PlannedFault[] = [
  { text: 'Shared by a colleague who left', reason: 'Google lists this calendar, but its owner’s account is gone' },
  { text: 'Anniversaires', reason: 'Microsoft lists the calendar of birthdays, but its events cannot be read' },
  { text: 'Portland fleet', reason: 'Microsoft fails for this shared calendar, every time' },
]
