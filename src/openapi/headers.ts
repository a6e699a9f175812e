import type { Json } from './operation.ts'

/** Headers of responses: components of the document. */
export const HEADERS: Readonly<Record<string, Json>> = {
  RequestId: {
    description: 'The id of this request, by which the log of the provider can be searched.',
    schema: { type: 'string' },
    example: '5e0a8f3c-54a4-4a52-9f0b-0f2a7b1f7a10',
  },
  InterfaceVersion: {
    description: 'The major version of the interface that the provider speaks.',
    schema: { type: 'string' },
    example: '1',
  },
  ServerTiming: {
    description: 'Time that the request took in the provider and at the vendor, in milliseconds.',
    schema: { type: 'string' },
    example: 'hub;dur=4.2, vendor;dur=118.0',
  },
  VendorCalls: {
    description: 'Number of requests that were sent to the vendor.',
    schema: { type: 'integer', minimum: 0 },
    example: 3,
  },
  VendorUnits: {
    description: 'Units of quota that were spent at the vendor, if the vendor counts them.',
    schema: { type: 'integer', minimum: 0 },
    example: 15,
  },
  RetryAfter: {
    description: 'Number of seconds to wait before the next request.',
    schema: { type: 'integer', minimum: 1 },
    example: 30,
  },
  Challenge: {
    description: 'The challenge of RFC 6750. It is present if the platform key is missing or wrong.',
    schema: { type: 'string' },
    example: 'Bearer realm="provider", error="invalid_token"',
  },
  Location: {
    description: 'The address where the person continues.',
    schema: { type: 'string' },
    example: 'https://login.acme.example/authorize?client_id=hub&state=c-7Hq2.acme-mail',
  },
}

/** Members of the headers of a response that refer to components: wire name and component. */
function refer(headers: Readonly<Record<string, keyof typeof HEADERS>>): Json {
  return Object.fromEntries(
    Object.entries(headers).map(([name, component]) => [name, { $ref: `#/components/headers/${component}` }]),
  )
}

/** Headers of every response. */
export const COMMON_HEADERS = refer({
  'X-Request-Id': 'RequestId',
  'X-Provider-Interface': 'InterfaceVersion',
  'Server-Timing': 'ServerTiming',
})

/** Headers of responses for which the vendor may have been called. */
export const COST_HEADERS = refer({ 'X-Vendor-Calls': 'VendorCalls', 'X-Vendor-Units': 'VendorUnits' })

export const CHALLENGE_HEADER = refer({ 'WWW-Authenticate': 'Challenge' })
export const RETRY_HEADER = refer({ 'Retry-After': 'RetryAfter' })
export const LOCATION_HEADER = refer({ Location: 'Location' })
