import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Email } from '../../../../src/contract/index.ts'
import { claimSync, createFixture, email, NOW, type SyncFixture, toCommit } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let server: TestStore
let scene: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  scene = await createFixture(server.db)
})
afterAll(() => server.close())

/** Keeps a page of mail and gives what is stored of each, by its id. */
async function keep(items: Email[]) {
  const { fence } = await claimSync(scene, 'email')
  const counters = await scene.store.commitPage(fence, toCommit({ sync: 'email', items }), NOW)
  await scene.store.release([fence], NOW)
  const rows = await server.db
    .selectFrom('blocks')
    .select(['external_id', 'large'])
    .where('tenant_id', '=', scene.tenant.tenantId)
    .execute()
  return { counters, large: Object.fromEntries(rows.map((row) => [row.external_id, row.large])) }
}

describe('the HTML of a mail', () => {
  const hostile = '<p onclick="hit()">Dear Ada<script>hit()</script></p><img src="http://evil.example/a.png" alt="A">'
  const clean = '<p>Dear Ada</p><img alt="A" data-src="http://evil.example/a.png" />'

  test('is kept as it came, and clean beside it', async () => {
    const { large } = await keep([email('1', { bodyHtml: hostile, bodyText: 'Dear Ada' })])
    expect(large['1']).toEqual({ bodyHtml: hostile, bodyText: 'Dear Ada', cleanBodyHtml: clean })
  })

  test('is cleaned again when it changes', async () => {
    await keep([email('1', { bodyHtml: hostile })])
    const { counters, large } = await keep([email('1', { bodyHtml: '<b onclick="hit()">other</b>' })])
    expect(counters).toMatchObject({ updated: 1 })
    expect(large['1']).toMatchObject({ cleanBodyHtml: '<b>other</b>' })
  })

  test('has nothing beside it when there is none', async () => {
    const { large } = await keep([email('1', { bodyText: 'Dear Ada' })])
    expect(large['1']).toEqual({ bodyText: 'Dear Ada' })
  })

  test('fails no page, however bad it is', async () => {
    const bodies = ['<div>'.repeat(50_000), '\0<p>\ud800&#0;</p>', '<'.repeat(100_000), '']
    const { counters, large } = await keep(bodies.map((bodyHtml, at) => email(String(at), { bodyHtml })))
    expect(counters).toMatchObject({ created: bodies.length, failedCount: 0 })
    expect(large['1']).toMatchObject({ cleanBodyHtml: '<p>\ufffd\ufffd</p>' })
  })
})
