import { instantOf } from '../../core/zones.ts'
import type { GoogleSettings } from '../settings.ts'
import type { Mailbox } from './mailbox.ts'
import { headerValues, type Message, ownParts } from './message.ts'
import { readText, textParts } from './reading.ts'
import type { Search } from './search-parser.ts'
import { personTest, wordTest } from './wording.ts'

type Test = (message: Message) => boolean
type Term = Extract<Search, { kind: 'term' }>

/** The labels behind `in:` and `is:`. */
const PLACES: Readonly<Record<string, string>> = {
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
export function searcher(search: Search, mailbox: Mailbox, settings: GoogleSettings): Test {
  if (search.kind === 'term') return termTest(search, mailbox, settings)
  if (search.kind === 'not') {
    const excluded = searcher(search.search, mailbox, settings)
    return (message) => !excluded(message)
  }
  const tests = search.searches.map((one) => searcher(one, mailbox, settings))
  if (search.kind === 'and') return (message) => tests.every((test) => test(message))
  return (message) => tests.some((test) => test(message))
}

/** Whether the search asks for spam or trash, which are left out otherwise. */
export function mentionsHidden(search: Search): boolean {
  if (search.kind === 'not') return false
  if (search.kind !== 'term') return search.searches.some(mentionsHidden)
  return ['in', 'label'].includes(search.operator) && ['spam', 'trash', 'anywhere'].includes(search.value.toLowerCase())
}

function termTest({ operator, value }: Term, mailbox: Mailbox, settings: GoogleSettings): Test {
  const wanted = value.toLowerCase()
  switch (operator) {
    case 'from':
    case 'to':
    case 'cc':
    case 'bcc':
      return headerTest(operator, personTest(wanted))
    case 'deliveredto':
      return headerTest('delivered-to', personTest(wanted))
    case 'subject':
      return headerTest('subject', wordTest(wanted))
    case 'rfc822msgid':
      return headerTest('message-id', (id) => id.replace(/[<>]/g, '') === value)
    case 'after':
    case 'newer':
      return dateTest(value, settings, (date, bound) => date > bound)
    case 'before':
    case 'older':
      return dateTest(value, settings, (date, bound) => date < bound)
    case 'in':
    case 'is':
    case 'label':
    case 'category':
      return placeTest(operator, wanted, mailbox)
    case 'has':
      return (message) => wanted === 'attachment' && filesOf(message).length > 0
    case 'filename':
      return (message) => filesOf(message).some((name) => name.toLowerCase().includes(wanted))
    default: {
      const holds = wordTest(wanted)
      return (message) => wordsOf(message).some(holds)
    }
  }
}

function headerTest(name: string, test: (line: string) => boolean): Test {
  return (message) => headerValues(message, name).some(test)
}

function placeTest(operator: string, wanted: string, mailbox: Mailbox): Test {
  if (wanted === 'anywhere') return () => true
  const has =
    (label: string | undefined): Test =>
    (message) =>
      label !== undefined && (message.labelIds ?? []).includes(label)
  if (operator === 'category') return has(`CATEGORY_${wanted === 'primary' ? 'PERSONAL' : wanted.toUpperCase()}`)
  if (operator === 'is' && wanted === 'read') return (message) => !has('UNREAD')(message)
  const own = [...mailbox.labels].find(([name]) => name.toLowerCase().replace(/[ /]/g, '-') === wanted)
  return has(own?.[1] ?? PLACES[wanted])
}

/**
 * Seconds since 1970 are exact; a day is its midnight in the Pacific zone
 * (https://developers.google.com/workspace/gmail/api/guides/filtering). Milliseconds match nothing.
 */
function dateTest(value: string, settings: GoogleSettings, passes: (date: number, bound: number) => boolean): Test {
  const bound = boundOf(value)
  if (bound === undefined) return () => false
  const included = settings.dateEdges === 'include'
  return (message) => {
    const date = Math.floor(dateOf(message, settings) / 1000)
    return passes(date, bound) || (included && date === bound)
  }
}

function boundOf(value: string): number | undefined {
  const day = /^(\d{4})[/-](\d{1,2})[/-](\d{1,2})$/.exec(value)
  if (day) {
    const [year, month, date] = day.slice(1).map((part) => part.padStart(2, '0'))
    return instantOf(`${year}-${month}-${date}T00:00:00`, 'America/Los_Angeles') / 1000
  }
  return /^\d{1,10}$/.test(value) ? Number(value) : undefined
}

function dateOf(message: Message, { dateBasis }: GoogleSettings): number {
  if (dateBasis === 'internalDate') return message.internalDate
  const written = Date.parse(headerValues(message, 'date')[0] ?? '')
  return Number.isNaN(written) ? message.internalDate : written
}

function filesOf({ root }: Message): string[] {
  return [...ownParts(root)].map(({ filename }) => filename).filter(Boolean)
}

/** Where bare words are looked for. */
function wordsOf(message: Message): string[] {
  const lines = ['subject', 'from', 'to', 'cc'].flatMap((name) => headerValues(message, name))
  return [...lines, ...textParts(message.root).map(readText)]
}
