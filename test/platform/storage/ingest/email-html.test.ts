import { afterAll, beforeAll, beforeEach, describe, expect, test } from '@jest/globals'
import type { Email } from '../../../../src/contract/index.ts'
import { claimSync, createFixture, email, NOW, type SyncFixture, toCommit } from '../fixtures.ts'
import { openTestStore, type TestStore } from '../test-store.ts'

let server: TestStore
let fixture: SyncFixture
beforeAll(async () => {
  server = await openTestStore()
})
beforeEach(async () => {
  fixture = await createFixture(server.db)
})
afterAll(() => server.close())

/** Commits a page of mail. Returns its counters and the stored `large` of each mail, by external id. */
async function commitMail(items: Email[]) {
  const { fence } = await claimSync(fixture, 'email')
  const counters = await fixture.store.commitPage(fence, toCommit({ sync: 'email', items }), NOW)
  await fixture.store.release([fence], NOW)
  const rows = await server.db
    .selectFrom('blocks')
    .select(['external_id', 'large'])
    .where('tenant_id', '=', fixture.tenant.tenantId)
    .execute()
  return { counters, large: Object.fromEntries(rows.map((row) => [row.external_id, row.large])) }
}

describe('the HTML of mail', () => {
  const hostile = '<p onclick="hit()">Dear Ada<script>hit()</script></p><img src="http://evil.example/a.png" alt="A">'
  const clean = '<p>Dear Ada</p><img alt="A" data-src="http://evil.example/a.png" />'

  test('is stored unchanged, with the sanitized HTML next to it', async () => {
    const { large } = await commitMail([email('1', { bodyHtml: hostile, bodyText: 'Dear Ada' })])
    expect(large['1']).toEqual({ bodyHtml: hostile, bodyText: 'Dear Ada', cleanBodyHtml: clean })
  })

  test('is sanitized again when it changes', async () => {
    await commitMail([email('1', { bodyHtml: hostile })])
    const { counters, large } = await commitMail([email('1', { bodyHtml: '<b onclick="hit()">other</b>' })])
    expect(counters).toMatchObject({ updated: 1 })
    expect(large['1']).toMatchObject({ cleanBodyHtml: '<b>other</b>' })
  })

  test('adds no sanitized HTML when there is none', async () => {
    const { large } = await commitMail([email('1', { bodyText: 'Dear Ada' })])
    expect(large['1']).toEqual({ bodyText: 'Dear Ada' })
  })

  test('never fails a page, however broken it is', async () => {
    const bodies = ['<div>'.repeat(50_000), '\0<p>\ud800&#0;</p>', '<'.repeat(100_000), '']
    const { counters, large } = await commitMail(bodies.map((bodyHtml, index) => email(String(index), { bodyHtml })))
    expect(counters).toMatchObject({ created: bodies.length, failedCount: 0 })
    expect(large['1']).toMatchObject({ cleanBodyHtml: '<p>\ufffd\ufffd</p>' })
  })
})
