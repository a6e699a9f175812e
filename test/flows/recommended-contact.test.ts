import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from '@jest/globals'
import { RecommendationWorker } from '../../platform/recommendations/worker.ts'
import { onlyDatabase } from '../../platform/storage/each-bucket.ts'
import { type Api, START, startApi } from '../platform/graph/api.ts'
import { addBlock, addTag, tenantOf } from '../platform/graph/block-content.ts'
import { ADA, type System, startSystem } from './system.ts'

const DAY_MS = 86_400_000

let system: System
let api: Api
let connectionId: string
let companyId: string
beforeAll(async () => {
  system = await startSystem()
  api = await startApi({ PROVIDER_URLS: system.hub, PLATFORM_API_KEY: system.platform.key })
  connectionId = await connectSalesforce()
  const company = { tag_sub_type: 'organization', alias: 'Kestrel Freight', email_domain: 'kestrel.example' }
  const ada = await tenantOf(api, ADA)
  companyId = await addTag(content(), ada, { ...company, url: 'https://kestrel.example' })
})
afterAll(async () => {
  await api.stop()
  await system.stop()
})

/** Executes an operation as Ada. Throws if it has errors. */
async function execute<Data>(query: string, input: object): Promise<Data> {
  const { data, errors } = await api.execute(ADA, query, { input })
  expect(errors).toBeUndefined()
  return data as Data
}

async function connectSalesforce(): Promise<string> {
  const { credential } = await system.connect('salesforce')
  const input = { provider: 'provider-hub', application: 'salesforce', requireConfirmation: false }
  const { startConnection } = await execute<{ startConnection: { connectionId: string } }>(START, input)
  const registration = { connectionId: startConnection.connectionId, credential }
  const headers = { Authorization: `Bearer ${system.platform.key}` }
  await api.post('/api/v1/connections/registration', registration, headers)
  return startConnection.connectionId
}

const RUN = 'mutation R($input: SyncInput!) { runSync(input: $input) { state } }'
const LIST = `query L($input: RecommendationsInput) { recommendations(input: $input) {
  _id recommendationType displayTitle displayDescription tagIds tagRecommendation { table { title } values { name value } }
} }`
interface Listed {
  recommendations: { _id: string; displayTitle: string; displayDescription: string }[]
}

const content = () => ({ db: api.db, now: Date.now() - DAY_MS })

/** Adds a person of the company with three mails, and synchronizes. Resolves to the id of the person's tag. */
async function addCorrespondent(name: string, email: string): Promise<string> {
  const ada = await tenantOf(api, ADA)
  const person = { tag_type: 'person' as const, friendly_name: name, email_domain: 'kestrel.example' }
  const tag = await addTag(content(), ada, { ...person, alias: name, email })
  for (const direction of ['inbound', 'outbound', 'inbound']) {
    await addBlock(content(), ada, 'email', { detail: { direction }, links: [{ tag }] })
  }
  for (const sync of ['metadata', 'identifier']) await runToEnd(sync)
  return tag
}

/** Runs a sync that may be running already, in which case it is run once more. */
async function runToEnd(sync: string): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const { runSync } = await execute<{ runSync: { state: string } }>(RUN, { connectionId, sync })
    if (runSync.state !== 'running') return expect(runSync).toEqual({ state: 'ok' })
    await pause(50)
  }
  throw new Error(`${sync} did not end`)
}

function createWorker(): RecommendationWorker {
  const options = { intervalMs: 1, pollIntervalMs: 1 }
  const onError = (error: unknown) => {
    throw error
  }
  return new RecommendationWorker({ each: onlyDatabase(api.db), options, now: Date.now, onError })
}

const ACCEPT = `mutation A($input: AcceptRecommendationInput!) { acceptRecommendation(input: $input) {
  recommendation { state } block { ... on Record { externalId values { name value } } }
} }`
const contactsOf = (email: string) =>
  system.sandbox.salesforce.account(ADA).org.database.findByValue('Contact', 'Email', email)

test('a contact that Salesforce does not know is recommended, created there by accepting, and not recommended again', async () => {
  const nils = await addCorrespondent('Nils Berg', 'nils@kestrel.example')
  const worker = createWorker()
  await worker.runOnce()
  const { recommendations } = await execute<Listed>(LIST, { recommendationTypes: ['upsert_tag'] })
  expect(recommendations).toEqual([
    {
      _id: expect.any(String),
      recommendationType: 'upsert_tag',
      displayTitle: 'Add Nils Berg to Salesforce',
      displayDescription:
        'Because you had 3 mails with Nils Berg in the last 60 days, and Salesforce knows Kestrel Freight, but not nils@kestrel.example.',
      tagIds: [nils, companyId].sort(),
      tagRecommendation: {
        table: { title: 'Contact' },
        values: [
          { name: 'Email', value: 'nils@kestrel.example' },
          { name: 'FirstName', value: 'Nils' },
          { name: 'LastName', value: 'Berg' },
          { name: 'AccountId', value: expect.stringMatching(/^001/) },
        ],
      },
    },
  ])
  const accepted = await execute<{ acceptRecommendation: object }>(ACCEPT, { _id: recommendations[0]?._id })
  expect(accepted.acceptRecommendation).toMatchObject({
    recommendation: { state: 'accepted' },
    block: { externalId: expect.stringMatching(/^003/) },
  })
  const contacts = contactsOf('nils@kestrel.example')
  expect(contacts).toMatchObject([{ FirstName: 'Nils', LastName: 'Berg', AccountId: expect.stringMatching(/^001/) }])
  const { data } = await api.execute(
    ADA,
    `{ tag(input: { _id: "${nils}" }) { externalIdLinks { metadataType externalId } } }`,
  )
  expect(data.tag).toEqual({ externalIdLinks: [{ metadataType: 'Contact', externalId: contacts[0]?.Id }] })
  await worker.runOnce()
  expect((await execute<Listed>(LIST, {})).recommendations).toEqual([])
})

test('a contact of which it is not known whether it was created is created again only if the person asks for it', async () => {
  await addCorrespondent('Liv Dahl', 'liv@kestrel.example')
  await createWorker().runOnce()
  const { recommendations } = await execute<Listed>(LIST, { recommendationTypes: ['upsert_tag'] })
  expect(recommendations).toMatchObject([{ displayTitle: 'Add Liv Dahl to Salesforce' }])
  const _id = recommendations[0]?._id
  const path = '/services/data/*/composite/sobjects'
  system.sandbox.salesforce.faults.add({ method: 'POST', path, fault: { kind: 'reset' } })
  const lost = await api.execute(ADA, ACCEPT, { input: { _id } })
  expect(lost.errors?.[0]?.extensions).toMatchObject({ code: 'UPSTREAM_FAILED', state: 'unknown' })
  for (const repeatUnknown of [undefined, false]) {
    const { errors } = await api.execute(ADA, ACCEPT, { input: { _id, repeatUnknown } })
    expect(errors?.[0]?.extensions).toMatchObject({ code: 'CONFLICT', state: 'unknown' })
  }
  expect(contactsOf('liv@kestrel.example')).toEqual([])
  const { acceptRecommendation } = await execute<{ acceptRecommendation: object }>(ACCEPT, { _id, repeatUnknown: true })
  expect(acceptRecommendation).toMatchObject({
    recommendation: { state: 'accepted' },
    block: { externalId: expect.stringMatching(/^003/) },
  })
  expect(contactsOf('liv@kestrel.example')).toHaveLength(1)
})
