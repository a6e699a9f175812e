import { readFileSync, writeFileSync } from 'node:fs'
import { providerDocument } from '../src/openapi/document.ts'
import { ROUTES } from '../src/routes.ts'

const FILE = new URL('provider-interface.openapi.json', import.meta.url)

/** The server of the written document. That of /openapi.json is the hub's own address. */
const EXAMPLE_SERVER = 'https://hub.example.com'

/** The content of docs/provider-interface.openapi.json. */
export function openapiDocument(): string {
  return `${JSON.stringify(providerDocument(ROUTES, EXAMPLE_SERVER), null, 2)}\n`
}

/** The current content of docs/provider-interface.openapi.json. */
export function writtenOpenapi(): string {
  return readFileSync(FILE, 'utf8')
}

if (import.meta.main) writeFileSync(FILE, openapiDocument())
