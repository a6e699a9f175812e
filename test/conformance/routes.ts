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

/** What there is to be read. */
export interface Sample {
  window: Window
  /** Address of a person whom applications that look people up can find. */
  person: string
}

/** A sync route: what in a definition promises it, what it is asked, what it answers with. */
export interface SyncRoute {
  path: string
  isDeclared: (block: ApplicationDefinition) => boolean
  /** The body beside `connectedProvider`; `filter` is put into the filter where there is one. */
  body: (sample: Sample, filter: object) => Record<string, unknown>
  isPaginated: boolean
  /** Whether its items say which provider and application they come from. */
  hasProvenance: boolean
  /** What is wrong with an item; empty when nothing is. */
  describeErrors: (item: unknown) => string[]
}

const ajv = new Ajv({ strict: false, $data: true, discriminator: true, validateFormats: false })

/** What of a value breaks a schema, in Ajv's words. */
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
