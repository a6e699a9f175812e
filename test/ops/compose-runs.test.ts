import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals'
import { connectApplication } from '../../demo/connect.ts'
import { type Person, signIn } from '../../demo/person.ts'
import { CONSOLE_CLIENT } from '../../sandbox/oidc/index.ts'
import { openTestStore, type TestStore } from '../platform/storage/test-store.ts'
import { ROOT, readComposition, readEnvFile } from './compose/file.ts'
import { type Composed, startServices } from './compose/processes.ts'

const ADA = 'ada@meridian.example'
const POLL_MS = 200
const START_TIMEOUT_MS = 300_000
/** First syncs begin at random times within 30 seconds (SYNC_CONNECT_SPREAD_MS). */
const SYNC_TIMEOUT_MS = 120_000

/**
 * The trees of images that were built, instead of this repository, and what runs a command in them: see
 * ops/container/try-image.sh.
 */
const { OPS_IMAGE, OPS_SANDBOX_IMAGE, OPS_PREFIX = '', OPS_SANDBOX_PREFIX = OPS_PREFIX } = process.env
const words = (text: string) => text.split(' ').filter((word) => word !== '')
const images = {
  ...(OPS_IMAGE ? { default: { root: OPS_IMAGE, prefix: words(OPS_PREFIX) } } : {}),
  ...(OPS_SANDBOX_IMAGE ? { sandbox: { root: OPS_SANDBOX_IMAGE, prefix: words(OPS_SANDBOX_PREFIX) } } : {}),
}

describe('what compose.yaml starts, with the sandbox', () => {
  const folder = mkdtempSync(join(tmpdir(), 'compose-'))
  let store: TestStore
  let composed: Composed
  let ada: Person

  beforeAll(async () => {
    store = await openTestStore()
    // The user of an image is another one.
    chmodSync(folder, 0o711)
    const secrets = join(folder, 'secrets')
    const { status, stderr } = spawnSync(join(ROOT, 'ops/compose/write-secrets.sh'), [secrets], { encoding: 'utf8' })
    expect([status, stderr]).toEqual([0, ''])
    expect(statSync(secrets).mode & 0o777).toBe(0o700)
    // Here the user of an image reads them in the folder.
    chmodSync(secrets, 0o711)
    const read = (name: string) => readFileSync(join(secrets, name), 'utf8')
    composed = await startServices({
      composition: readComposition(readEnvFile('ops/compose/sandbox.env')),
      services: ['sandbox', 'hub', 'platform', 'worker'],
      folder: secrets,
      secrets: {
        platform_api_key: read('platform_api_key'),
        credential_key: read('credential_key'),
        database_url: store.url,
      },
      images,
    })
    // The hub has another port here than the one that the sandbox expects.
    const uri = `${composed.urlOf('hub', 8080)}/auth/callback`
    await fetch(`${composed.urlOf('sandbox', 8801)}/_sandbox/redirect-uris`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ uri }),
    })
    ada = await signIn(composed.urlOf('platform', 8080), {
      issuer: composed.urlOf('sandbox', 8804),
      client: CONSOLE_CLIENT,
      email: ADA,
    })
  }, START_TIMEOUT_MS)

  afterAll(async () => {
    await Promise.all((composed?.containers ?? []).map(({ stop }) => stop()))
    await store?.close()
    rmSync(folder, { recursive: true, force: true })
  })

  test('a hub, a platform and two workers pass their health checks', () => {
    expect(composed.containers.map(({ service }) => service)).toEqual([
      'sandbox',
      'hub',
      'platform',
      'worker',
      'worker',
    ])
  })

  test(
    'a worker, not the platform, runs the first sync of a connection',
    async () => {
      const connectionId = await connectApplication(ada, { provider: 'provider-hub', name: 'gmail' }, ADA)
      const query = `query C($input: FindConnectionInput!) { connection(input: $input) { syncs { sync lastRun { state created } } } }`
      for (;;) {
        const { connection } = await ada.execute<{
          connection: { syncs: { sync: string; lastRun: { state: string; created: number } | null }[] }
        }>(query, { input: { _id: connectionId } })
        const [run] = connection.syncs.flatMap(({ lastRun }) => lastRun ?? [])
        if (run?.state === 'ok') {
          expect(run.created).toBeGreaterThan(0)
          break
        }
        await sleep(POLL_MS)
      }
      const page = await fetch(`${composed.urlOf('platform', 8080)}/metrics`, {
        headers: { Authorization: `Bearer ${readFileSync(join(folder, 'secrets/platform_api_key'), 'utf8')}` },
      })
      expect(await page.text()).not.toMatch(/^platform_sync_runs_total\{/m)
    },
    SYNC_TIMEOUT_MS,
  )

  test('every container exits with 0 when it is stopped, and has logged none of its secrets', async () => {
    const stopped = composed.containers.toReversed().map(async ({ service, stop, output }) => {
      const code = await stop()
      const secret = ['platform_api_key', 'credential_key'].map((name) =>
        readFileSync(join(folder, 'secrets', name), 'utf8'),
      )
      return [service, code, secret.some((text) => output().includes(text))]
    })
    const codes = await Promise.all(stopped)
    expect(codes).toEqual(['worker', 'worker', 'platform', 'hub', 'sandbox'].map((service) => [service, 0, false]))
  })
})
