/** What is said of the document as a whole. */
export const INFO = {
  title: 'Provider interface',
  summary: 'The HTTP interface between the platform and a provider.',
  description: `A provider is an HTTP server that connects one outside tool, the vendor, to the platform. It signs people in, and turns \
what the vendor has into typed items: emails, calendars, transcriptions, tables. It offers one or more applications and \
declares in its definition what each of them can do. The platform calls only what the definition declares, so a \
provider implements only the routes of its own capabilities.

The provider keeps no database and no tokens: every request carries the credential of the person, which the provider \
handed to the platform when the account was connected. An item is recognized by provider, application and \
\`externalId\`, so an \`externalId\` never changes.

All dates and durations are numbers in milliseconds; dates count from 1970-01-01T00:00:00Z. Members that are not \
documented here are ignored. Every error response is \`application/problem+json\` (RFC 9457), except those of the pages \
that a person sees.`,
  license: { name: 'MIT', identifier: 'MIT' },
}

export const PLATFORM_KEY = {
  type: 'http',
  scheme: 'bearer',
  description:
    'PLATFORM_API_KEY, the secret that platform and provider share. The provider sends it, too, when it registers a connection.',
}

/** The request of the provider to the platform. */
export const REGISTRATION_TEXTS = {
  operationId: 'registerConnection',
  summary: 'The provider registers a connected account at the platform.',
  description: `The provider sends this request once per connection, at the end of /auth/callback, to PLATFORM_ENVIRONMENT_URL. \
If that URL has no path, it is sent to /api/v1/connections/registration there. It is repeated if the \
platform cannot be reached or fails with a status of 500 or more; repeating it has no further effect.`,
  parameters: [
    {
      name: 'X-Application',
      in: 'header',
      required: false,
      description: 'The application that was connected. The platform rejects another one than it started.',
      schema: { type: 'string' },
      example: 'acme-mail',
    },
  ],
  responses: {
    '200': 'The platform has stored the credential.',
    '400': 'The registration is malformed.',
    '401': 'The platform key is missing or wrong.',
    '404': 'The platform is not waiting for this connection.',
    '409': 'The platform has this registration already, which is a success.',
  },
} as const
