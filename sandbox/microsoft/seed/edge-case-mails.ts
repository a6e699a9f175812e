import type { RelativeDates } from '../../core/time/relative-dates.ts'
import type { NewMail } from '../mail/deliver.ts'
import { QUOTE_PDF } from './attachments.ts'
import { recipient } from './people.ts'

/** Messages with unusual but valid senders, recipients, contents and ids. */
export function edgeCaseMails(days: RelativeDates): NewMail[] {
  return [...edgeCaseSenders(days), ...edgeCaseContents(days), ...selfSentMails(days)]
}

function edgeCaseSenders(days: RelativeDates): NewMail[] {
  return [
    {
      from: recipient('chloe'),
      sender: { name: 'Assistant of Chloé', address: 'assistant@meridian.example' },
      subject: 'On behalf of Chloé: agenda',
      receivedAt: days.epochMs(-2, 'Tue', '10:05'),
      text: 'Chloé asks you to send her three points until tonight.',
    },
    {
      from: { name: "O'Neill, Seán", address: "sean.o'neill+fleet@kestrel.example" },
      subject: "It's about Seán's truck",
      receivedAt: days.epochMs(-2, 'Wed', '11:00'),
      text: 'The truck with the apostrophe.',
    },
    {
      from: { name: 'MAILER-DAEMON', address: 'postmaster@meridian.example' },
      subject: 'Undeliverable: Roadmap questions',
      receivedAt: days.epochMs(-2, 'Thu', '16:20'),
      text: 'Your message could not be delivered.',
    },
    {
      from: { name: 'ingrid@halden.example', address: 'Ingrid@Halden.example' },
      to: [{ name: 'Partners', address: 'partners@meridian.example' }],
      subject: 'To the whole list',
      receivedAt: days.epochMs(-5, 'Mon', '12:00'),
      text: 'Sent to a list, from an address in another case.',
    },
    {
      from: recipient('omar'),
      to: [],
      subject: 'You are in Bcc',
      receivedAt: days.epochMs(-5, 'Tue', '12:00'),
      text: 'Nobody is told who else got this.',
    },
  ]
}

function edgeCaseContents(days: RelativeDates): NewMail[] {
  return [
    { from: recipient('lars'), receivedAt: days.epochMs(-4, 'Mon', '09:00'), text: 'There is no subject.' },
    { from: recipient('lars'), subject: '', receivedAt: days.epochMs(-4, 'Mon', '09:01'), html: '' },
    {
      from: recipient('bilal'),
      subject: `Long ${'and longer '.repeat(80)}subject`,
      receivedAt: days.epochMs(-4, 'Tue', '09:00'),
      text: `${'A preview ends after 255 characters. '.repeat(30)}`,
    },
    {
      from: recipient('dmitri'),
      subject: 'Fwd: “<script>alert(1)</script>” & co',
      receivedAt: days.epochMs(-3, 'Tue', '09:00'),
      html: '<p onclick="alert(1)">Hello <b>there</b></p><script>alert(2)</script><iframe src="https://x.example"></iframe>',
    },
    {
      from: recipient('haruka'),
      subject: '添付資料のご確認 📎',
      receivedAt: days.epochMs(-3, 'Wed', '02:00'),
      html: '<p>ご確認ください。</p>',
      attachments: [{ ...QUOTE_PDF, name: '見積書（最終版）.pdf' }],
      importance: 'high',
    },
    {
      from: recipient('aroha'),
      subject: 'Clock goes back',
      // In the hour that is repeated when daylight saving time ends in New Zealand.
      receivedAt: days.epochMs(-6, 'Sat', '14:30'),
      text: 'Ka kite anō i a koe āpōpō.',
      categories: ['Blue category', 'Travel'],
    },
  ]
}

/** Two messages with the same Message-ID: the sent copy and the received one. */
function selfSentMails(days: RelativeDates): NewMail[] {
  const note: NewMail = {
    from: recipient('ada'),
    subject: 'Note to self',
    receivedAt: days.epochMs(-1, 'Fri', '17:30'),
    text: 'Buy stamps.',
    internetMessageId: '<note-to-self@meridian.example>',
    conversation: 'Note to self',
  }
  return [{ ...note, folder: 'sentitems', isRead: true }, note]
}
