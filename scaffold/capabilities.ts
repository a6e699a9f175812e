/** What an application can do, by the option of the command line that asks for it. */
export interface Capability {
  /** `--sync email`, `--link`. */
  option: 'sync' | 'upsert' | 'link' | 'query' | 'insight' | 'tag' | 'function'
  /** The value of the option, for those that take a list. */
  value?: string
  /** What it does, for the help text. */
  means: string
  /** Name of the files below the example: the handler, the routes of the sandbox, and the test. */
  handler: string
  routes: readonly string[]
  test: string
  /** The capabilities without which it cannot be tested: what is written is read again. */
  needs?: readonly CapabilityName[]
  /** Its paths at the example vendor, with the name of the type that test/vendors/published-types has for them. */
  responses: readonly (readonly [path: string, type: string])[]
}

const TABLE = ['^\\/v1\\/tables\\/[^/]+$', 'Table'] as const
const ROWS = ['^\\/v1\\/tables\\/[^/]+\\/records$', 'Records'] as const
const ROW = ['^\\/v1\\/tables\\/[^/]+\\/records\\/[^/]+$', 'Record'] as const
const RECORD = ['^\\/v1\\/records\\/[^/]+$', 'Record'] as const
const SEARCH = ['^\\/v1\\/search$', 'SearchResult'] as const

export const CAPABILITIES = {
  email: {
    option: 'sync',
    value: 'email',
    means: 'mail, paginated',
    handler: 'sync-emails.ts',
    routes: ['messages.ts'],
    test: 'emails.test.ts',
    responses: [['^\\/v1\\/messages$', 'Messages']],
  },
  calendar: {
    option: 'sync',
    value: 'calendar',
    means: 'calendars with their events',
    handler: 'sync-calendars.ts',
    routes: ['calendars.ts'],
    test: 'calendars.test.ts',
    responses: [
      ['^\\/v1\\/calendars$', 'Calendars'],
      ['^\\/v1\\/calendars\\/[^/]+\\/events$', 'Events'],
    ],
  },
  transcription: {
    option: 'sync',
    value: 'transcription',
    means: 'transcripts of meetings, paginated',
    handler: 'sync-transcriptions.ts',
    routes: ['meetings.ts'],
    test: 'transcriptions.test.ts',
    responses: [['^\\/v1\\/meetings$', 'Meetings']],
  },
  table: {
    option: 'sync',
    value: 'table',
    means: 'records as rows of tables, with the description of their fields',
    handler: 'sync-tables.ts',
    routes: ['records.ts'],
    test: 'tables.test.ts',
    responses: [TABLE, ROWS],
  },
  identifier: {
    option: 'sync',
    value: 'identifier',
    means: 'the records of people, found by their addresses',
    handler: 'sync-identifiers.ts',
    routes: ['search.ts'],
    test: 'identifiers.test.ts',
    responses: [SEARCH],
  },
  insight: {
    option: 'insight',
    means: 'rows about tags, once a day',
    handler: 'sync-insight.ts',
    routes: ['activities.ts'],
    test: 'insight.test.ts',
    responses: [['^\\/v1\\/activities$', 'Activities']],
  },
  records: {
    option: 'upsert',
    value: 'table',
    means: 'writes records (and syncs tables, because what was written is read again)',
    handler: 'upsert-table.ts',
    routes: ['records.ts'],
    test: 'records.test.ts',
    needs: ['table'],
    responses: [TABLE, ROWS, ROW],
  },
  notes: {
    option: 'upsert',
    value: 'notes',
    means: 'writes notes',
    handler: 'upsert-notes.ts',
    routes: ['notes.ts'],
    test: 'notes.test.ts',
    responses: [
      ['^\\/v1\\/notes$', 'Note'],
      ['^\\/v1\\/notes\\/[^/]+$', 'Note'],
    ],
  },
  tags: {
    option: 'tag',
    means: 'finds the record of a tag',
    handler: 'tag.ts',
    routes: ['records.ts', 'search.ts'],
    test: 'tags.test.ts',
    responses: [RECORD, SEARCH],
  },
  link: {
    option: 'link',
    means: 'opens pasted addresses',
    handler: 'link.ts',
    routes: ['documents.ts'],
    test: 'link.test.ts',
    responses: [['^\\/v1\\/documents\\/[^/]+$', 'Document']],
  },
  query: {
    option: 'query',
    means: 'searches records',
    handler: 'execute-query.ts',
    routes: ['search.ts'],
    test: 'query.test.ts',
    responses: [SEARCH],
  },
  function: {
    option: 'function',
    means: 'runs a function, of this name, that makes something',
    handler: 'execute-function.ts',
    routes: ['reports.ts'],
    test: 'function.test.ts',
    responses: [['^\\/v1\\/reports$', 'Report']],
  },
} as const satisfies Readonly<Record<string, Omit<Capability, 'needs'> & { needs?: readonly string[] }>>

export type CapabilityName = keyof typeof CAPABILITIES

export const CAPABILITY_NAMES = Object.keys(CAPABILITIES) as readonly CapabilityName[]

/** The values of an option that takes a list. */
export function valuesOf(option: Capability['option']): string[] {
  const all: readonly Capability[] = Object.values(CAPABILITIES)
  return all.flatMap((capability) => (capability.option === option ? (capability.value ?? []) : []))
}

/** The capabilities with those that they need, in the order of CAPABILITIES. */
export function withNeeded(names: readonly CapabilityName[]): CapabilityName[] {
  const needed = new Set(names.flatMap((name) => [name, ...needsOf(name)]))
  return CAPABILITY_NAMES.filter((name) => needed.has(name))
}

function needsOf(name: CapabilityName): readonly CapabilityName[] {
  const { needs = [] }: Capability = CAPABILITIES[name]
  return needs
}

/** How accounts can be connected, with what that is. */
export const SIGN_INS = {
  oauth: 'people sign in at the vendor (OAuth 2)',
  key: 'people enter a small API key',
  'key-upload': 'people paste or upload a private key, which signs assertions',
} as const

export type SignIn = keyof typeof SIGN_INS
