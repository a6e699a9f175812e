import { X509Certificate } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import type { MockServer } from '../../sandbox/core/mock-server.ts'
import { ADA } from './system.ts'
import { startWholeSystem, type WholeSystem } from './whole-system.ts'

const HOUR = 3_600_000

let system: WholeSystem
beforeEach(async () => {
  system = await startWholeSystem()
})
afterEach(() => system.stop())

const START = 'mutation S($input: StartConnectionInput!) { startConnection(input: $input) { connectionId url } }'
const ALERTS = `query A($input: RecommendationsInput) { recommendations(input: $input) {
  displayDescription reconnectRecommendation { connectionId connectUrl }
} }`
const COUNT = 'query C($input: GraphSearchInput) { searchGraphCount(input: $input) }'

interface Alerts {
  recommendations: {
    displayDescription: string
    reconnectRecommendation: { connectionId: string; connectUrl: string }
  }[]
}

/** An application that is connected with a key of an administrator. */
interface KeyApplication {
  application: string
  sync: string
  vendor: () => MockServer
  /** Path of the vendor's token endpoint. */
  tokenPath: string
  /** Whether the form has a certificate, whose end is known. */
  hasCertificate: boolean
  /** Makes the vendor reject the key, or accept it again. */
  setRevoked: (isRevoked: boolean) => void
  /** What the person is told then. */
  cause: RegExp
}

const applications: KeyApplication[] = [
  {
    application: 'salesforce',
    sync: 'metadata',
    vendor: () => system.sandbox.salesforce,
    tokenPath: '/services/oauth2/token',
    hasCertificate: true,
    setRevoked: (isRevoked) => {
      system.sandbox.salesforce.connectedApp.certificate = isRevoked ? 'removed' : 'registered'
    },
    cause: /certificate/,
  },
  {
    application: 'google-calendar',
    sync: 'calendar',
    vendor: () => system.sandbox.google,
    tokenPath: '/token',
    hasCertificate: false,
    setRevoked: (isRevoked) => {
      system.sandbox.google.serviceAccount.key = isRevoked ? 'deleted' : 'enabled'
    },
    cause: /Google does not know this key/,
  },
  {
    application: 'outlook-mail',
    sync: 'email',
    vendor: () => system.sandbox.microsoft,
    tokenPath: '/*/oauth2/v2.0/token',
    hasCertificate: true,
    setRevoked: (isRevoked) => {
      system.sandbox.microsoft.registration.certificate = isRevoked ? 'revoked' : 'registered'
    },
    cause: /certificate/,
  },
]

/** The lines of the sandbox's private key that hold its secret. */
function secretLines({ formValues = {} }: MockServer): string[] {
  const { privateKey = JSON.parse(formValues.serviceAccount ?? '{}').private_key as string } = formValues
  return privateKey.split('\n').slice(1, -2)
}

describe.each(applications)('a key for $application', (subject) => {
  const { application, sync, vendor, tokenPath, hasCertificate, setRevoked, cause } = subject
  const countTokens = () => vendor().ledger.count({ method: 'POST', path: tokenPath, status: 200 })
  const countBlocks = async () =>
    (await system.execute<{ searchGraphCount: number }>(COUNT, ALL_TYPES)).searchGraphCount
  const ALL_TYPES = { blockTypes: ['event', 'email', 'calendar'] }

  test('connects an account, whose data arrive, and whose tokens are signed for again when they expire', async () => {
    const connectionId = await system.connect(application, { method: 'key' })
    const connection = await system.connectionOf(connectionId)
    expect(connection).toMatchObject({ status: 'active', email: ADA, connectMethod: 'key', scopeMessage: null })
    const { certificate } = vendor().formValues ?? {}
    const end = certificate === undefined ? null : new X509Certificate(certificate).validToDate.getTime()
    expect([connection.dateCertificateEnd, end !== null]).toEqual([end, hasCertificate])

    const first = await system.run(connectionId, sync)
    expect(first).toMatchObject({ state: 'ok', failedCount: 0, error: null })
    const tokens = countTokens()
    system.sandbox.clock.advance(3 * HOUR)
    expect(await system.run(connectionId, sync)).toMatchObject({ state: 'ok', error: null })
    expect(countTokens()).toBe(tokens + 1)
    expect(await system.connectionOf(connectionId)).toMatchObject({ status: 'active', connectMethod: 'key' })
    for (const line of secretLines(vendor())) expect(system.log().includes(line)).toBe(false)
  })

  test('that is revoked is asked for again in the form, and what was imported stays', async () => {
    const connectionId = await system.connect(application, { method: 'key' })
    await system.run(connectionId, sync)
    const blocks = await countBlocks()
    setRevoked(true)
    system.sandbox.clock.advance(3 * HOUR)
    const failed = await system.run(connectionId, sync)
    expect(failed).toMatchObject({
      state: 'failed',
      error: { type: expect.stringMatching(/credentials-expired$/), status: 401, detail: expect.stringMatching(cause) },
    })
    expect(await system.connectionOf(connectionId)).toMatchObject({
      status: 'reconnect_required',
      connectMethod: 'key',
    })
    const { recommendations } = await system.execute<Alerts>(ALERTS, { recommendationTypes: ['reconnect_required'] })
    expect(recommendations).toEqual([
      {
        displayDescription: expect.stringMatching(cause),
        reconnectRecommendation: { connectionId, connectUrl: expect.stringContaining('method=key') },
      },
    ])
    expect(await countBlocks()).toBe(blocks)

    const input = { application, connectionId }
    const started = await system.execute<{ startConnection: { connectionId: string; url: string } }>(START, input)
    const url = new URL(started.startConnection.url)
    expect([started.startConnection.connectionId, url.searchParams.get('method')]).toEqual([connectionId, 'key'])
    const form = await (await fetch(url)).text()
    expect(form).toContain('enctype="multipart/form-data"')

    await expect(system.connect(application, { connectionId })).rejects.toThrow(cause)
    setRevoked(false)
    expect(await system.connect(application, { connectionId })).toBe(connectionId)
    expect(await system.connectionOf(connectionId)).toMatchObject({ status: 'active', connectMethod: 'key' })
    expect(await system.run(connectionId, sync)).toMatchObject({ state: 'ok', created: 0, failedCount: 0 })
    expect(await countBlocks()).toBe(blocks)
    const rest = await system.execute<Alerts>(ALERTS, { recommendationTypes: ['reconnect_required'] })
    expect(rest.recommendations).toEqual([])
  })
})
