import { toEpochMs } from '../../core/time/zones.ts'
import type { GoogleSettings } from '../settings.ts'
import type { Mailbox } from './mailbox.ts'
import { getHeaderValues, type Message, ownParts } from './message.ts'
import type { Search } from './search-parser.ts'
import { decodeText, textParts } from './text-content.ts'
import { createAddressMatcher, createWordMatcher } from './text-matchers.ts'

type Matcher = (message: Message) => boolean
type Term = Extract<Search, { kind: 'term' }>

/** The labels behind `in:` and `is:`. */
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

/** Whether a message is what the search looks for. */
export function createMatcher(search: Search, mailbox: Mailbox, settings: GoogleSettings): Matcher {
  if (search.kind === 'term') return createTermMatcher(search, mailbox, settings)
  if (search.kind === 'not') {
    const excluded = createMatcher(search.search, mailbox, settings)
    return (message) => !excluded(message)
  }
  const tests = search.searches.map((one) => createMatcher(one, mailbox, settings))
  if (search.kind === 'and') return (message) => tests.every((test) => test(message))
  return (message) => tests.some((test) => test(message))
}

/** Whether the search asks for spam or trash, which are left out otherwise. */
export function includesSpamOrTrash(search: Search): boolean {
  if (search.kind === 'not') return false
  if (search.kind !== 'term') return search.searches.some(includesSpamOrTrash)
  return ['in', 'label'].includes(search.operator) && ['spam', 'trash', 'anywhere'].includes(search.value.toLowerCase())
}

function createTermMatcher({ operator, value }: Term, mailbox: Mailbox, settings: GoogleSettings): Matcher {
  const wanted = value.toLowerCase()
  switch (operator) {
    case 'from':
    case 'to':
    case 'cc':
    case 'bcc':
      return createHeaderMatcher(operator, createAddressMatcher(wanted))
    case 'deliveredto':
      return createHeaderMatcher('delivered-to', createAddressMatcher(wanted))
    case 'subject':
      return createHeaderMatcher('subject', createWordMatcher(wanted))
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
      return createLabelMatcher(operator, wanted, mailbox)
    case 'has':
      return (message) => wanted === 'attachment' && getFilenames(message).length > 0
    case 'filename':
      return (message) => getFilenames(message).some((name) => name.toLowerCase().includes(wanted))
    default: {
      const holds = createWordMatcher(wanted)
      return (message) => getSearchableTexts(message).some(holds)
    }
  }
}

function createHeaderMatcher(name: string, test: (line: string) => boolean): Matcher {
  return (message) => getHeaderValues(message, name).some(test)
}

function createLabelMatcher(operator: string, wanted: string, mailbox: Mailbox): Matcher {
  if (wanted === 'anywhere') return () => true
  const has =
    (label: string | undefined): Matcher =>
    (message) =>
      label !== undefined && (message.labelIds ?? []).includes(label)
  if (operator === 'category') return has(`CATEGORY_${wanted === 'primary' ? 'PERSONAL' : wanted.toUpperCase()}`)
  if (operator === 'is' && wanted === 'read') return (message) => !has('UNREAD')(message)
  const own = [...mailbox.labels].find(([name]) => name.toLowerCase().replace(/[ /]/g, '-') === wanted)
  return has(own?.[1] ?? LABELS[wanted])
}

/**
 * Seconds since 1970 are exact; a day is its midnight in the Pacific zone
 * (https://developers.google.com/workspace/gmail/api/guides/filtering). Milliseconds match nothing.
 */
function createDateMatcher(
  value: string,
  settings: GoogleSettings,
  passes: (date: number, bound: number) => boolean,
): Matcher {
  const bound = parseDateBound(value)
  if (bound === undefined) return () => false
  const included = settings.dateEdges === 'include'
  return (message) => {
    const date = Math.floor(getDate(message, settings) / 1000)
    return passes(date, bound) || (included && date === bound)
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

/** Where bare words are looked for. */
function getSearchableTexts(message: Message): string[] {
  const lines = ['subject', 'from', 'to', 'cc'].flatMap((name) => getHeaderValues(message, name))
  return [...lines, ...textParts(message.root).map(decodeText)]
}
