import { Ajv } from 'ajv'
import {
  type ApplicationDefinition,
  Calendar,
  Email,
  ExternalObjectWithUrl,
  Table,
  Transcription,
  type TSchema,
} from '../../src/contract/index.ts'

export interface Window {
  dateStart: number
  dateEnd: number
}

/** The data to read. */
export interface Sample {
  window: Window
  /** Email address of a person whom applications can look up. */
  person: string
}

/** A sync route: how a definition promises it, its request and its items. */
export interface SyncRoute {
  path: string
  isDeclared: (block: ApplicationDefinition) => boolean
  /** The body without `connectedProvider`. `filter` is merged into the filter, if there is one. */
  body: (sample: Sample, filter: object) => Record<string, unknown>
  isPaginated: boolean
  /** Whether its items name their provider and application. */
  hasProvenance: boolean
  /** The validation errors of an item. */
  describeErrors: (item: unknown) => string[]
}

const ajv = new Ajv({ strict: false, $data: true, discriminator: true, validateFormats: false })

/** Validates values with a schema. Returns Ajv's errors. */
export function checker(schema: TSchema): (value: unknown) => string[] {
  const validate = ajv.compile(schema)
  return (value) => (validate(value) ? [] : (validate.errors ?? []).map((e) => `${e.instancePath} ${e.message}`))
}

const table = { metadataType: 'Account', label: 'Account' }

export const ROUTES: readonly SyncRoute[] = [
  {
    path: '/sync/email',
    isDeclared: ({ sobjects }) => sobjects.email === true,
    body: ({ window }, filter) => ({ filter: { ...window, ...filter } }),
    ...paginated(Email),
  },
  {
    path: '/sync/transcription',
    isDeclared: ({ sobjects }) => sobjects.transcription === true,
    body: ({ window }, filter) => ({ transcriptionFilter: { ...window, ...filter } }),
    ...paginated(Transcription),
  },
  {
    path: '/sync/calendar',
    isDeclared: ({ sobjects }) => sobjects.calendar === true,
    body: ({ window }, filter) => ({ calendarFilter: { ...window, ...filter } }),
    ...whole(Calendar),
  },
  {
    path: '/sync/metadata',
    isDeclared: ({ sobjects }) => sobjects.table === true,
    body: () => ({ tableMetadata: [table] }),
    ...whole(Table),
  },
  {
    path: '/sync/table',
    isDeclared: ({ sobjects }) => sobjects.table === true,
    body: () => ({ recordFilter: { recordTypeFilters: [{ tableMetadata: table, externalIds: [] }] } }),
    ...whole(Table),
  },
  {
    path: '/sync/identifier',
    isDeclared: ({ externalIds }) => externalIds.length > 0,
    body: ({ person }) => ({
      externalIdLinkObjects: [{ metadataType: 'Contact', tagType: 'person', email: person }],
    }),
    ...whole(ExternalObjectWithUrl),
    hasProvenance: false,
  },
]

function paginated(item: TSchema) {
  return { isPaginated: true, hasProvenance: true, describeErrors: checker(item) }
}

function whole(item: TSchema) {
  return { isPaginated: false, hasProvenance: true, describeErrors: checker(item) }
}
