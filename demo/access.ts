import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { SERVER_CLIENT } from '../sandbox/oidc/index.ts'
import { paint, write } from './output.ts'
import type { System } from './system.ts'

/** What a shell of another terminal reads to use the graph while the demo runs. */
export const ACCESS_FILE = fileURLToPath(new URL('../data/demo.sh', import.meta.url))

/** A command that prints an access token of the sample person. */
function tokenCommand({ oidc }: Pick<System, 'oidc'>): string {
  const form = `grant_type=client_credentials&client_id=${SERVER_CLIENT.id}&client_secret=${SERVER_CLIENT.secret}&scope=graph`
  return `curl -s ${oidc.issuer}/token -d '${form}' | sed 's/.*"access_token":"\\([^"]*\\)".*/\\1/'`
}

/**
 * Writes the addresses of the running system as shell commands: `. ./data/demo.sh` sets GRAPH_URL and HUB_URL, and
 * `access_token` prints a token. Returns what removes the file.
 */
export function writeAccess(system: Pick<System, 'hub' | 'platform' | 'oidc'>, file = ACCESS_FILE): () => void {
  const lines = [
    '# Written by npm run demo, and removed when it stops.',
    `export GRAPH_URL=${system.platform}`,
    `export HUB_URL=${system.hub}`,
    '# Prints an access token of ada@meridian.example, valid for 15 minutes.',
    `access_token() { ${tokenCommand(system)}; }`,
  ]
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(file, `${lines.join('\n')}\n`, { mode: 0o600 })
  return () => rmSync(file, { force: true })
}

/** Prints the addresses that a browser or curl can open, with the tokens and keys that they require. */
export function printAccess(system: System): void {
  const { hub, platform, key, sandbox } = system
  write(paint('bold', '\nTo look around in another terminal'))
  write(`  An access token, valid for 15 minutes (. ./data/demo.sh makes access_token print one):
    TOKEN=$(${tokenCommand(system)})
  The graph:
    curl -s ${platform}/api/v1/graph -H "Authorization: Bearer $TOKEN" -H 'Content-Type: application/json' -d '{"query":"{ tenant { givenName email } }"}'
  What the hub offers, and what the sandbox was asked (also in a browser):
    ${hub}/definition.json
    ${sandbox.google.origin}/_sandbox/ledger
  The metrics of platform and hub:
    curl -s ${platform}/metrics -H 'Authorization: Bearer ${key}'
    curl -s ${hub}/metrics -H 'Authorization: Bearer ${key}'`)
}
