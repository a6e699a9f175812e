import type { ApplicationDefinition } from '../../src/contract/index.ts'
import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Samples } from '../samples.ts'

/** Valid bodies of every route, without their connection: with the samples where there are some. */

const DAY_MS = 86_400_000
const WINDOW_DAYS = 30

/** The days around a time: the window to read when the samples have none. */
export function windowAround(now: number): { dateStart: number; dateEnd: number } {
  return { dateStart: now - WINDOW_DAYS * DAY_MS, dateEnd: now + WINDOW_DAYS * DAY_MS }
}

const windowOf = ({ window = windowAround(Date.now()) }: Samples) => window

export const transcription = (samples: Samples) => ({ transcriptionFilter: windowOf(samples) })
export const email = (samples: Samples) => ({ filter: windowOf(samples) })
export const calendar = (samples: Samples) => ({ calendarFilter: windowOf(samples) })

/** The table to read: one that the samples or the definition name. */
function tableOf(samples: Samples, { externalIds }: ApplicationDefinition) {
  const { records, query: sampleQuery } = samples
  const metadataType = records?.metadataType ?? sampleQuery?.metadataType ?? externalIds[0]?.metadataType ?? 'Account'
  const { table: sampleTable = { metadataType } } = samples
  return { metadataType: sampleTable.metadataType, label: sampleTable.label ?? sampleTable.metadataType }
}

export const metadata = (samples: Samples, application: ApplicationDefinition) => ({
  tableMetadata: [tableOf(samples, application)],
})

export const table = (samples: Samples, application: ApplicationDefinition) => ({
  recordFilter: { recordTypeFilters: [{ tableMetadata: tableOf(samples, application), externalIds: [] }] },
})

export const identifier = ({ person = 'ada@example.com' }: Samples, { externalIds }: ApplicationDefinition) => {
  const type = externalIds.find(({ tagType }) => tagType === 'person') ?? externalIds[0]
  const slot = {
    metadataType: type?.metadataType ?? 'Contact',
    tagType: type?.tagType ?? 'person',
    ...omitUndefined({ tagSubType: type?.tagSubType }),
    email: person,
    sourceTagId: 'conformance-tag-1',
  }
  return { externalIdLinkObjects: [slot] }
}

export const insight = ({ insight: sample }: Samples) => {
  const { tagType, tags: list } = sample ?? { tagType: 'person', tags: [] }
  return { filter: { insightTypeFilters: [{ tagType, tags: list }] } }
}

export const records = ({ records: sample }: Samples) => ({
  table: {
    metadata: { metadataType: sample?.metadataType ?? 'Account' },
    records: [{ values: sample?.created ?? [{ name: 'Name', value: 'Conformance' }] }],
  },
})

export const notes = ({ notes: sample }: Samples) => ({
  externalNotes: [
    {
      _id: 'conformance-note',
      externalId: '',
      title: 'Conformance',
      documentHtml: '<p>Agreed on <b>Tuesday</b>.</p>',
      uri: 'https://platform.example/notes/conformance-note',
      tags: sample?.tags ?? [],
    },
  ],
})

export const tags = ({ tags: sample }: Samples) => ({ tag: sample?.[0] ?? { externalId: 'any' } })

export const link = ({ link: sample }: Samples) => ({ url: sample?.url ?? 'https://vendor.example/documents/1' })

export const inputs = ({ function: sample }: Samples, { functions = [] }: ApplicationDefinition) => ({
  functionName: sample?.functionName ?? functions[0]?.name ?? 'conformance',
  configuration: sample?.configuration ?? {},
})

export const execution = (samples: Samples, application: ApplicationDefinition) => ({
  ...inputs(samples, application),
  values: samples.function?.values ?? [],
})

const MANY = 200

export const query = ({ query: sample }: Samples) => ({
  metadataType: sample?.metadataType ?? 'Account',
  returnFields: sample?.returnFields ?? ['Name'],
  searchCriteria: [],
  limit: MANY,
})
