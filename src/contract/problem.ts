import { type Static, Type } from './schema.ts'

/** An error in a request: a JSON pointer into its body and a description. */
export const ProblemItem = Type.Object({
  pointer: Type.String(),
  detail: Type.String(),
  code: Type.Optional(Type.String()),
})
export type ProblemItem = Static<typeof ProblemItem>

/**
 * The `code` of an item of which a write cannot say whether the vendor has it: the request was sent, and its response was
 * lost. The platform reports the item as unknown, and creates it again only if a person says so. An item with any other
 * code, or none, counts as refused and may be sent again.
 */
export const UNKNOWN_OUTCOME = 'UNKNOWN_OUTCOME'

/** The body of every error response, `application/problem+json` (RFC 7807, RFC 9457). */
export const Problem = Type.Object({
  type: Type.String(),
  title: Type.String(),
  status: Type.Integer(),
  detail: Type.String(),
  errors: Type.Optional(Type.Array(ProblemItem)),
})
export type Problem = Static<typeof Problem>

/** Last path segment of a problem's `type`, by which the platform distinguishes problems, and its title. */
export const PROBLEMS = {
  'validation-error': 'Validation error',
  'credentials-expired': 'Credentials expired',
  unauthorized: 'Unauthorized',
  'scope-required': 'Permission missing',
  'mailbox-unavailable': 'Mailbox unavailable',
  'not-found': 'Not found',
  'method-not-allowed': 'Method not allowed',
  'payload-too-large': 'Payload too large',
  'unsupported-media-type': 'Unsupported media type',
  'partial-failure': 'Partial failure',
  'invalid-template': 'Invalid template',
  locked: 'Locked',
  'storage-full': 'Storage full',
  'rate-limited': 'Rate limited',
  'internal-error': 'Internal server error',
  'vendor-error': 'Vendor error',
  unavailable: 'Unavailable',
} as const
export type ProblemName = keyof typeof PROBLEMS
