import { estimateSizeBytes, hasFileAttachments, type Message, type Recipient } from './message.ts'

type Test = (message: Message) => boolean

const DAY_MS = 86_400_000

/** The people that a property matches. */
const ADDRESS_PROPERTIES: Readonly<Record<string, (message: Message) => readonly (Recipient | undefined)[]>> = {
  from: ({ from, sender }) => [from, sender],
  to: ({ to }) => to,
  cc: ({ cc }) => cc,
  bcc: ({ bcc }) => bcc,
  recipients: ({ to, cc, bcc }) => [...to, ...cc, ...bcc],
  participants: ({ from, sender, to, cc, bcc }) => [from, sender, ...to, ...cc, ...bcc],
}

/** The predicate of a value without a property. */
export function textTest(value: string): Test {
  const needle = value.toLowerCase()
  return ({ from, subject, text }) =>
    [from?.name, from?.address, subject, text].some((part) => part?.toLowerCase().includes(needle))
}

/** The predicate of a property restriction. An unknown property is searched for as text. */
export function propertyTest(property: string, operator: string, value: string): Test {
  const name = property.toLowerCase()
  const needle = value.toLowerCase()
  const people = Object.hasOwn(ADDRESS_PROPERTIES, name) ? ADDRESS_PROPERTIES[name] : undefined
  if (people)
    return (message) => people(message).some((person) => person !== undefined && matchesAddress(person, needle))
  switch (name) {
    case 'subject':
      return ({ subject }) => subject?.toLowerCase().includes(needle) ?? false
    case 'body':
      return ({ text }) => text.toLowerCase().includes(needle)
    case 'attachment':
      return ({ attachments }) => attachments.some((file) => file.name.toLowerCase().includes(needle))
    case 'hasattachment':
    case 'hasattachments':
      return (message) => String(hasFileAttachments(message)) === needle
    case 'importance':
      return ({ importance }) => importance === (needle === 'medium' ? 'normal' : needle)
    case 'kind':
      return ({ meeting }) => needle === (meeting === undefined ? 'email' : 'meetings')
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

/**
 * Matches a part of the address or name, or the whole alias before the `@`. The search is loose: clients that need exact
 * matches must filter the results.
 */
function matchesAddress({ name, address }: Recipient, needle: string): boolean {
  const [alias = ''] = needle.split('@')
  const [ownAlias] = address.toLowerCase().split('@')
  return address.toLowerCase().includes(needle) || name.toLowerCase().includes(needle) || ownAlias === alias
}

/** Compares by whole UTC days. The value is `2026-03-16`, `03/16/2026`, or a range of two dates with `..` between. */
function matchesDateRange(instant: number, operator: string, value: string): boolean {
  const [first = '', last] = value.split('..')
  const from = Date.parse(first.includes('/') ? toIsoDate(first) : first)
  const until = last === undefined ? from : Date.parse(last.includes('/') ? toIsoDate(last) : last)
  switch (operator) {
    case '>=':
      return instant >= from
    case '>':
      return instant >= from + DAY_MS
    case '<=':
      return instant < from + DAY_MS
    case '<':
      return instant < from
    case '<>':
      return instant < from || instant >= from + DAY_MS
    default:
      return instant >= from && instant < until + DAY_MS
  }
}

function toIsoDate(text: string): string {
  const [month = '', day = '', year = ''] = text.split('/')
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}

function matchesSizeRange(size: number, range: string): boolean {
  const [min = '', max = min] = range.split('..')
  return size >= Number(min) && size <= Number(max)
}
