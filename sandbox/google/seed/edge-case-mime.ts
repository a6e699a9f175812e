import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewMail } from '../gmail/compose.ts'
import { filePart, messagePart, multipart, textPart, withHeaders } from '../gmail/mime.ts'
import { GIF, PDF } from './files.ts'
import { createReceivedAt, type ReceivedAt, TO } from './received-at.ts'

const from = 'Dmitri Okafor <dmitri@meridian.example>'
const PICTURE = { filename: 'chart.gif', mimeType: 'image/gif', bytes: GIF, contentId: 'chart@meridian' }
const FORWARDED = withHeaders(
  multipart('alternative', [
    textPart('text/plain', 'Inner text, not to be shown as the outer.'),
    textPart('text/html', '<p>Inner</p>'),
  ]),
  [
    { name: 'From', value: 'stranger@elsewhere.example' },
    { name: 'Subject', value: 'The inner mail' },
  ],
)

/** Creates messages with unusual MIME trees. */
export function createMimeEdgeCases(days: RelativeDates): NewMail[] {
  const receivedAt = createReceivedAt(days)
  return [...createFileEdgeCases(receivedAt), ...createBodyEdgeCases(receivedAt)]
}

function createFileEdgeCases(receivedAt: ReceivedAt): NewMail[] {
  return [
    {
      ...receivedAt(-2, 9),
      from,
      to: TO,
      subject: 'Forwarded as attachment',
      content: multipart('mixed', [
        textPart('text/plain', 'See the attached mail.'),
        messagePart('inner.eml', FORWARDED),
      ]),
    },
    {
      ...receivedAt(-2, 10),
      from,
      to: TO,
      subject: 'Chart inside',
      text: '[chart]',
      html: '<p>Look: <img src="cid:chart@meridian"></p>',
      files: [PICTURE, { filename: 'Überblick März.pdf', mimeType: 'application/pdf', bytes: PDF }],
    },
    {
      ...receivedAt(-2, 13),
      from,
      to: TO,
      subject: 'Text behind the file',
      content: multipart('mixed', [
        filePart({ filename: 'data.csv', mimeType: 'text/csv', bytes: Buffer.from('a,b\n1,2\n') }),
        filePart({
          filename: 'notes.txt',
          mimeType: 'text/plain',
          bytes: Buffer.from('This is a file, not the text.'),
        }),
        textPart('text/plain', 'The text comes last.'),
      ]),
    },
  ]
}

function createBodyEdgeCases(receivedAt: ReceivedAt): NewMail[] {
  return [
    { ...receivedAt(-2, 11), from, to: TO, subject: 'HTML only', html: '<p>Only <b>HTML</b> &amp; nothing else</p>' },
    {
      ...receivedAt(-2, 12),
      from,
      to: TO,
      subject: 'A long read',
      content: multipart('alternative', [
        textPart('text/plain', 'A long story. '.repeat(9_000), { detached: true }),
        textPart('text/html', '<p>A long story.</p>'.repeat(9_000), { detached: true }),
      ]),
    },
    {
      ...receivedAt(-2, 14),
      from,
      to: TO,
      subject: 'Three levels',
      content: multipart('mixed', [
        multipart('related', [
          multipart('alternative', [
            textPart('text/plain', 'Deep down.'),
            textPart('text/html', '<p>Deep <i>down</i>.</p>'),
          ]),
          filePart(PICTURE),
        ]),
        filePart({ filename: 'a.pdf', mimeType: 'application/pdf', bytes: PDF }),
      ]),
    },
  ]
}
