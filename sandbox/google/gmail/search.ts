import { toEpochMs } from '../../core/time/zones.ts'
import type { GoogleSettings } from '../settings.ts'
import type { Mailbox } from './mailbox.ts'
import { getHeaderValues, type Message, ownParts } from './message.ts'
import type { Search } from './search-parser.ts'
import { decodeText, getTextParts } from './text-content.ts'
import { createAddressMatcher, createWordMatcher } from './text-matchers.ts'

type Matcher = (message: Message) => boolean
type Term = Extract<Search, { kind: 'term' }>

/** The labels of `in:` and `is:`. */
const LABELS: Readonly<Record<string, string>> = {
  inbox: 'INBOX',
  sent: 'SENT',
  draft: 'DRAFT',
  drafts: 'DRAFT',
  spam: 'SPAM',
  trash: 'TRASH',
  chat: 'CHAT',
  chats: 'CHAT',
  starred: 'STARRED',
  important: 'IMPORTANT',
  unread: 'UNREAD',
}

/** Returns a function that decides whether a message matches the search. */
export function createMatcher(search: Search, mailbox: Mailbox, settings: GoogleSettings): Matcher {
  if (search.kind === 'term') return createTermMatcher(search, mailbox, settings)
  if (search.kind === 'not') {
    const excluded = createMatcher(search.search, mailbox, settings)
    return (message) => !excluded(message)
  }
  const matchers = search.searches.map((operand) => createMatcher(operand, mailbox, settings))
  if (search.kind === 'and') return (message) => matchers.every((matches) => matches(message))
  return (message) => matchers.some((matches) => matches(message))
}

/** Whether the search includes spam or trash, which are excluded by default. */
export function includesSpamOrTrash(search: Search): boolean {
  if (search.kind === 'not') return false
  if (search.kind !== 'term') return search.searches.some(includesSpamOrTrash)
  return ['in', 'label'].includes(search.operator) && ['spam', 'trash', 'anywhere'].includes(search.value.toLowerCase())
}

function createTermMatcher({ operator, value }: Term, mailbox: Mailbox, settings: GoogleSettings): Matcher {
  const operand = value.toLowerCase()
  switch (operator) {
    case 'from':
    case 'to':
    case 'cc':
    case 'bcc':
      return createHeaderMatcher(operator, createAddressMatcher(operand))
    case 'deliveredto':
      return createHeaderMatcher('delivered-to', createAddressMatcher(operand))
    case 'subject':
      return createHeaderMatcher('subject', createWordMatcher(operand))
    case 'rfc822msgid':
      return createHeaderMatcher('message-id', (id) => id.replace(/[<>]/g, '') === value)
    case 'after':
    case 'newer':
      return createDateMatcher(value, settings, (date, bound) => date > bound)
    case 'before':
    case 'older':
      return createDateMatcher(value, settings, (date, bound) => date < bound)
    case 'in':
    case 'is':
    case 'label':
    case 'category':
      return createLabelMatcher(operator, operand, mailbox)
    case 'has':
      return (message) => operand === 'attachment' && getFilenames(message).length > 0
    case 'filename':
      return (message) => getFilenames(message).some((name) => name.toLowerCase().includes(operand))
    default: {
      const matches = createWordMatcher(operand)
      return (message) => getSearchableTexts(message).some(matches)
    }
  }
}

function createHeaderMatcher(name: string, matches: (value: string) => boolean): Matcher {
  return (message) => getHeaderValues(message, name).some(matches)
}

function createLabelMatcher(operator: string, operand: string, mailbox: Mailbox): Matcher {
  if (operand === 'anywhere') return () => true
  const has =
    (label: string | undefined): Matcher =>
    (message) =>
      label !== undefined && (message.labelIds ?? []).includes(label)
  if (operator === 'category') return has(`CATEGORY_${operand === 'primary' ? 'PERSONAL' : operand.toUpperCase()}`)
  if (operator === 'is' && operand === 'read') return (message) => !has('UNREAD')(message)
  const userLabel = [...mailbox.labels].find(([name]) => name.toLowerCase().replace(/[ /]/g, '-') === operand)
  return has(userLabel?.[1] ?? LABELS[operand])
}

/**
 * Epoch seconds are exact; a date means midnight in the Pacific time zone
 * (https://developers.google.com/workspace/gmail/api/guides/filtering). Milliseconds match nothing.
 */
function createDateMatcher(
  value: string,
  settings: GoogleSettings,
  compare: (date: number, bound: number) => boolean,
): Matcher {
  const bound = parseDateBound(value)
  if (bound === undefined) return () => false
  const included = settings.dateEdges === 'include'
  return (message) => {
    const date = Math.floor(getDate(message, settings) / 1000)
    return compare(date, bound) || (included && date === bound)
  }
}

function parseDateBound(value: string): number | undefined {
  const day = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(value)
  if (day) {
    const [year, month, date] = day.slice(1).map((part) => part.padStart(2, '0'))
    return toEpochMs(`${year}-${month}-${date}T00:00:00`, 'America/Los_Angeles') / 1000
  }
  return /^\d{1,10}$/.test(value) ? Number(value) : undefined
}

function getDate(message: Message, { dateBasis }: GoogleSettings): number {
  if (dateBasis === 'internalDate') return message.internalDate
  const written = Date.parse(getHeaderValues(message, 'date')[0] ?? '')
  return Number.isNaN(written) ? message.internalDate : written
}

function getFilenames({ root }: Message): string[] {
  return [...ownParts(root)].map(({ filename }) => filename).filter(Boolean)
}

/** Returns the texts in which words without an operator are searched. */
function getSearchableTexts(message: Message): string[] {
  const headers = ['subject', 'from', 'to', 'cc'].flatMap((name) => getHeaderValues(message, name))
  return [...headers, ...getTextParts(message.root).map(decodeText)]
}
