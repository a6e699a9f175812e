import type { Has } from './defects.ts'
import type { Json } from './json.ts'

/** A shape is the name of a kind of value, a list of one shape, or an object; `?` ends the name of an optional member. */
export type Shape = string | readonly [Shape] | { readonly [name: string]: Shape }

const credential: Shape = {
  accessToken: 'token',
  'refreshToken?': 'token',
  'dateExpiry?': 'number',
  email: 'id',
  'instanceId?': 'string',
  'instanceUrl?': 'string',
  profile: 'any',
}
const connection = { connectionId: 'id', provider: 'id', application: 'id', credential }
const window = { dateStart: 'number', dateEnd: 'number', 'limit?': 'count' }
const table = {
  metadataType: 'type',
  'label?': 'string',
  'fields?': [{ name: 'id', 'label?': 'string', 'fieldType?': 'string' }],
} as const
const values = [{ name: 'id', value: 'string' }] as const
const tag = {
  '_id?': 'string',
  'alias?': 'string',
  'tagType?': 'string',
  'tagSubType?': 'string',
  'email?': 'string',
  'emailDomain?': 'string',
  'url?': 'string',
  'metadataType?': 'string',
  'externalId?': 'string',
  'externalIdLinks?': [
    { 'provider?': 'string', 'application?': 'string', 'metadataType?': 'string', externalId: 'id', 'url?': 'string' },
  ],
} as const
const slot = {
  metadataType: 'type',
  tagType: 'id',
  'tagSubType?': 'string',
  'name?': 'string',
  'email?': 'string',
  'sourceTagId?': 'string',
}
const note = {
  _id: 'id',
  'externalId?': 'string',
  title: 'string',
  documentHtml: 'string',
  'uri?': 'string',
  tags: [{ externalId: 'id', tagType: 'string' }],
} as const
const onOutput = { 'templateConnectedProvider?': connection, 'outputConnectedProvider?': connection } as const

/** The bodies of all routes. */
export const BODIES: Readonly<Record<string, Shape>> = {
  '/auth/check': { application: 'id', credential },
  '/auth/refresh': { connectedProvider: connection },
  '/sync/transcription': { connectedProvider: connection, transcriptionFilter: { ...window, 'cursor?': 'id' } },
  '/sync/email': {
    connectedProvider: connection,
    filter: {
      'dateStart?': 'number',
      'dateEnd?': 'number',
      'limit?': 'count',
      'cursor?': 'id',
      'includeEmails?': ['address'],
    },
  },
  '/sync/calendar': { connectedProvider: connection, calendarFilter: window },
  '/sync/metadata': { connectedProvider: connection, tableMetadata: [table] },
  '/sync/table': {
    connectedProvider: connection,
    recordFilter: { recordTypeFilters: [{ tableMetadata: table, externalIds: ['id'] }] },
  },
  '/sync/identifier': { connectedProvider: connection, externalIdLinkObjects: [slot] },
  '/sync/insight': {
    connectedProvider: connection,
    filter: {
      insightTypeFilters: [
        { tagType: 'id', 'tagSubType?': 'string', 'blockType?': 'id', 'tableMetadata?': table, tags: [tag] },
      ],
    },
  },
  '/upsert/table': {
    connectedProvider: connection,
    table: {
      'blockType?': 'table',
      'provider?': 'string',
      'application?': 'string',
      'externalId?': 'string',
      'uri?': 'string',
      metadata: table,
      records: [{ 'externalId?': 'string', values }],
    },
  },
  '/upsert/notes': { connectedProvider: connection, externalNotes: [note] },
  '/tag': { connectedProvider: connection, 'tag?': tag, 'tags?': [tag] },
  '/link': { connectedProvider: connection, url: 'id' },
  '/install/function/inputs': { functionName: 'id', 'configuration?': 'object', ...onOutput },
  '/execute/function': {
    functionName: 'id',
    'configuration?': 'object',
    'values?': [{ name: 'id', value: 'any' }],
    ...onOutput,
  },
  '/execute/query': {
    'connectedProvider?': connection,
    metadataType: 'type',
    'searchCriteria?': [{ fieldName: 'id', operator: 'operator', 'value?': 'any', 'values?': ['any'] }],
    'returnFields?': ['id'],
    'limit?': 'count',
  },
}

const OPERATORS = ['eq', 'neq', 'in', 'isNotNull']
const isText = (value: unknown): value is string => typeof value === 'string'

function kinds(has: Has): Record<string, (value: Json) => boolean> {
  const minLength = has('an empty id is accepted') ? 0 : 1
  const isNumber = (value: unknown) =>
    typeof value === 'number' || (has('numbers are accepted as texts') && isText(value) && /^[\w.-]+$/.test(value))
  const isId = (value: unknown) => isText(value) && value.length >= minLength
  return {
    any: () => true,
    string: isText,
    object: (value) => typeof value === 'object' && value !== null && !Array.isArray(value),
    number: isNumber,
    count: (value) =>
      isNumber(value) && (has('the limit 0 is accepted') || (Number.isInteger(Number(value)) && value >= 1)),
    id: isId,
    // NUL cannot be sent in a header.
    token: (value) => isId(value) && !value.includes('\u0000'),
    type: (value) => isText(value) && value !== '' && !value.includes('.'),
    address: (value) => isText(value) && value.length >= 3,
    operator: (value) => OPERATORS.includes(value),
    table: (value) => value === 'table',
  }
}

/** Pointers to what is wrong with a value. */
export function findWrong(shape: Shape, value: Json, has: Has, pointer = '#'): string[] {
  if (has('the credential is not validated') && pointer.endsWith('/credential')) return []
  if (typeof shape === 'string') return kinds(has)[shape]?.(value) ? [] : [pointer]
  if (Array.isArray(shape)) {
    if (!Array.isArray(value)) return [pointer]
    return value.flatMap((item, index) => findWrong(shape[0], item, has, `${pointer}/${index}`))
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [pointer]
  return Object.entries(shape).flatMap(([name, member]) => {
    const isOptional = name.endsWith('?')
    const at = isOptional ? name.slice(0, -1) : name
    if (Object.hasOwn(value, at)) return findWrong(member as Shape, value[at], has, `${pointer}/${at}`)
    return isOptional ? [] : [`${pointer}/${at}`]
  })
}
