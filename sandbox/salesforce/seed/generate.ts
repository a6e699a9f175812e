import { Random } from '../../core/random.ts'
import { addDays } from '../../core/time/dates.ts'
import { insertUnchecked } from '../records/insert-unchecked.ts'
import type { WriteContext } from '../records/new-row.ts'
import type { Row } from '../schema/field.ts'
import { INDUSTRIES } from '../schema/objects/picklists.ts'

const GIVEN = ['Ana', 'Björn', 'Chiara', 'Dmytro', 'Élise', 'Farah', 'Goran', 'Hana', 'Iker', 'Jürgen', 'Kaja', 'Łucja']
const FAMILY = [
  'Novák',
  'O’Neill',
  'Pérez',
  'Qvist',
  'Rossi',
  'Şahin',
  'Tanaka',
  'Urban',
  'Vlček',
  'Weiß',
  'Xu',
  'Young',
]
const WORDS = ['Alpine', 'Boréal', 'Cobalt', 'Delta', 'Ember', 'Fjord', 'Granite', 'Harbor']
const STAGES = ['Prospecting', 'Qualification', 'Needs Analysis', 'Closed Won', 'Closed Lost']
const PHASES = ['Idea', 'Planning', 'Running']
const SPREAD_DAYS = 3650
const DAY_MS = 24 * 60 * 60_000

export interface GenerateOptions {
  readonly object: string
  readonly count: number
  readonly seed: number
}

type MakeRow = (random: Random, number: number, today: string) => Row

const MAKERS: Readonly<Record<string, MakeRow>> = {
  Account: (random, number) => ({
    Name: `${random.pick(WORDS)} ${random.pick(WORDS)} ${number}`,
    Website: `https://www.company-${number}.example`,
    Industry: random.pick(INDUSTRIES),
    AnnualRevenue: random.below(10_000) * 1000,
  }),
  Contact: (random, number) => ({ ...person(random, number), Title: random.pick(WORDS) }),
  Lead: (random, number) => ({ ...person(random, number), Company: `${random.pick(WORDS)} ${number}` }),
  Opportunity: (random, number, today) => ({
    Name: `${random.pick(WORDS)} deal ${number}`,
    StageName: random.pick(STAGES),
    CloseDate: addDays(today, random.below(400) - 200),
    Amount: random.below(5_000) * 100,
  }),
  Case: (random, number) => ({ Subject: `${random.pick(WORDS)} question ${number}` }),
  Project__c: (random, number) => ({
    Name: `${random.pick(WORDS)} project ${number}`,
    Phase__c: random.pick(PHASES),
    Budget__c: random.below(1_000) * 1000,
    Sponsor__c: random.pick(FAMILY),
  }),
}

/** Inserts generated rows of the last ten years, which are the same for the same seed. Returns their ids. */
export function generateSampleRows(context: WriteContext, { object, count, seed }: GenerateOptions): string[] {
  const makeRow = MAKERS[object]
  if (!makeRow) throw new RangeError(`Rows can only be generated for: ${Object.keys(MAKERS).join(', ')}`)
  const random = new Random(seed)
  const today = new Date(context.now).toISOString().slice(0, 10)
  return Array.from({ length: count }, (_, index) => {
    const CreatedDate = Math.floor((context.now - random.below(SPREAD_DAYS) * DAY_MS) / 1000) * 1000
    return String(insertUnchecked(context, object, { CreatedDate, ...makeRow(random, index + 1, today) }).Id)
  })
}

function person(random: Random, number: number): Row {
  const Email = `person-${number}@company-${1 + random.below(number)}.example`
  return { FirstName: random.pick(GIVEN), LastName: random.pick(FAMILY), Email }
}
