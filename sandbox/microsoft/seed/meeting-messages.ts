import type { PersonKey } from '../../core/fixtures.ts'
import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewMail } from '../mail/deliver.ts'
import type { MeetingMessage } from '../mail/message.ts'
import { recipient } from './people.ts'

type MeetingMessageRow = readonly [week: number, from: PersonKey, meeting: MeetingMessage, subject: string]

const ROWS: readonly MeetingMessageRow[] = [
  [-8, 'bilal', 'meetingAccepted', 'Accepted: Partner stand-up'],
  [-8, 'dmitri', 'meetingTenativelyAccepted', 'Tentative: Partner stand-up'],
  [-8, 'maya', 'meetingRequest', 'Kestrel operations review'],
  [-7, 'haruka', 'meetingRequest', '桜井精密 定例会議'],
  [-6, 'aroha', 'meetingRequest', 'Kōwhai logistics'],
  [-5, 'chloe', 'meetingRequest', 'Steering committee'],
  [-4, 'ingrid', 'meetingRequest', 'Halden: site visit'],
  [-2, 'yulia', 'meetingRequest', 'Презентация для студии'],
  [-1, 'chloe', 'meetingCancelled', 'Canceled: Pricing workshop'],
  [-1, 'ingrid', 'meetingAccepted', 'Accepted: Halden: contract signature'],
  [-1, 'esther', 'meetingDeclined', 'Declined: Halden: contract signature'],
  [-1, 'maya', 'meetingAccepted', 'Accepted: Kestrel: quarterly business review'],
]

/** Invitations, cancellations and responses to invitations, which are listed among the messages. */
export function meetingMessages(days: RelativeDates): NewMail[] {
  return ROWS.map(([week, from, meeting, subject], index) => ({
    from: recipient(from),
    subject,
    receivedAt: days.epochMs(week, 'Fri', '13:00') + index * 60_000,
    html: '',
    meeting,
    conversation: subject.replace(/^\w+: /, ''),
    isRead: week < -1,
  }))
}
