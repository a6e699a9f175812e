import { calendar, email, event, NOW, table, transcription } from '../../storage/fixtures.ts'
import type { SyncedConnection } from '../synced-connection.ts'

export const HOUR = 3_600_000
export const GRACE = { email: 'grace@navy.example', friendlyName: 'Grace' }
export const BOB = { email: 'bob@x.example', friendlyName: 'Bob' }

export const MEETING = event('meeting', {
  description: 'Let us meet.',
  location: 'Room 1',
  timeZone: 'Europe/Berlin',
  allDay: false,
  busy: true,
  organizedBy: GRACE,
  conferenceUrl: 'https://meet.example/1',
  recurrence: ['RRULE:FREQ=DAILY'],
  recurringExternalId: 'series',
  dateOriginalStart: NOW,
  iCalUid: 'uid@x',
  visibility: 'private',
  status: 'tentative',
  dateStart: NOW,
  dateEnd: NOW + HOUR,
  attendees: [{ ...BOB, responseStatus: 'accepted', optional: true }, GRACE],
})

export const TALK = transcription('talk', {
  dateStart: NOW + 60_000,
  duration: 1_800_000,
  organizedBy: GRACE,
  attendees: [BOB],
  highlights: [
    { text: 'Begin!', title: 'Start', startOffset: 1, endOffset: 2, speaker: GRACE, uri: 'https://x.example' },
  ],
  outline: [{ title: 'One', text: 'First', startOffset: 0, endOffset: 9, children: [{ title: 'Two' }] }],
  tasks: [
    {
      title: 'Write',
      text: 'it down',
      assignedTo: BOB,
      dateDue: NOW,
      status: 'open',
      externalId: 't1',
      startOffset: 5,
    },
  ],
})

export const LETTER = email('letter', {
  cc: [BOB],
  bcc: [GRACE],
  replyTo: [BOB],
  bodyHtml: '<p onclick="evil()">Dear Ada</p>',
  unread: true,
  dateSent: NOW - 1,
  dateReceived: NOW,
  threadExternalId: 'conversation',
  messageId: '<1@x>',
  inReplyTo: '<0@x>',
  labels: ['INBOX'],
  direction: 'inbound',
  attachments: [
    {
      externalId: 'a1',
      name: 'plan.pdf',
      mimeType: 'application/pdf',
      size: 3,
      uri: 'https://x.example/a',
      inline: false,
    },
  ],
})

export const PEOPLE = table('Contact', { '7': { Name: 'Ada' }, '8': { Name: 'Bob', Phone: '1' } }, 'Contacts')
PEOPLE.metadata.fields = [
  { name: 'Name', label: 'The name', fieldType: 'string', required: true },
  { name: 'Kind', label: 'Kind', fieldType: 'picklist', options: [{ value: 'a', label: 'A' }] },
]

export const PAGES: Parameters<SyncedConnection['commitPage']>[0][] = [
  {
    sync: 'calendar',
    items: [calendar('work', [MEETING, event('other', { dateStart: NOW + 5 * HOUR, dateEnd: NOW + 6 * HOUR })])],
  },
  { sync: 'transcription', items: [TALK] },
  { sync: 'email', items: [LETTER] },
  { sync: 'metadata', items: [{ ...PEOPLE, records: [] }] },
  { sync: 'table', items: [PEOPLE] },
]
