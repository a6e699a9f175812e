import { PROBLEMS, Problem, type ProblemName } from '../contract/index.ts'
import { CHALLENGE_HEADER, COMMON_HEADERS, RETRY_HEADER } from './headers.ts'
import type { Json, ProblemStatus } from './operation.ts'
import { OWN_SCHEMAS } from './own-schemas.ts'
import type { SchemaWriter } from './schemas.ts'

/** An example of a problem: its name and its detail. */
type Example = readonly [name: ProblemName, detail: string, more?: object]

interface ProblemResponse {
  component: string
  description: string
  examples: readonly Example[]
  headers?: Json
}

const VALIDATION = { errors: [{ pointer: '#/connectedProvider', detail: 'is required.' }] }
const PARTIAL = {
  errors: [{ pointer: '#/table/records/1', detail: 'The vendor requires a value of LastName.' }],
  table: {
    blockType: 'table',
    provider: 'acme-hub',
    application: 'acme-crm',
    externalId: 'Contact',
    metadata: { metadataType: 'Contact', label: 'Contact', fields: [] },
    records: [{ externalId: '003A1', values: [{ name: 'LastName', value: 'Lovelace' }] }, { values: [] }],
  },
}

const EXPIRED: Example = [
  'credentials-expired',
  'The vendor no longer accepts these credentials. Connect the account again.',
]
const NO_KEY: Example = ['unauthorized', 'This route requires the platform key as a bearer token.']

/** What each status means. Components of the document. */
// biome-ignore format: a table is read by its lines
export const PROBLEM_RESPONSES: Readonly<Record<ProblemStatus, ProblemResponse>> = {
  400: { component: 'ValidationError', description: 'The request is malformed, or names an application that the provider does not serve. `errors` points into the body.', examples: [['validation-error', '#/connectedProvider: is required.', VALIDATION]] },
  401: { component: 'Unauthorized', description: '`credentials-expired`: the vendor rejects the credentials; the platform stops the syncs of the connection and asks the person to connect again. `unauthorized`: the platform key is missing or wrong.', examples: [EXPIRED, NO_KEY], headers: CHALLENGE_HEADER },
  403: { component: 'Forbidden', description: 'The account lacks a permission, or has no such mailbox or calendar. Connecting it again helps only in the former case.', examples: [['scope-required', 'Allow reading mail, then connect again.'], ['mailbox-unavailable', 'This account has no mailbox.']] },
  404: { component: 'NotFound', description: 'The application does not have this capability, or the vendor has no such object or hides it from this account.', examples: [['not-found', 'The application "acme-mail" has no calendar.']] },
  413: { component: 'PayloadTooLarge', description: 'The body is larger than 50 MB, or than 1 MB on the routes below /auth.', examples: [['payload-too-large', 'The body may hold at most 52428800 bytes.']] },
  415: { component: 'UnsupportedMediaType', description: 'The body is compressed, or of another type than the documented ones.', examples: [['unsupported-media-type', 'Send the body as application/json.']] },
  422: { component: 'Unprocessable', description: '`partial-failure`: the vendor rejected some records; `errors` names them, and `table` or `externalNotes` has the ids of those that were written. An item whose `code` is `UNKNOWN_OUTCOME` may have been written: the request was sent, and its response was lost. `invalid-template`: the template of a function cannot be used.', examples: [['partial-failure', '1 of 2 records was rejected.', PARTIAL], ['invalid-template', 'The template is no Word document.']] },
  423: { component: 'Locked', description: 'Somebody has opened the document that has to be changed.', examples: [['locked', 'The document is open elsewhere. Close it and try again.']] },
  429: { component: 'RateLimited', description: 'The vendor limits the rate of requests. The next one may be sent after `Retry-After` seconds.', examples: [['rate-limited', 'The vendor limits the requests of this account.']], headers: RETRY_HEADER },
  500: { component: 'InternalError', description: 'The provider failed. Its log has the details.', examples: [['internal-error', 'An internal error occurred. The provider’s log has the details.']] },
  502: { component: 'VendorError', description: 'The vendor failed, or sent a response that cannot be read.', examples: [['vendor-error', 'The vendor does not respond as documented. Try again later.']] },
  503: { component: 'Unavailable', description: 'The provider or the vendor takes no requests at the moment.', examples: [['unavailable', 'Too many large requests at once. Try again shortly.']], headers: RETRY_HEADER },
  504: { component: 'VendorTimeout', description: 'The vendor did not respond in time. A write may have happened.', examples: [['vendor-error', 'The vendor did not respond in time.']] },
  507: { component: 'StorageFull', description: 'The account has no room for another document.', examples: [['storage-full', 'The storage of this account is full.']] },
}

/** A reference to the response of a status. */
export function problemReference(status: ProblemStatus): Json {
  return { $ref: `#/components/responses/${PROBLEM_RESPONSES[status].component}` }
}

/** For every other status. */
export const OTHER_PROBLEM: Json = { $ref: '#/components/responses/OtherProblem' }

/** All responses with problems, by the name of the component. */
export function problemComponents(schemas: SchemaWriter): Json {
  const listed = Object.entries(PROBLEM_RESPONSES).map(([status, { component, description, examples, headers }]) => {
    const schema = schemas.write(Number(status) === 422 ? OWN_SCHEMAS.PartialFailureProblem : Problem)
    return [component, toResponse(description, schema, Number(status), examples, headers)]
  })
  const description = 'Every other error has the same form. Its `type` ends in the name of the problem.'
  const other = toResponse(description, schemas.write(Problem), 405, [
    ['method-not-allowed', 'This route does not allow this method.'],
  ])
  return Object.fromEntries([...listed, ['OtherProblem', other]])
}

function toResponse(
  description: string,
  schema: Json,
  status: number,
  examples: readonly Example[],
  headers: Json = {},
): Json {
  const values = examples.map(([name, detail, more]) => {
    const value = { type: `https://platform.example.com/${name}`, title: PROBLEMS[name], status, detail, ...more }
    return [name, { summary: PROBLEMS[name], value }]
  })
  return {
    description,
    headers: { ...COMMON_HEADERS, ...headers },
    content: { 'application/problem+json': { schema, examples: Object.fromEntries(values) } },
  }
}
