import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewMail } from '../mail/deliver.ts'
import { recipient } from './people.ts'

/** Drafts, deleted messages and junk mail, which Graph includes when it lists all messages. */
export function draftsAndJunk(days: RelativeDates): NewMail[] {
  return [...drafts(days), ...deleted(days), ...junk(days)]
}

function drafts(days: RelativeDates): NewMail[] {
  const draft = { folder: 'drafts', isDraft: true, isRead: true }
  return [
    { ...draft, to: [], receivedAt: days.epochMs(-1, 'Thu', '18:00'), text: '' },
    {
      ...draft,
      from: recipient('ada'),
      to: [recipient('maya')],
      bcc: [recipient('bilal')],
      subject: 'Fleet: what I really think',
      receivedAt: days.epochMs(-2, 'Mon', '18:00'),
      text: 'Never send this.',
    },
    {
      ...draft,
      from: recipient('ada'),
      to: [recipient('ingrid')],
      subject: 'RE: Partner contract: open points',
      conversation: 'Partner contract: open points',
      receivedAt: days.epochMs(-7, 'Fri', '18:00'),
      text: 'One more thing',
    },
  ]
}

function deleted(days: RelativeDates): NewMail[] {
  const mail = { folder: 'deleteditems', isRead: true }
  return [
    { ...mail, from: recipient('omar'), subject: 'Wrong attachment', receivedAt: days.epochMs(-2, 'Fri', '08:00') },
    { ...mail, from: recipient('ada'), subject: 'Sent too early', receivedAt: days.epochMs(-3, 'Fri', '08:00') },
    {
      ...mail,
      from: { name: 'Travel desk', address: 'no-reply@traveldesk.example' },
      subject: 'Rate our service',
      receivedAt: days.epochMs(-4, 'Fri', '08:00'),
    },
  ]
}

function junk(days: RelativeDates): NewMail[] {
  const senders = ['prize@lottery.example', 'ceo@meridian-works.example', 'invoice@paynow.example', 'seo@rank.example']
  return senders.map((address, index) => ({
    folder: 'junkemail',
    from: { name: index === 1 ? 'Chloé Lefèvre' : 'Very important', address },
    subject: `URGENT ${index + 1}`,
    receivedAt: days.epochMs(-index - 1, 'Sat', '03:33'),
    html: `<p>Click <a href="https://${address.split('@')[1]}/now">here</a></p>`,
  }))
}
