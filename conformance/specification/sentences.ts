/** A sentence of the Provider Interface Specification, with the section in which it stands. */
export interface Sentence {
  section: string
  sentence: string
}

const inSection =
  (section: string) =>
  (sentence: string): Sentence => ({ section, sentence })

const service = inSection('What the service does')
const resources = inSection('Resources and their fields')
const credential = inSection('Resources and their fields, Credential')
const page = inSection('Resources and their fields, StandardSyncResponse<T>')
const definition = inSection('Resources and their fields, Provider definition (registered with the platform)')
const primitives = inSection('Resources and their fields, Primitives (what sync handlers return)')
const pagination = inSection('States and transitions')
const endpoints = inSection('Endpoints')
const filters = inSection('Endpoints, Sync request bodies')
const endpointRules = inSection('Endpoints, Endpoint rules')
const authentication = inSection('Authentication')
const connectFlow = inSection('Authentication, Connect flow')
const errors = inSection('Errors')
const limits = inSection('Limits')

/** Every sentence of the specification that a rule is about, word by word. */
export const SPECIFICATION = {
  hello: service('health route `GET /api/v1/hello` that answers with a short plain greeting text;'),
  malformedBody: service('request validation for every provided handler (a malformed body yields ValidationError);'),
  bodyOf50Mb: service('JSON body parsing up to 50 MB;'),
  stableIds: service("An item's externalId never changes between syncs."),
  vendorIds: service(
    "It is the vendor's own stable identifier and is never built from a title, a date or a page position (otherwise every sync creates duplicates).",
  ),
  declaredOnly: service('The platform calls only the capabilities declared in the provider definition.'),
  credentialReturned: service(
    'The credential is handed to the platform once at connect time and returned by the platform on every later call.',
  ),
  epochMs: resources('All dates are numbers in epoch milliseconds.'),
  dateExpiry: credential(
    'dateExpiry | number | no | Epoch ms. For keys that never expire, set about one year ahead and let refresh re-validate the key.',
  ),
  checkResult: inSection('Resources and their fields, AuthCheckResult')(
    "`{ status: 'ok' }` or `{ status: 'scope_required', message: string }`.",
  ),
  hasMore: page('pagination.hasMore | boolean | Required.'),
  cursor: page('pagination.cursor | string | Optional; omitted on the last page. Opaque to the platform.'),
  pageSize: page('pagination.pageSize | number | Count of items actually returned, not the requested limit.'),
  iconUrl: definition('iconUrl | string | Resolves to a file served from ./public.'),
  rejectNames: definition('Handlers reject application names they do not serve.'),
  applicationName: definition(
    'The application name is received in auth.connect, travels inside the OAuth state, names the `/:application/link` route, and returns in every connectedProvider.application.',
  ),
  provenance: primitives(
    'Common provenance fields on items: blockType, provider, application, uri (link to the item in the vendor UI), externalId.',
  ),
  oneKind: primitives('Each sync handler produces exactly one kind.'),
  person: primitives('PersonReference: email (string), friendlyName (string).'),
  noEmptyTranscript: primitives(
    'Meetings with no transcript yet are skipped with a warning rather than returned half-empty.',
  ),
  eventIds: primitives('Every event has its own stable externalId and attendees as PersonReferences.'),
  noDot: primitives(
    'Table external IDs join their pieces with `.`; therefore metadataType never contains a dot (use an underscore).',
  ),
  record: primitives(
    'Record: externalId (string, stable), values: [{ name: field name from metadata, value: string }].',
  ),
  hintsEchoed: primitives('The hints are echoed back so the platform can match each answer to its slot.'),
  insightShape: primitives('TagInsightResponse: { blockType (usually `table`), tables: Table[] }.'),
  note: primitives(
    'ExternalNote: _id (string), externalId (string; empty on create), title, documentHtml (content rendered as HTML), uri (link back to the platform), tags: [{ externalId, tagType }] (vendor ids for attachment).',
  ),
  queryRecord: primitives(
    'Query record: provider, application, metadataType, externalId, title, uri, values: [{ name, value }].',
  ),
  linkPrimitive: primitives('link.link | BusinessObject (a document behind a pasted URL)'),
  tagPrimitive: primitives('tag.tag | Tag'),
  newCursor: pagination(
    'response has hasMore true and a cursor different from the one received | platform calls again immediately',
  ),
  jsonBodies: endpoints('Bodies are JSON.'),
  keyRequired: endpoints('All routes except those marked public require `Authorization: Bearer <PLATFORM_API_KEY>`.'),
  connectRoute: endpoints(
    'GET | /auth/connect | yes | inputs: application (string), connectionId (string) | AuthConnectResult; the server issues the redirect or serves the HTML',
  ),
  callbackRoute: endpoints(
    'GET | /auth/callback | yes | full callback URL with query string; query parameters include `state` | ConnectedProviderRegistration is built; the server then runs check, posts the registration to the platform, closes the popup',
  ),
  gaps: endpoints(
    'Gaps in the route list: the tag group (tag.tag), the link group (route `/:application/link`, fired when a user pastes a matching URL) and their payloads: not shown.',
  ),
  operatorGap: endpoints('Allowed values of the `operator` of a search criterion: not shown.'),
  connectInputsGap: endpoints('How application and connectionId reach GET /auth/connect: not shown.'),
  transcriptionFilter: filters(
    'transcriptionFilter | dateStart number required; dateEnd number required; limit number; cursor string',
  ),
  emailFilter: filters(
    'EmailFilter | dateStart number; dateEnd number; limit number; cursor string; includeEmails string[] (when present, only mail involving these addresses)',
  ),
  calendarFilter: filters(
    'calendarFilter | dateStart number required; dateEnd number required; limit number (cap of events per calendar)',
  ),
  notPaginated: endpointRules(
    '/sync/calendar, /sync/metadata, /sync/table, /sync/identifier and /sync/insight are not paginated: they return everything in one call with hasMore false.',
  ),
  paginated: endpointRules('/sync/transcription and /sync/email are paginated.'),
  calendarWindow: endpointRules(
    '/sync/calendar returns one item per calendar, each with timeZone and its events for the requested window.',
  ),
  metadataOnly: endpointRules(
    '/sync/metadata returns Tables with metadata enriched from the vendor schema (fields, labels, picklist options) and no records.',
  ),
  metadataOnConnect: endpointRules('It runs when a user connects.'),
  rowsById: endpointRules('/sync/table: fetch the rows whose vendor ids are listed in externalIds.'),
  firstRows: endpointRules(
    'An empty externalIds list means: return a sensible first set of rows so the table is not empty.',
  ),
  rowValues: endpointRules('Each record carries values (field name + string value) and its own externalId.'),
  slots: endpointRules('/sync/identifier answers each slot with the vendor objects that fit.'),
  insightRows: endpointRules(
    '/sync/insight runs daily; each returned item is { blockType, tables }; rows land on tags through the external ids they carry.',
  ),
  upsertKinds: endpointRules(
    '/upsert/table: a record with an externalId is an update of that vendor object; a record without one is a create.',
  ),
  assignedIds: endpointRules('The assigned vendor ids are written into the returned records.'),
  noteIds: endpointRules("Returned notes carry the vendor's id of the created or updated note."),
  needsInstanceUrl: endpointRules(
    'tag and upsert requests are rejected up front when the credential has no instanceUrl.',
  ),
  inputsRun: endpointRules(
    '/install/function/inputs runs once during install, after the user fills in the function configuration; it returns the inputs the function needs at each run.',
  ),
  synchronous: endpointRules('/execute/function is synchronous.'),
  queryHasMore: endpointRules(
    '/execute/query returns matching records; hasMore is true when the vendor had more than `limit` matches.',
  ),
  returnFields: endpointRules("returnFields lists the fields to include in each record's values."),
  keyHeader: authentication(
    'Platform -> provider: header `Authorization: Bearer <PLATFORM_API_KEY>` on every route except /auth/connect, /auth/callback and the health route.',
  ),
  wrongKeyGap: authentication('The response to a request with a missing or wrong key: not shown.'),
  state: connectFlow(
    'The OAuth `state` parameter is `<connection_id>.<application>`; the callback splits it at the dot.',
  ),
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the specification has it
  redirectUri: connectFlow('The authorization URL uses redirect `${BASE_URL}/auth/callback`.'),
  keyForm: connectFlow('An API-key form submits to /auth/callback with the key and the same state.'),
  errorPage: connectFlow('Anything thrown inside the callback shows the user a connection error page.'),
  refreshedCredential: connectFlow(
    'The platform calls /auth/refresh before dateExpiry passes; the returned credential keeps the old fields (email, instanceUrl, ...) and replaces tokens and dateExpiry.',
  ),
  refreshRejected: connectFlow(
    'If the vendor rejects the refresh token, CredentialsExpiredError is thrown; the platform counts refresh failures.',
  ),
  problemForm: errors(
    'Every error response is `application/problem+json` (RFC 7807) with fields type, title, status, detail.',
  ),
  expired: errors(
    'CredentialsExpiredError thrown (vendor says credentials are dead: 401, revoked token, deleted key; or no refresh token on file; or refresh token rejected) | 401 | body type is `{platform_url}/credentials-expired`, title `Credentials expired`, detail is the thrown message; the platform stops syncing and asks the user to reconnect',
  ),
  validationError: errors(
    'ValidationError thrown (bad or missing input); also raised by the server for a malformed body | 400 | handlers can rely on credential and filter being present',
  ),
  vendor401: errors('A vendor 401 always becomes CredentialsExpiredError, never a plain 500.'),
  emptyItems: errors('An empty vendor response returns `items: []`; throwing on it marks a healthy sync as failing.'),
  unsupportedName: errors('An unsupported application name is rejected with a thrown error.'),
  validationGap: errors('The exact type and title of the ValidationError problem body: not shown.'),
  bodyLimit: limits('JSON request body | 50 MB'),
  pageLimit: limits('Page size | requested via `limit`; the provider reports the actual count in pageSize'),
  maxPageGap: limits(
    'Rate limits of the platform towards the provider, time-outs per request, and a maximum page size: not shown.',
  ),
} as const satisfies Record<string, Sentence>
