import { omitUndefined } from '../../src/runtime/omit.ts'
import { atHour, weekdayOf } from './dates.ts'

/** Something that the writer of a mail, or a speaker, has promised to do. */
export interface PromisedAction {
  /** The sentence, as it was written or spoken. */
  sentence: string
  /** The day that the sentence names, at 17:00 in the person's time zone (epoch ms). Absent: it names none. */
  dateDue?: number
}

const VERBS =
  'send|share|forward|get (?:back|it|them|this|that|the|you)|follow up|come back|let (?:you|them|him|her) know|prepare|draft|write|introduce|call|ring|' +
  'schedule|book|check|look into|find out|confirm|update|bring|give|arrange|ask|set up|provide|review|sign|put together|' +
  'have (?:it|them|this|that)|have the .{1,80}\\b(?:\\w{2,20}ed|done|ready)\\b|make sure|take care|talk to|speak to|reply|answer|return'

/** First-person promises. Sentences that only announce a meeting or a mood do not match. */
const PROMISES: readonly RegExp[] = [
  new RegExp(
    `\\b(?:I|we)(?:['’]ll| will| am going to)\\s+(?:also |then |gladly |personally |still )*(?:${VERBS})\\b`,
    'i',
  ),
  new RegExp(`\\blet me\\s+(?:${VERBS})\\b`, 'i'),
  /\bich (?:werde|schicke|sende|melde|kümmere|prüfe|kläre|rufe|bereite|leite)\b/i,
  /\bje (?:vous|te|t['’]|m['’]en|reviens|vais|m['’]occupe)\s?\S{0,20}\b(?:envoie|enverrai|reviens|reviendrai|rappelle|appelle|transmets|occupe|tiens au courant|confirme)\b/i,
]

/** Promises that depend on something, or that were asked for or denied. */
const UNCERTAIN = /\?\s*$|\bif (?:you|we|they|he|she)\b|\b(?:won['’]t|will not|never|unless)\b|\bfalls\b|\bsi vous\b/i

/** Where the text of earlier messages or a signature begins. Blank lines are not skipped: a mail may have thousands. */
const QUOTED =
  /^[^\S\r\n\u2028\u2029]*(?:>|On .{4,120} wrote:|Am .{4,120} schrieb|Le .{4,120} a écrit|-{2,}\s*(?:Original|Ursprüng|Message d)|_{10,}|-- ?$|(?:From|Von|De):\s)/m

const MAX_TEXT_LENGTH = 20_000
const MAX_SENTENCE_LENGTH = 200

/** Finds the promises in what somebody has written or said. `date`: when that was (epoch ms). */
export function* findPromises(text: string, date: number, timeZone: string): Generator<PromisedAction> {
  const start = text.slice(0, MAX_TEXT_LENGTH)
  const own = start.slice(0, QUOTED.exec(start)?.index ?? start.length)
  for (const sentence of sentencesOf(own)) {
    const isPromise = PROMISES.some((pattern) => pattern.test(sentence)) && !UNCERTAIN.test(sentence)
    if (!isPromise || sentence.length > MAX_SENTENCE_LENGTH) continue
    yield { sentence, ...omitUndefined({ dateDue: findDueDate(sentence, date, timeZone) }) }
  }
}

/** When something should be done that was promised without a day: three days later, at 17:00 in the person's time zone. */
export function toDefaultDueDate(date: number, timeZone: string): number {
  return atHour(date, DEFAULT_DAYS, DUE_HOUR, timeZone)
}

function sentencesOf(text: string): string[] {
  return text
    .split(/\r?\n\s*\r?\n/)
    .flatMap((paragraph) => paragraph.replace(/\s+/g, ' ').split(/(?<=[.!?…])\s+/))
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

/** The weekdays from Monday on, in English, German and French. */
const WEEKDAY_NAMES = [
  'monday|montag|lundi',
  'tuesday|dienstag|mardi',
  'wednesday|mittwoch|mercredi',
  'thursday|donnerstag|jeudi',
  'friday|freitag|vendredi',
  'saturday|samstag|sonnabend|samedi',
  'sunday|sonntag|dimanche',
]
const WEEKDAYS = WEEKDAY_NAMES.map((names) => new RegExp(`\\b(?:${names})\\b`))
const ANY_WEEKDAY = WEEKDAY_NAMES.join('|')
/** Days in the past, and mornings and greetings that look like “tomorrow” in German. */
const OTHER_DAYS = new RegExp(
  `\\b(?:last|letzte[nrms]?|vergangene[nrms]?|vorige[nrms]?) (?:${ANY_WEEKDAY})\\b|\\b(?:${ANY_WEEKDAY}) dernier\\b|` +
    `\\bguten morgen\\b|(?<=\\b(?:${ANY_WEEKDAY}|heute) )morgen\\b`,
  'g',
)
/** `Monday's figures`: the day is due only if the sentence names no other. */
const POSSESSIVE_DAYS = new RegExp(`\\b(?:${ANY_WEEKDAY}|today|tomorrow)['’]s\\b`, 'g')
const DUE_HOUR = 17
/** For what is promised for the same day after that. */
const LATE_HOUR = 23
const DEFAULT_DAYS = 3

/**
 * The day that a sentence names, at 17:00 in the person's time zone; undefined if it names none. It is never before `date`,
 * when that was written or said (epoch ms).
 */
export function findDueDate(sentence: string, date: number, timeZone: string): number | undefined {
  const days = findDays(sentence.toLowerCase(), weekdayOf(date, timeZone))
  if (days === undefined) return undefined
  const due = atHour(date, days, DUE_HOUR, timeZone)
  return due >= date ? due : Math.max(date, atHour(date, days, LATE_HOUR, timeZone))
}

/** How many days later it is to be done. `today`: 1 is Monday. */
function findDays(sentence: string, today: number): number | undefined {
  const text = sentence.replace(OTHER_DAYS, ' ')
  return toDays(text.replace(POSSESSIVE_DAYS, ' '), today) ?? toDays(text, today)
}

function toDays(text: string, today: number): number | undefined {
  const weekday = WEEKDAYS.findIndex((name) => name.test(text)) + 1
  if (/\b(today|tonight|this (?:morning|afternoon|evening)|heute|aujourd['’]hui|ce soir)\b/.test(text)) return 0
  if (/\bday after tomorrow\b|übermorgen\b|\baprès-demain\b/.test(text)) return 2
  if (/\b(tomorrow|morgen|demain)\b/.test(text)) return 1
  if (weekday > 0) return (weekday - today + 7) % 7 || 7
  if (/\bend of (?:the |this )?week\b|\bthis week\b/.test(text)) return Math.max(0, 5 - today)
  if (/\bnext week\b|\bnächste woche\b|\bsemaine prochaine\b/.test(text)) return 12 - today
  const [, count] = /\bin (\d{1,2}) days?\b/.exec(text) ?? []
  return count === undefined ? undefined : Number(count)
}
