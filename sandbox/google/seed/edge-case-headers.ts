import type { RelativeDates } from '../../core/time/relative-dates.ts'
import { encodeWord } from '../gmail/address.ts'
import type { NewMail } from '../gmail/compose.ts'
import { createReceivedAt, type ReceivedAt, TO } from './received-at.ts'

/** Creates messages with unusual address headers, and messages with missing headers. */
export function createHeaderEdgeCases(days: RelativeDates): NewMail[] {
  const receivedAt = createReceivedAt(days)
  return [...createAddressEdgeCases(receivedAt), ...createMissingHeaderEdgeCases(receivedAt)]
}

function createAddressEdgeCases(receivedAt: ReceivedAt): NewMail[] {
  return [
    {
      ...receivedAt(-5, 9),
      from: '"Whitfield, Maya (Kestrel Freight, Inc.)" <maya@kestrel.example>',
      to: '"Moreau, Ada" <ada@meridian.example>, Bilal Haddad <bilal@meridian.example>',
      cc: 'omar@kestrel.example, "O\'Brien, Esther" <esther@meridian.example>',
      subject: 'Names with commas',
      text: 'Commas everywhere.',
    },
    {
      ...receivedAt(-5, 10),
      from: 'Board <board@meridian.example>',
      to: 'undisclosed-recipients:;',
      subject: 'To nobody in particular',
      text: 'Bcc to all of you.',
    },
    {
      ...receivedAt(-5, 11),
      from: `${encodeWord('Lars Ødegård')} <lars@halden.example>`,
      to: `Partners: ingrid@halden.example, ${encodeWord('Chloé Lefèvre')} <chloe@meridian.example>;, ${TO}`,
      subject: encodeWord('Påminnelse: møte på tirsdag – husk å ta med kontrakten og de signerte vedleggene'),
      text: 'A group, and encoded words over several lines.',
    },
    {
      ...receivedAt(-4, 9),
      from: 'Ada Moreau <ADA@Meridian.Example>',
      to: 'ada+notes@meridian.example',
      subject: 'Note to self',
      text: 'Own address in other letters, with a tag.',
      labelIds: ['INBOX', 'SENT'],
    },
    {
      ...receivedAt(-4, 10),
      from: 'noreply',
      to: TO,
      subject: 'A sender without an address',
      text: 'From holds no address at all.',
      headers: [
        { name: 'To', value: TO },
        { name: 'To', value: 'esther@meridian.example' },
        { name: 'X-Empty', value: '' },
      ],
    },
  ]
}

function createMissingHeaderEdgeCases(receivedAt: ReceivedAt): NewMail[] {
  const from = 'Omar Reyes <omar@kestrel.example>'
  return [
    { ...receivedAt(-4, 11), from, to: TO, text: 'No subject.' },
    { ...receivedAt(-4, 12), from, subject: 'No To', text: 'There is no To line.' },
    { ...receivedAt(-4, 13), from, to: TO, subject: 'No Date', date: null, text: 'There is no Date line.' },
    {
      ...receivedAt(-4, 14),
      from,
      to: TO,
      subject: 'A date that is none',
      date: 'yesterday, about noon',
      text: 'The Date line cannot be read.',
    },
    {
      ...receivedAt(-3, 9),
      from,
      to: TO,
      subject: 'No labels',
      labelIds: null,
      text: 'Archived: it carries no label at all.',
    },
    { ...receivedAt(-3, 10), to: TO, subject: 'No From', text: 'Nobody wrote this.' },
    {
      ...receivedAt(-3, 11),
      from,
      to: TO,
      subject: 'No body',
      content: { mimeType: 'text/plain', filename: '', headers: [], content: Buffer.alloc(0) },
    },
    {
      ...receivedAt(-3, 12),
      from,
      to: TO,
      subject: 'Unknown charset',
      text: 'plain ascii',
      encoding: { charset: 'x-unknown-8bit', written: 'utf-8' },
    },
    {
      ...receivedAt(-3, 13),
      from,
      to: TO,
      subject: 'No charset',
      text: 'Grüße ohne Zeichensatz',
      encoding: { charset: null },
    },
  ]
}
