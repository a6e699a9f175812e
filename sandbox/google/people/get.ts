import { getBearerToken, type HttpRequest } from '../../core/http/request.ts'
import { omitUndefined } from '../../core/omit-undefined.ts'
import type { GoogleAccount } from '../account.ts'
import { throwError, throwInvalidParameter } from '../api/errors.ts'
import { createEtag } from '../calendar/event-json.ts'
import { SCOPE } from '../oauth/scopes.ts'
import type { GoogleState } from '../state.ts'
import { type DirectoryEntry, findByUserId } from './directory.ts'

const FIELDS = [
  'names',
  'emailAddresses',
  'photos',
  'organizations',
  'metadata',
  'nicknames',
  'phoneNumbers',
  'locales',
]
const SOURCES = [
  'READ_SOURCE_TYPE_PROFILE',
  'READ_SOURCE_TYPE_CONTACT',
  'READ_SOURCE_TYPE_DOMAIN_CONTACT',
  'READ_SOURCE_TYPE_OTHER_CONTACT',
]
const DEFAULT_SOURCES = ['READ_SOURCE_TYPE_PROFILE', 'READ_SOURCE_TYPE_CONTACT']
const VALID_PATHS = 'Valid paths are documented at https://developers.google.com/people/api/rest/v1/people/get.'

/** Returns a person by account id (https://developers.google.com/people/api/rest/v1/people/get). */
export function getPerson(google: GoogleState, account: GoogleAccount, request: HttpRequest): object {
  const fields = parsePersonFields(request)
  const sources = parseSources(request)
  const { id = '' } = request.params
  const entry = findByUserId(id === 'me' ? account.sub : id)
  if (!entry) return throwError('notFound', request)
  const { userId, person } = entry
  const source = { type: 'DOMAIN_PROFILE', id: userId }
  const metadata = { primary: true, verified: true, source }
  const names = {
    metadata: { primary: true, source },
    displayName: person.name,
    familyName: person.familyName,
    givenName: person.givenName,
    displayNameLastFirst: `${person.familyName}, ${person.givenName}`,
    unstructuredName: person.name,
  }
  const hasAddress = fields.includes('emailAddresses') && mayReadAddress(google, account, request, entry, sources)
  return omitUndefined({
    resourceName: `people/${userId}`,
    etag: `%${createEtag(userId, 1).slice(1, -1)}`,
    metadata: fields.includes('metadata') ? { sources: [source], objectType: 'PERSON' } : undefined,
    names: fields.includes('names') ? [names] : undefined,
    emailAddresses: hasAddress ? [{ metadata, value: person.email }] : undefined,
  })
}

/** Addresses are known of oneself and, with the scope of the directory, of the people of one's own domain. */
function mayReadAddress(
  { oauth, settings }: GoogleState,
  { sub, hostedDomain }: GoogleAccount,
  request: HttpRequest,
  { userId, person }: DirectoryEntry,
  sources: readonly string[],
): boolean {
  const scopes = oauth.grants.inspect(getBearerToken(request) ?? '')?.scopes ?? []
  if (!sources.includes('READ_SOURCE_TYPE_PROFILE') && !sources.includes('READ_SOURCE_TYPE_DOMAIN_CONTACT'))
    return false
  if (userId === sub) return scopes.includes(SCOPE.email) || scopes.includes(SCOPE.directoryReadonly)
  if (settings.peopleAddresses === 'none') return false
  return person.company.domain === hostedDomain && scopes.includes(SCOPE.directoryReadonly)
}

function parsePersonFields(request: HttpRequest): string[] {
  const fields = (request.url.searchParams.get('personFields') ?? '').split(',').filter((field) => field !== '')
  if (fields.length === 0) {
    const message = `personFields mask is required. Please specify one or more valid paths. ${VALID_PATHS}`
    throwInvalidParameter(request, 'personFields', message)
  }
  const unknown = fields.find((field) => !FIELDS.includes(field))
  if (unknown !== undefined) {
    throwInvalidParameter(request, 'personFields', `Invalid personFields mask path: "${unknown}". ${VALID_PATHS}`)
  }
  return fields
}

function parseSources(request: HttpRequest): string[] {
  const sources = request.url.searchParams.getAll('sources')
  const unknown = sources.find((source) => !SOURCES.includes(source))
  if (unknown !== undefined) {
    throwInvalidParameter(request, 'sources', `Invalid value at 'sources' (TYPE_ENUM), "${unknown}"`)
  }
  return sources.length > 0 ? sources : DEFAULT_SOURCES
}
