import { SERVER_CLIENT } from '../sandbox/oidc/index.ts'
import { paint, write } from './output.ts'
import type { System } from './system.ts'

/** Prints the addresses that a browser or curl can open, with the tokens and keys that they require. */
export function printAccess({ hub, platform, key, oidc, sandbox }: System): void {
  const form = `grant_type=client_credentials&client_id=${SERVER_CLIENT.id}&client_secret=${SERVER_CLIENT.secret}&scope=graph`
  write(paint('bold', '\nTo look around in another terminal'))
  write(`  An access token, valid for 15 minutes:
    TOKEN=$(curl -s ${oidc.issuer}/token -d '${form}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/')
  The graph:
    curl -s ${platform}/api/v1/graph -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"query":"{ tenant { givenName email } }"}'
  What the hub offers, and what the sandbox was asked (also in a browser):
    ${hub}/definition.json
    ${sandbox.google.origin}/_sandbox/ledger
  The metrics of platform and hub:
    curl -s ${platform}/metrics -H 'Authorization: Bearer ${key}'
    curl -s ${hub}/metrics -H 'Authorization: Bearer ${key}'`)
}
