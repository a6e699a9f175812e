import { estimateSizeBytes, hasFileAttachments, type Message, type Recipient } from './message.ts'

type Test = (message: Message) => boolean

const DAY = 86_400_000

/** Whom a property looks at. */
const ADDRESS_PROPERTIES: Readonly<Record<string, (message: Message) => readonly (Recipient | undefined)[]>> = {
  from: ({ from, sender }) => [from, sender],
  to: ({ to }) => to,
  cc: ({ cc }) => cc,
  bcc: ({ bcc }) => bcc,
  recipients: ({ to, cc, bcc }) => [...to, ...cc, ...bcc],
  participants: ({ from, sender, to, cc, bcc }) => [from, sender, ...to, ...cc, ...bcc],
}

/** What a value without a property looks at. */
export function textTest(value: string): Test {
  const wanted = value.toLowerCase()
  return ({ from, subject, text }) =>
    [from?.name, from?.address, subject, text].some((part) => part?.toLowerCase().includes(wanted))
}

/** A property that there is none of is searched for as text. */
export function propertyTest(property: string, operator: string, value: string): Test {
  const name = property.toLowerCase()
  const wanted = value.toLowerCase()
  const people = Object.hasOwn(ADDRESS_PROPERTIES, name) ? ADDRESS_PROPERTIES[name] : undefined
  if (people) return (message) => people(message).some((one) => one !== undefined && matchesAddress(one, wanted))
  switch (name) {
    case 'subject':
      return ({ subject }) => subject?.toLowerCase().includes(wanted) ?? false
    case 'body':
      return ({ text }) => text.toLowerCase().includes(wanted)
    case 'attachment':
      return ({ attachments }) => attachments.some((one) => one.name.toLowerCase().includes(wanted))
    case 'hasattachment':
    case 'hasattachments':
      return (message) => String(hasFileAttachments(message)) === wanted
    case 'importance':
      return ({ importance }) => importance === (wanted === 'medium' ? 'normal' : wanted)
    case 'kind':
      return ({ meeting }) => wanted === (meeting === undefined ? 'email' : 'meetings')
    case 'received':
      return ({ receivedAt }) => matchesDateRange(receivedAt, operator, value)
    case 'sent':
      return ({ sentAt }) => matchesDateRange(sentAt, operator, value)
    case 'size':
      return (message) => matchesSizeRange(estimateSizeBytes(message), value)
    default:
      return textTest(property + operator + value)
  }
}

/** Loosely: part of the address, of the name, or of the alias before the `@`. Whoever wants it exact has to look again. */
function matchesAddress({ name, address }: Recipient, wanted: string): boolean {
  const [alias = ''] = wanted.split('@')
  const [ownAlias] = address.toLowerCase().split('@')
  return address.toLowerCase().includes(wanted) || name.toLowerCase().includes(wanted) || ownAlias === alias
}

/** By whole days: `2026-03-16`, `03/16/2026`, or one of them `..` another. */
function matchesDateRange(instant: number, operator: string, value: string): boolean {
  const [first = '', last] = value.split('..')
  const from = Date.parse(first.includes('/') ? toIsoDate(first) : first)
  const until = last === undefined ? from : Date.parse(last.includes('/') ? toIsoDate(last) : last)
  switch (operator) {
    case '>=':
      return instant >= from
    case '>':
      return instant >= from + DAY
    case '<=':
      return instant < from + DAY
    case '<':
      return instant < from
    case '<>':
      return instant < from || instant >= from + DAY
    default:
      return instant >= from && instant < until + DAY
  }
}

function toIsoDate(text: string): string {
  const [month = '', day = '', year = ''] = text.split('/')
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function matchesSizeRange(size: number, range: string): boolean {
  const [least = '', most = least] = range.split('..')
  return size >= Number(least) && size <= Number(most)
}
