import { describe, expect, test } from '@jest/globals'
import { toEmail } from '../../../../vendors/google/gmail/map.ts'
import { aFile, aMessage, aMultipart, aText, toHeaders } from '../builders.ts'

const MAILBOX = { provider: 'provider-hub', application: 'gmail', email: 'ann@example.com' }

function mapped(message: Parameters<typeof aMessage>[0], headers?: Parameters<typeof aMessage>[1]) {
  return toEmail(aMessage(message, headers), MAILBOX)
}

/** The text and the HTML of a message with this payload. */
function bodies(payload: Parameters<typeof aMultipart>[1][number]) {
  const { bodyText, bodyHtml } = mapped({ payload })
  return { bodyText, bodyHtml }
}

const html = (text: string) => aText(text, 'text/html; charset="UTF-8"')

describe('the headers of a message', () => {
  test('are found by their names in any case', () => {
    expect(mapped({}, { 'MESSAGE-id': '<1@x>', 'in-reply-TO': '<0@x>' })).toMatchObject({
      messageId: '<1@x>',
      inReplyTo: '<0@x>',
    })
  })

  test('may contain people in several headers, in quotes, in groups and in encoded words', () => {
    const email = mapped(
      {},
      {
        To: ['"Doe, Jane" <jane@x.org>, =?UTF-8?Q?Zo=C3=AB?= <ZOE@x.org>', 'Team: carl@x.org, jane@x.org;'],
        Cc: 'undisclosed-recipients:;',
        Bcc: 'secret@x.org',
      },
    )
    expect(email.to).toEqual([
      { email: 'jane@x.org', friendlyName: 'Doe, Jane' },
      { email: 'zoe@x.org', friendlyName: 'Zoë' },
      { email: 'carl@x.org' },
    ])
    expect(email.cc).toEqual([])
    expect(email.bcc).toEqual([{ email: 'secret@x.org' }])
  })

  test('may have a subject in encoded words over several lines', () => {
    const subject = '=?iso-2022-jp?B?GyRCRnxLXBsoQg==?=\r\n =?UTF-8?B?8J+OiQ==?= ok'
    expect(mapped({}, { Subject: subject }).subject).toBe('日本🎉 ok')
  })

  test('may have encoded words that split a character', () => {
    const subject = '=?utf-8?B?R3LDtsM=?=\r\n =?utf-8?B?n2UgZsO8ciBab8Or?='
    expect(mapped({}, { Subject: subject }).subject).toBe('Größe für Zoë')
  })

  test('may be folded', () => {
    expect(mapped({}, { Subject: 'Hello\r\n\tworld' }).subject).toBe('Hello world')
  })

  test('may all be missing', () => {
    const email = mapped({ payload: { mimeType: 'text/plain', body: { size: 0 } } })
    expect(email).toMatchObject({ subject: '', to: [], cc: [] })
    expect(email).not.toHaveProperty('from')
  })

  test.each([
    ['Thu, 5 Dec 2024 08:30:00 -0500', '2024-12-05T13:30:00Z'],
    ['5 Dec 2024 08:30:00 -0500 (EST)', '2024-12-05T13:30:00Z'],
    ['Thu, 05 Dec 2024 08:30 GMT', '2024-12-05T08:30:00Z'],
    ['Thu, 5 Dec 2024 08:30:00', '2024-12-05T08:30:00Z'],
    ['Thu, 5 Dec 2024 08:30:00 CEST', '2024-12-05T08:30:00Z'],
    ['Thu, 5 Dec 2024 08:30:00 -0000', '2024-12-05T08:30:00Z'],
    ['Thu, 5 Dec 2024 08:30:00 PST', '2024-12-05T16:30:00Z'],
    ['Thu, 5 Dec 2024 08:30:00 +0530 (India)', '2024-12-05T03:00:00Z'],
    ['Thu, 5 Dec 2024 08:30:00 GMT+01:00', '2024-12-05T07:30:00Z'],
    ['5 December 24 08:30:00 Z', '2024-12-05T08:30:00Z'],
    ['5 Dec 99 08:30:00 +0000', '1999-12-05T08:30:00Z'],
  ])('have the sent date: %s', (date, instant) => {
    expect(mapped({}, { Date: date }).dateSent).toBe(Date.parse(instant))
  })

  test.each(['yesterday', '5', 'Thu, 99 Foo 2024 08:30:00', '30 Feb 2024 08:30:00 GMT', '5 Dec 2024 25:00 GMT', ''])(
    'have no valid sent date in «%s»',
    (date) => {
      expect(mapped({}, { Date: date })).not.toHaveProperty('dateSent')
    },
  )
})

test('a message with the label SENT is outbound, any other inbound', () => {
  expect(mapped({ labelIds: ['SENT', 'INBOX'] }).direction).toBe('outbound')
  expect(mapped({ labelIds: ['INBOX'] }).direction).toBe('inbound')
})

test('a message without labels is read and has no labels', () => {
  const { labelIds: _, ...archived } = aMessage()
  expect(toEmail(archived, MAILBOX)).toMatchObject({ labels: [], unread: false })
})

describe('the body of a message', () => {
  test('consists of its text and HTML alternatives', () => {
    const payload = aMultipart('alternative', [aText('Text'), html('<p>HTML</p>')])
    expect(bodies(payload)).toEqual({ bodyText: 'Text', bodyHtml: '<p>HTML</p>' })
  })

  test('is the last of several alternatives, which is the richest one', () => {
    const payload = aMultipart('alternative', [aText('Poor'), html('<p>Poor</p>'), aText('Rich'), html('<p>Rich</p>')])
    expect(bodies(payload)).toEqual({ bodyText: 'Rich', bodyHtml: '<p>Rich</p>' })
  })

  test('is converted to text if there is only HTML', () => {
    expect(bodies(html('<p>One &amp; <b>two</b></p>'))).toEqual({
      bodyText: 'One & two',
      bodyHtml: '<p>One &amp; <b>two</b></p>',
    })
  })

  test('is converted to text if the plain alternative is blank', () => {
    const payload = aMultipart('alternative', [aText(' \r\n'), html('<p>HTML</p>')])
    expect(bodies(payload).bodyText).toBe('HTML')
  })

  test('is found at any depth', () => {
    const related = aMultipart('related', [
      html('<img src="cid:1">HTML'),
      aFile('chart.gif', { mimeType: 'image/gif' }),
    ])
    const payload = aMultipart('mixed', [aMultipart('alternative', [aText('Text'), related]), aFile('a.pdf')])
    expect(bodies(payload)).toEqual({ bodyText: 'Text', bodyHtml: '<img src="cid:1">HTML' })
  })

  test('consists of all parts in order if they are not alternatives', () => {
    const payload = aMultipart('mixed', [html('<p>Above</p>'), aFile('a.pdf'), aText('Below & <under>')])
    expect(bodies(payload)).toEqual({
      bodyText: 'Above\nBelow & <under>',
      bodyHtml: '<p>Above</p>\n<pre>Below &amp; &lt;under&gt;</pre>',
    })
  })

  test('contains no attached message, attached text or invitation', () => {
    const attached = { mimeType: 'message/rfc822', filename: '', parts: [aText('Inner')], body: { size: 9 } }
    const named = { ...aText('Notes'), filename: 'notes.txt' }
    const marked = { ...aText('Marked'), headers: toHeaders({ 'Content-Disposition': 'Attachment' }) }
    const invitation = aText('BEGIN:VCALENDAR', 'text/calendar; method=REQUEST')
    const payload = aMultipart('mixed', [aText('Outer'), attached, named, marked, invitation])
    expect(bodies(payload)).toEqual({ bodyText: 'Outer', bodyHtml: undefined })
  })

  test('is absent if there is none', () => {
    expect(bodies(aFile('only-a-file.pdf'))).toEqual({ bodyText: undefined, bodyHtml: undefined })
  })

  test('in HTML contains no embedded images', () => {
    const image = `data:image/png;base64,${'A'.repeat(1_000)}`
    expect(bodies(html(`<img src="${image}">Hi`))).toEqual({ bodyText: 'Hi', bodyHtml: '<img src="data:,">Hi' })
  })

  test('is cut off with a marker if it is very long', () => {
    const { bodyText } = bodies(aText('x'.repeat(1_000_001)))
    expect(bodyText).toHaveLength(1_000_000 + '\n[… 1 more characters were left out]'.length)
  })

  test('is decoded from base64url with and without padding', () => {
    const part = (data: string) => ({ mimeType: 'text/plain', body: { size: 1, data } })
    expect(bodies(part('4pyTIOKck-KckyE=')).bodyText).toBe('✓ ✓✓!')
    expect(bodies(part('4pyTIOKck-KckyE')).bodyText).toBe('✓ ✓✓!')
  })
})

describe('an attachment', () => {
  test("has a stable id although Google's id changes", () => {
    const withAttachmentId = (attachmentId: string) =>
      aFile('a.pdf', { partId: '1.2', body: { attachmentId, size: 3 } })
    const [first] =
      mapped({ payload: aMultipart('mixed', [aText('Hi'), withAttachmentId('ANGjdJ-one')]) }).attachments ?? []
    const [second] =
      mapped({ payload: aMultipart('mixed', [aText('Hi'), withAttachmentId('ANGjdJ-two')]) }).attachments ?? []
    expect(first?.externalId).toBe('message-1/1.2')
    expect(second).toEqual(first)
  })

  test('that HTML can refer to is inline, unless it is declared an attachment', () => {
    const inline = aFile('a.gif', { headers: toHeaders({ 'Content-ID': '<1>' }) })
    const shown = aFile('b.gif', { headers: toHeaders({ 'Content-Disposition': 'inline; filename=b.gif' }) })
    const file = aFile('c.gif', { headers: toHeaders({ 'Content-ID': '<1>', 'Content-Disposition': 'attachment' }) })
    const { attachments } = mapped({ payload: aMultipart('related', [inline, shown, file]) })
    expect(attachments?.map((attachment) => attachment.inline)).toEqual([true, true, undefined])
  })

  test('that is a message is a single attachment', () => {
    const attached = { partId: '1', mimeType: 'message/rfc822', filename: 'fwd.eml', parts: [aFile('deep.pdf')] }
    const { attachments } = mapped({ payload: aMultipart('mixed', [aText('Hi'), attached]) })
    expect(attachments?.map(({ name }) => name)).toEqual(['fwd.eml'])
  })

  test('that is the whole message is described as well', () => {
    const payload = { ...aFile('scan.pdf'), partId: '' }
    expect(mapped({ payload }).attachments).toMatchObject([{ externalId: 'message-1/0', name: 'scan.pdf' }])
  })

  test.each([
    ['its own name', '=?UTF-8?B?w5xiZXI=?=.pdf', {}, 'Über.pdf'],
    ['a plain parameter', '', { 'Content-Disposition': 'attachment; filename=plan.pdf' }, 'plan.pdf'],
    ['a quoted parameter', '', { 'Content-Disposition': 'attachment; filename="a \\"b\\"; c.pdf"' }, 'a "b"; c.pdf'],
    ['RFC 2231', '', { 'Content-Disposition': "attachment; filename*=utf-8'en'%e2%82%ac%20rates.pdf" }, '€ rates.pdf'],
    [
      'RFC 2231 in pieces',
      '',
      {
        'Content-Disposition':
          'attachment; filename*0*=iso-8859-1\'\'na%EFve%20; filename*1="plan"; filename*2*=%2Epdf',
      },
      'naïve plan.pdf',
    ],
    ['its content type', '', { 'Content-Type': 'application/pdf; name="=?UTF-8?Q?caf=C3=A9?=.pdf"' }, 'café.pdf'],
    ['nothing', '', {}, '(no name)'],
  ])('is named by %s', (_, filename, headers, name) => {
    const file = aFile(filename, { headers: toHeaders(headers as Record<string, string>) })
    expect(mapped({ payload: aMultipart('mixed', [file]) }).attachments).toMatchObject([{ name }])
  })
})
