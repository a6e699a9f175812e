import { ProviderDefinition } from '../../contract/index.ts'
import { Type } from '../../contract/schema.ts'
import type { Operations } from '../operation.ts'
import { OWN_SCHEMAS } from '../own-schemas.ts'

const DEFINITION = {
  name: 'acme-hub',
  label: 'Acme',
  description: 'Mail and customers of Acme.',
  instanceUrl: 'https://hub.acme.example',
  iconUrl: 'https://hub.acme.example/icons/acme.svg',
  applications: [
    {
      name: 'acme-mail',
      label: 'Acme Mail',
      description: 'The mail of an Acme account.',
      authentication: true,
      connectMethods: ['oauth'],
      sobjects: { email: true },
      linkSubscriptions: [],
      externalIds: [],
    },
    {
      name: 'acme-crm',
      label: 'Acme CRM',
      description: 'The customers of an Acme account.',
      authentication: true,
      connectMethods: ['key'],
      sobjects: { table: true, function: true },
      linkSubscriptions: [{ pattern: 'https://*.acme.example/*' }],
      externalIds: [{ metadataType: 'Contact', tagType: 'person' }],
      functions: [{ name: 'make-offer', label: 'Make an offer' }],
    },
  ],
}

/** What every provider has, and what operators use. */
export const SERVICE_OPERATIONS: Operations = {
  'get /api/v1/hello': {
    operationId: 'hello',
    tag: 'Service',
    summary: 'Says hello.',
    description: 'The health check: a short plain text as long as the process responds.',
    responses: [{ status: 200, description: 'The greeting.', mediaType: 'text/plain', example: 'hello\n' }],
    problems: [400],
  },
  'get /api/v1/ready': {
    operationId: 'ready',
    tag: 'Service',
    summary: 'Says whether requests may be sent to this process.',
    description: 'For load balancers. A provider that stops responds with 503 while it finishes its last requests.',
    responses: [
      {
        status: 200,
        description: 'The process takes requests. Warnings say what keeps it from working well.',
        schema: OWN_SCHEMAS.Readiness,
        example: { status: 'ready' },
      },
    ],
    problems: [400, 503],
  },
  'get /definition.json': {
    operationId: 'getDefinition',
    tag: 'Service',
    summary: 'Returns the definition of the provider.',
    description:
      'The applications of the provider and what each of them can do. The platform reads it when it starts and from time ' +
      'to time, and calls only what it declares. Applications whose vendor is not configured are left out.',
    responses: [{ status: 200, description: 'The definition.', schema: ProviderDefinition, example: DEFINITION }],
    problems: [400],
  },
  'get /openapi.json': {
    operationId: 'getDocument',
    tag: 'Service',
    summary: 'Returns this document.',
    description: 'The server of the document is the address of the provider itself.',
    responses: [
      {
        status: 200,
        description: 'An OpenAPI 3.1 document.',
        schema: Type.Record(Type.String(), Type.Unknown()),
        example: { openapi: '3.1.1' },
      },
    ],
    problems: [400],
  },
  'get /metrics': {
    operationId: 'getMetrics',
    tag: 'Service',
    summary: 'Returns metrics for Prometheus.',
    description: 'Counts and durations of requests, in the text format of Prometheus.',
    responses: [
      {
        status: 200,
        description: 'The metrics.',
        mediaType: 'text/plain',
        example: 'hub_requests_total{route="/sync/email",status="200"} 7\n',
      },
    ],
    problems: [400],
  },
}
