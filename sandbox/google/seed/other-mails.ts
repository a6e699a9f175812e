import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewMail } from '../gmail/compose.ts'

const TO = 'Ada Moreau <ada@meridian.example>'

/** Creates invitations, drafts, sent messages, spam, trash and chats. */
export function createOtherMails(days: RelativeDates): NewMail[] {
  return [...createInvitations(days), ...createDraftsAndSent(days), ...createSpamAndTrash(days), ...createChats(days)]
}

function createInvitations(days: RelativeDates): NewMail[] {
  return (['REQUEST', 'CANCEL'] as const).map((method, index) => ({
    from: 'Aroha Ngata <aroha@kowhai.example>',
    to: TO,
    subject: method === 'REQUEST' ? 'Invitation: Kōwhai: supplier call' : 'Canceled event: Tasting',
    receivedAt: days.epochMs(-1, 'Tue', `0${index + 5}:15`),
    text: 'You have been invited.',
    html: '<p>You have been <b>invited</b>.</p>',
    invitation: createIcalendar(method, days.on(2, 'Thu')),
  }))
}

function createIcalendar(method: string, date: string): string {
  const day = date.replaceAll('-', '')
  return [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    `METHOD:${method}`,
    'BEGIN:VEVENT',
    `UID:${method.toLowerCase()}-5512@kowhai.example`,
    `DTSTART;TZID=Pacific/Auckland:${day}T083000`,
    `DTEND;TZID=Pacific/Auckland:${day}T091500`,
    'SUMMARY:Kōwhai: supplier call',
    'ORGANIZER:mailto:aroha@kowhai.example',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n')
}

function createDraftsAndSent(days: RelativeDates): NewMail[] {
  const from = TO
  return [
    {
      from,
      to: 'maya@kestrel.example',
      subject: 'Draft: warehouse three',
      text: 'Dear Maya, (to be',
      receivedAt: days.epochMs(-1, 'Fri', '17:58'),
      labelIds: ['DRAFT'],
    },
    { from, text: '', receivedAt: days.epochMs(-1, 'Fri', '18:02'), labelIds: ['DRAFT'] },
    {
      from,
      to: 'chloe@meridian.example',
      bcc: 'esther@meridian.example',
      subject: 'Numbers for the board',
      text: 'As discussed.',
      receivedAt: days.epochMs(-1, 'Fri', '18:20'),
      labelIds: ['SENT'],
    },
    {
      from,
      bcc: 'ingrid@halden.example, lars@halden.example',
      subject: 'Season’s greetings',
      text: 'All the best from Paris!',
      receivedAt: days.epochMs(-7, 'Mon', '09:00'),
      labelIds: ['SENT'],
    },
  ]
}

function createSpamAndTrash(days: RelativeDates): NewMail[] {
  const spam = ['You have WON', 'Re: your parcel', 'Invoice overdue!!!'].map((subject, index) => ({
    from: `winner${index}@lottery.example`,
    to: TO,
    subject,
    html: '<a href="http://phish.example">Click</a>',
    receivedAt: days.epochMs(-3 + index, 'Sun', '03:33'),
    labelIds: ['SPAM', 'UNREAD'],
  }))
  const trash = ['Lunch?', 'Old newsletter'].map((subject, index) => ({
    from: 'Bilal Haddad <bilal@meridian.example>',
    to: TO,
    subject,
    text: 'Never mind.',
    receivedAt: days.epochMs(-2, 'Mon', `1${index}:00`),
    labelIds: ['TRASH'],
  }))
  return [...spam, ...trash]
}

function createChats(days: RelativeDates): NewMail[] {
  return ['Got a minute?', 'Sure', 'Look at gate 14'].map((text, index) => ({
    from: index === 1 ? TO : 'Omar Reyes <omar@kestrel.example>',
    receivedAt: days.epochMs(-1, 'Wed', `15:0${index}`),
    labelIds: ['CHAT'],
    text,
  }))
}
