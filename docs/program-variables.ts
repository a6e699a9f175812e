/** The variables of a program, by name: the default, and the meaning. docs/operating.md lists them in this order. */
export type ProgramVariables = Readonly<Record<string, readonly [defaultValue: string, meaning: string]>>

/** Read by both programs (src/runtime/server-options.ts). */
const SERVER_VARIABLES: ProgramVariables = {
  MAX_CONNECTIONS: [
    '1000',
    'Connections at the same time. When there are more, the one that has waited longest for its request is closed.',
  ],
  MAX_CONNECTIONS_PER_ADDRESS: [
    '500',
    'The same for one IP address. Behind a load balancer, all clients have its address: set it to MAX_CONNECTIONS there.',
  ],
  BODY_TIMEOUT_MS: ['20000 (20 s)', 'Time for a body to arrive; every 500 kB that have arrived add a second.'],
  STOP_GRACE_MS: [
    '3000 (3 s)',
    'How long requests are accepted after SIGTERM, while `/api/v1/ready` responds with 503: longer than the load balancer takes to notice.',
  ],
}

/** Read by the hub (src/config.ts, and the variables that each vendor declares in its index.ts). */
export const HUB_VARIABLES: ProgramVariables = {
  BASE_URL: ['required', 'Public URL of the hub. Vendors redirect to `<BASE_URL>/auth/callback`.'],
  PLATFORM_API_KEY: [
    'required',
    'The secret that hub and platform share; at least 32 characters. Several, separated by commas: the first is sent, all are accepted. See [below](#rotating-platform_api_key).',
  ],
  PLATFORM_ENVIRONMENT_URL: ['required', 'URL of the platform, where new connections are registered.'],
  PORT: ['5000', 'Port to listen on; 0 chooses a free one.'],
  ALLOW_UNAUTHENTICATED_PROVIDER_REQUESTS: ['false', '`true` runs without a key; for local tests only.'],
  GOOGLE_CLIENT_ID: [
    'none',
    'The OAuth client in the Google Cloud console; see [vendors/google](../vendors/google/README.md).',
  ],
  GOOGLE_CLIENT_SECRET: ['none', 'Its secret.'],
  GOOGLE_ORIGIN: [
    'none',
    'Sends every call to Google to this origin instead, for example a sandbox or a recording proxy.',
  ],
  MICROSOFT_CLIENT_ID: [
    'none',
    'The app registration in Entra; see [vendors/microsoft](../vendors/microsoft/README.md).',
  ],
  MICROSOFT_CLIENT_SECRET: ['none', 'Its secret.'],
  MICROSOFT_TENANT: ['common', 'The tenant whose accounts may connect.'],
  MICROSOFT_ORIGIN: ['none', 'The same as GOOGLE_ORIGIN, for Microsoft.'],
  SALESFORCE_CLIENT_ID: ['none', 'The external client app; see [vendors/salesforce](../vendors/salesforce/README.md).'],
  SALESFORCE_CLIENT_SECRET: ['none', 'Its secret.'],
  SALESFORCE_LOGIN_URL: [
    'https://login.salesforce.com',
    'Where people sign in, for example the domain of a sandbox org.',
  ],
  SALESFORCE_ORIGIN: ['none', 'The same as GOOGLE_ORIGIN, for Salesforce.'],
  VENDOR_BUDGET_MS: ['45000 (45 s)', 'Time that one request may spend on calls to a vendor.'],
  AUTH_BINDING: [
    'auto',
    'Whether a callback must come from the browser that started the connection: `strict` always, `auto` when it is a browser navigation, `off` never. Without a cookie, a sign-in ends at the copy of the hub where it began ([016](decisions/016-who-may-finish-an-attempt.md)).',
  ],
  PLATFORM_REGISTRATION_PATH: [
    '/api/v1/connections/registration',
    'Path of the platform that registrations are posted to.',
  ],
  ...SERVER_VARIABLES,
  LOG_LEVEL: ['info', '`trace`, `debug`, `info`, `warn`, `error`, `fatal` or `silent`.'],
  NODE_ENV: [
    'none',
    '`development` and `test` make an item that violates the interface an error; otherwise it is dropped with a warning.',
  ],
}

/** Read by the platform (platform/config.ts), except the numbers that docs/configuration.md lists. */
export const PLATFORM_VARIABLES: ProgramVariables = {
  PLATFORM_API_KEY: [
    'required',
    'The secret that platform and providers share; at least 32 characters. Several: as for the hub.',
  ],
  HUB_URL: ['required', 'URL of the hub.'],
  PROVIDER_URLS: ['none', 'URLs of several providers, separated by commas; replaces HUB_URL.'],
  BASE_URL: [
    'none',
    'URL below which people open what the platform stores: a note that is published at a vendor links back to `<BASE_URL>/blocks/<_id>`, a page of the console. With CONSOLE=off there is no such page: let your proxy send requests for this path to the application that shows notes. Without BASE_URL no notes can be published.',
  ],
  OIDC_ISSUER: ['required', 'Issuer of the access tokens that the API accepts; not needed with ROLE=worker.'],
  OIDC_AUDIENCE: ['required', 'Audience of those tokens; not needed with ROLE=worker.'],
  DATABASE_URL: [
    'none',
    'A PostgreSQL server, version 15 or newer; without it an embedded one is started in DATA_DIR. `?options=-csearch_path%3Dhub` keeps the tables in the schema `hub`, which must exist.',
  ],
  DATA_DIR: ['./data', 'Folder of the embedded database and of the generated CREDENTIAL_KEY.'],
  CREDENTIAL_KEY: [
    'generated',
    'Encrypts credentials at rest; required with DATABASE_URL. See [below](#rotating-credential_key).',
  ],
  CONSOLE: ['on', '`off` leaves the console out; the platform then serves the API only.'],
  CONSOLE_CLIENT_ID: [
    'platform-console',
    'Client id of the console at the issuer: a public client with PKCE and the redirect URI `<origin>/signed-in`.',
  ],
  CONSOLE_SCOPE: ['openid email profile graph', 'Scopes that the console requests, separated by spaces.'],
  CONSOLE_SIGN_IN_PARAMETERS: [
    'none',
    'What the issuer requires at its authorization endpoint besides the standard parameters, as a query: `audience=https://graph.example`.',
  ],
  CONSOLE_ISSUER_ORIGINS: [
    'none',
    'Origins of the issuer that browsers call besides that of OIDC_ISSUER, such as that of its token endpoint, separated by commas.',
  ],
  CONSOLE_FOLDER: ['console/dist', 'Folder of the console’s files, which `npm run build` makes.'],
  CORS_ORIGINS: ['none', 'Origins that may call the API from a browser (CORS), separated by commas.'],
  AUTO_PROVISION: [
    'true',
    '`false` refuses people who have no tenant yet. See [below](#who-may-sign-in-auto_provision).',
  ],
  GRAPH_PUBLIC_SCHEMA: [
    'true',
    '`false` withdraws /schema.graphql, from which tools read the schema because introspection is disabled.',
  ],
  GRAPH_STRICT_STATUS: [
    'false',
    '`true` gives every response of the graph status 200, except 401 when authentication failed. With `false`, a failed operation has status 200 too, but a request that is not GraphQL has a 4xx status, and 503 means that the database or the issuer cannot be reached. See [using-the-graph.md](using-the-graph.md#queries).',
  ],
  GRAPH_DEV_TOKENS: [
    'false',
    '`true` accepts tokens that are signed with a secret, on the machine of a developer ([decision 034](decisions/034-a-switch-that-production-refuses.md)).',
  ],
  GRAPH_DEV_TOKEN_SECRET: ['none', 'The secret of development tokens, of 32 characters or more.'],
  NODE_ENV: ['none', 'Development tokens need `development` or `test`; it changes nothing else.'],
  TRUST_PROXY: ['false', '`true` trusts the X-Forwarded headers. See [below](#behind-a-proxy-trust_proxy).'],
  WEB_FETCH: ['true', '`false` turns off fetching pages of the open web: previews of links, and news of companies.'],
  WEB_ALLOWED_HOSTS: [
    'none',
    'Hosts, separated by commas, that may be fetched although they are not on the public internet: `wiki.corp.example`, `10.0.0.7:8080`.',
  ],
  ROLE: ['all', '`all`, `api` or `worker`; any number of processes of each share the work.'],
  PORT: ['4000', 'Port to listen on; 0 chooses a free one.'],
  ...SERVER_VARIABLES,
  LOG_LEVEL: ['info', 'As for the hub.'],
}
