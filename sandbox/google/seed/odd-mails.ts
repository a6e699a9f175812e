import type { Days } from '../../core/days.ts'
import { encodedWord } from '../gmail/address.ts'
import type { NewMail } from '../gmail/compose.ts'
import { filePart, messagePart, multipart, textPart, withHeaders } from '../gmail/mime.ts'
import { GIF, PDF } from './files.ts'

const TO = 'ada@meridian.example'

/** Mails with the shapes that break careless readers. */
export function oddMails(days: Days): NewMail[] {
  const at = (week: number, hour: number) => ({
    receivedAt: days.instant(week, 'Thu', `${String(hour).padStart(2, '0')}:20`),
  })
  return [...addresses(at), ...missing(at), ...trees(at)]
}

type At = (week: number, hour: number) => { receivedAt: number }

function addresses(at: At): NewMail[] {
  return [
    {
      ...at(-5, 9),
      from: '"Whitfield, Maya (Kestrel Freight, Inc.)" <maya@kestrel.example>',
      to: '"Moreau, Ada" <ada@meridian.example>, Bilal Haddad <bilal@meridian.example>',
      cc: 'omar@kestrel.example, "O\'Brien, Esther" <esther@meridian.example>',
      subject: 'Names with commas',
      text: 'Commas everywhere.',
    },
    {
      ...at(-5, 10),
      from: 'Board <board@meridian.example>',
      to: 'undisclosed-recipients:;',
      subject: 'To nobody in particular',
      text: 'Bcc to all of you.',
    },
    {
      ...at(-5, 11),
      from: `${encodedWord('Lars Ødegård')} <lars@halden.example>`,
      to: `Partners: ingrid@halden.example, ${encodedWord('Chloé Lefèvre')} <chloe@meridian.example>;, ${TO}`,
      subject: encodedWord('Påminnelse: møte på tirsdag – husk å ta med kontrakten og de signerte vedleggene'),
      text: 'A group, and encoded words over several lines.',
    },
    {
      ...at(-4, 9),
      from: 'Ada Moreau <ADA@Meridian.Example>',
      to: 'ada+notes@meridian.example',
      subject: 'Note to self',
      text: 'Own address in other letters, with a tag.',
      labelIds: ['INBOX', 'SENT'],
    },
    {
      ...at(-4, 10),
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

function missing(at: At): NewMail[] {
  const from = 'Omar Reyes <omar@kestrel.example>'
  return [
    { ...at(-4, 11), from, to: TO, text: 'No subject.' },
    { ...at(-4, 12), from, subject: 'No To', text: 'There is no To line.' },
    { ...at(-4, 13), from, to: TO, subject: 'No Date', date: null, text: 'There is no Date line.' },
    {
      ...at(-4, 14),
      from,
      to: TO,
      subject: 'A date that is none',
      date: 'yesterday, about noon',
      text: 'The Date line cannot be read.',
    },
    { ...at(-3, 9), from, to: TO, subject: 'No labels', labelIds: null, text: 'Archived: it carries no label at all.' },
    { ...at(-3, 10), to: TO, subject: 'No From', text: 'Nobody wrote this.' },
    {
      ...at(-3, 11),
      from,
      to: TO,
      subject: 'No body',
      content: { mimeType: 'text/plain', filename: '', headers: [], content: Buffer.alloc(0) },
    },
    {
      ...at(-3, 12),
      from,
      to: TO,
      subject: 'Unknown charset',
      text: 'plain ascii',
      encoding: { charset: 'x-unknown-8bit', written: 'utf-8' },
    },
    { ...at(-3, 13), from, to: TO, subject: 'No charset', text: 'Grüße ohne Zeichensatz', encoding: { charset: null } },
  ]
}

function trees(at: At): NewMail[] {
  const from = 'Dmitri Okafor <dmitri@meridian.example>'
  const picture = { filename: 'chart.gif', mimeType: 'image/gif', bytes: GIF, contentId: 'chart@meridian' }
  const forwarded = withHeaders(
    multipart('alternative', [
      textPart('text/plain', 'Inner text, not to be shown as the outer.'),
      textPart('text/html', '<p>Inner</p>'),
    ]),
    [
      { name: 'From', value: 'stranger@elsewhere.example' },
      { name: 'Subject', value: 'The inner mail' },
    ],
  )
  const report = Buffer.from('a,b\n1,2\n')
  return [
    {
      ...at(-2, 9),
      from,
      to: TO,
      subject: 'Forwarded as attachment',
      content: multipart('mixed', [
        textPart('text/plain', 'See the attached mail.'),
        messagePart('inner.eml', forwarded),
      ]),
    },
    {
      ...at(-2, 10),
      from,
      to: TO,
      subject: 'Chart inside',
      text: '[chart]',
      html: '<p>Look: <img src="cid:chart@meridian"></p>',
      files: [picture, { filename: 'Überblick März.pdf', mimeType: 'application/pdf', bytes: PDF }],
    },
    { ...at(-2, 11), from, to: TO, subject: 'HTML only', html: '<p>Only <b>HTML</b> &amp; nothing else</p>' },
    {
      ...at(-2, 12),
      from,
      to: TO,
      subject: 'A long read',
      content: multipart('alternative', [
        textPart('text/plain', 'A long story. '.repeat(9_000), { detached: true }),
        textPart('text/html', '<p>A long story.</p>'.repeat(9_000), { detached: true }),
      ]),
    },
    {
      ...at(-2, 13),
      from,
      to: TO,
      subject: 'Text behind the file',
      content: multipart('mixed', [
        filePart({ filename: 'data.csv', mimeType: 'text/csv', bytes: report }),
        filePart({
          filename: 'notes.txt',
          mimeType: 'text/plain',
          bytes: Buffer.from('This is a file, not the text.'),
        }),
        textPart('text/plain', 'The text comes last.'),
      ]),
    },
    {
      ...at(-2, 14),
      from,
      to: TO,
      subject: 'Three levels',
      content: multipart('mixed', [
        multipart('related', [
          multipart('alternative', [
            textPart('text/plain', 'Deep down.'),
            textPart('text/html', '<p>Deep <i>down</i>.</p>'),
          ]),
          filePart(picture),
        ]),
        filePart({ filename: 'a.pdf', mimeType: 'application/pdf', bytes: PDF }),
      ]),
    },
  ]
}
