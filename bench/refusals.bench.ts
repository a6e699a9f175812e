import { schema } from '../platform/graph/schema.ts'
import { GRAPH_LIMITS } from '../platform/graph/server/limits.ts'
import { Operations } from '../platform/graph/server/operations.ts'
import { percentile, report, round } from './report.ts'

const VARIANTS = 25

const times = (count: number, text: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => text(index)).join(' ')

/** Documents that exceed the limits; `n` makes each one unique, so that none is cached. */
const HOSTILE: Record<string, (n: number) => string> = {
  'levels of selections': (n) =>
    `query Q${n} { block(input: {_id: "x"}) ${'{ creator '.repeat(400)}${'}'.repeat(400)} }`,
  aliases: (n) => `query Q${n} { ${times(700, (index) => `a${index}: tenant { _id }`)} }`,
  'repeated fields': (n) => `query Q${n} { searchGraph { ${times(2_500, () => 'title')} } }`,
  directives: (n) => `query Q${n} { tenant { _id ${times(400, () => '@include(if: true)')} } }`,
  tokens: (n) => `query Q${n} { tenant { ${times(20_000, (index) => `f${index}`)} } }`,
  characters: (n) => `query Q${n} { tenant { _id } } #${'x'.repeat(4_000_000)}`,
  'fragments that double': (n) =>
    `query Q${n} { searchGraph { ...F0 } } ${times(40, (index) => `fragment F${index} on Block { ...F${index + 1} ...F${index + 1} }`)}
     fragment F40 on Block { title }`,
  'fragments in a circle': (n) =>
    `query Q${n} { searchGraph { ...F0 } } ${times(60, (index) => `fragment F${index} on Block { ...F${(index + 1) % 60} }`)}`,
  'lists in lists of lists': (n) =>
    `query Q${n} { searchGraph(input: {size: 500}) { ... on Thread { messages(input: {size: 100}) { sharingTags { tag {
      externalIdLinks { url } } } } } } }`,
  'large fields of a list': (n) => `query Q${n} { searchGraph(input: {size: 500}) { ... on Email { cleanBodyHtml } } }`,
  'nested input': (n) => `query Q${n} { searchGraph(input: {tags: ${'['.repeat(1_000)}${']'.repeat(1_000)}}) { _id } }`,
  'unknown fields': (n) =>
    `query Q${n} { ${times(19, (index) => `nothing${index}`)} tenant { ${times(900, (index) => `x${index}`)} } }`,
}

const ORDINARY = (n: number) =>
  `query Q${n} { searchGraph(input: {size: 50}) { _id title sharingTags { tagId tag { alias } } creator { name } } }`

/** Measures how long it takes to reject a document that exceeds the limits, and to admit an ordinary one. */
export async function benchRefusals(): Promise<void> {
  const operations = new Operations(schema, GRAPH_LIMITS)
  const measure = (document: string, isAdmitted: boolean) => {
    const start = performance.now()
    const prepared = operations.prepare({ query: document })
    const elapsedMs = performance.now() - start
    if ('errors' in prepared === isAdmitted) throw new Error(`unexpected decision: ${document.slice(0, 80)}`)
    return elapsedMs
  }
  const variants = Array.from({ length: VARIANTS }, (_, n) => n)
  for (const n of variants) measure(ORDINARY(-1 - n).replace('-', '_'), true)
  const ordinary = variants.map((n) => measure(ORDINARY(n), true))
  const hostile = Object.entries(HOSTILE).map(([kind, createDocument]) => ({
    kind,
    samples: variants.map((n) => measure(createDocument(n), false)),
  }))
  const toRow = (document: string, samples: number[]) => ({
    document,
    'p50 ms': round(percentile(samples, 0.5), 2),
    'worst ms': round(Math.max(...samples), 2),
  })
  const all = hostile.flatMap(({ samples }) => samples)
  report(
    `Refusals: ${all.length} documents that exceed the limits, each unique, and ${VARIANTS} ordinary ones`,
    [toRow('a page of 50 blocks (admitted)', ordinary), ...hostile.map(({ kind, samples }) => toRow(kind, samples))],
    {
      benchmark: 'refusals',
      p50: round(percentile(all, 0.5), 2),
      p99: round(percentile(all, 0.99), 2),
      worst: round(Math.max(...all), 2),
      admittedP50: round(percentile(ordinary, 0.5), 2),
    },
  )
}
