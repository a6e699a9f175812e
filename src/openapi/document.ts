import { ConnectedProviderRegistration, INTERFACE_VERSION, type TSchema } from '../contract/index.ts'
import { CHALLENGE_HEADER, COMMON_HEADERS, COST_HEADERS, HEADERS } from './headers.ts'
import { type DocumentedRoute, type Json, type Operation, type Success, TAGS } from './operation.ts'
import { OPERATIONS } from './operations/index.ts'
import { PARAMETERS, PLATFORM_PARAMETERS } from './parameters.ts'
import { OTHER_PROBLEM, problemComponents, problemReference } from './problems.ts'
import { REGISTRATION_EXAMPLE } from './samples.ts'
import { SchemaWriter } from './schemas.ts'
import { INFO, PLATFORM_KEY, REGISTRATION_TEXTS } from './texts.ts'

/**
 * The provider interface as an OpenAPI 3.1 document: the schemas of the contract and the given routes. Routes that
 * `OPERATIONS` does not describe are left out; they are other spellings. `serverUrl`: where the provider is.
 */
export function providerDocument(routes: readonly DocumentedRoute[], serverUrl: string): Json {
  const schemas = new SchemaWriter()
  const paths = toPaths(routes, schemas)
  const webhooks = { registration: { post: registration(schemas) } }
  const responses = problemComponents(schemas)
  return {
    openapi: '3.1.1',
    info: { ...INFO, version: INTERFACE_VERSION },
    servers: [{ url: serverUrl, description: 'The public URL of the provider.' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    security: [{ platformKey: [] }],
    paths,
    webhooks,
    components: {
      securitySchemes: { platformKey: PLATFORM_KEY },
      parameters: PARAMETERS,
      headers: HEADERS,
      responses,
      schemas: schemas.components,
    },
  }
}

function toPaths(routes: readonly DocumentedRoute[], schemas: SchemaWriter): Json {
  const paths: Record<string, Json> = {}
  for (const route of routes) {
    const operation = OPERATIONS[`${route.method} ${route.path}`]
    if (!operation) continue
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [route.method]: toOperation(route, operation, schemas) }
  }
  return paths
}

function toOperation(route: DocumentedRoute, operation: Operation, schemas: SchemaWriter): Json {
  const { operationId, tag, summary, description } = operation
  const isOpen = route.access === 'open'
  const parameters = [...(operation.parameters ?? []), ...(isOpen ? [] : PLATFORM_PARAMETERS)]
  const body = route.request ? jsonBody(route.request, operation.request, schemas) : operation.requestBody
  return {
    operationId,
    tags: [tag],
    summary,
    description,
    ...(isOpen ? { security: [] } : {}),
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(body ? { requestBody: body } : {}),
    responses: toResponses(operation, isOpen, schemas),
  }
}

function jsonBody(schema: TSchema, example: unknown, schemas: SchemaWriter): Json {
  return { required: true, content: { 'application/json': { schema: schemas.write(schema), example } } }
}

function toResponses(
  { responses, problems = [], errorPages = [] }: Operation,
  isOpen: boolean,
  schemas: SchemaWriter,
): Json {
  const callsVendor = problems.includes(502)
  const successes = responses.map((success) => [success.status, toSuccess(success, callsVendor, schemas)])
  const pages = errorPages.map((status) => [status, errorPage(status)])
  const listed = problems.map((status) => [status, problemReference(status)])
  const key = isOpen || problems.includes(401) ? [] : [[401, problemReference(401)]]
  return Object.fromEntries([...successes, ...pages, ...listed, ...key, ['default', OTHER_PROBLEM]])
}

function toSuccess(success: Success, callsVendor: boolean, schemas: SchemaWriter): Json {
  const { description, schema, example, headers } = success
  const mediaType = success.mediaType ?? (schema ? 'application/json' : undefined)
  const content = { schema: schema ? schemas.write(schema) : { type: 'string' }, example }
  return {
    description,
    headers: { ...COMMON_HEADERS, ...(callsVendor ? COST_HEADERS : {}), ...headers },
    ...(mediaType ? { content: { [mediaType]: content } } : {}),
  }
}

const ERROR_PAGES: Readonly<Record<number, string>> = {
  400: 'A page that says what is wrong with the request, or why the vendor or the person refused.',
  403: 'A page that names the missing permission, with the message of the check.',
  404: 'A page that says that the application cannot be connected in this way.',
  413: 'A page that says that the form is too large.',
  415: 'A page that says that the form has another type.',
  500: 'A page that says that the provider failed.',
  502: 'A page that says that the vendor or the platform did not respond as expected.',
}

/** A connection error page: "Anything thrown inside the callback shows the user a connection error page." */
function errorPage(status: number): Json {
  const example = '<!doctype html><title>Connection failed</title><p>Close this window and connect again.</p>'
  const content = { 'text/html': { schema: { type: 'string' }, example } }
  return { description: ERROR_PAGES[status], headers: COMMON_HEADERS, content }
}

/** What a provider posts to the platform after a sign-in. */
function registration(schemas: SchemaWriter): Json {
  const { responses, ...texts } = REGISTRATION_TEXTS
  const statuses = Object.entries(responses).map(([status, description]) => {
    return [status, { description, ...(status === '401' ? { headers: CHALLENGE_HEADER } : {}) }]
  })
  const requestBody = jsonBody(ConnectedProviderRegistration, REGISTRATION_EXAMPLE, schemas)
  return { ...texts, tags: ['Connect'], requestBody, responses: Object.fromEntries(statuses) }
}
