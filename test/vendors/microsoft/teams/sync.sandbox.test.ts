import { afterEach, beforeEach, describe, expect, test } from '@jest/globals'
import { PEOPLE } from '../../../../sandbox/core/fixtures.ts'
import type { MicrosoftSandbox } from '../../../../sandbox/microsoft/index.ts'
import type { ConnectedProvider, TranscriptionFilter } from '../../../../src/contract/index.ts'
import { Budget } from '../../../../src/kit/budget.ts'
import { teams } from '../../../../vendors/microsoft/teams/index.ts'
import { impatient } from '../../../kit/call.ts'
import { problemOf } from '../builders.ts'
import { ADA, authOf, callOf, connect, DAY_MS, startSandbox } from '../sandbox.ts'

const OMAR = PEOPLE.omar.email

let microsoft: MicrosoftSandbox

beforeEach(async () => {
  microsoft = await startSandbox()
})
afterEach(() => microsoft.stop())

/** A page of the last weeks. */
function readPage(
  connectedProvider: ConnectedProvider,
  filter: Partial<TranscriptionFilter> = {},
  call = callOf(microsoft, 'teams'),
) {
  const now = microsoft.clock.now()
  const transcriptionFilter = { dateStart: now - 21 * DAY_MS, dateEnd: now, ...filter }
  const handler = teams.sync?.transcriptions
  if (!handler) throw new Error('transcriptions cannot be synced')
  return handler({ connectedProvider, transcriptionFilter }, call)
}

async function readAll(connectedProvider: ConnectedProvider, limit?: number) {
  const pages: Awaited<ReturnType<typeof readPage>>[] = []
  const call = callOf(microsoft, 'teams')
  microsoft.ledger.clear()
  let cursor: string | undefined
  do {
    const filter = { ...(limit === undefined ? {} : { limit }), ...(cursor === undefined ? {} : { cursor }) }
    pages.push(await readPage(connectedProvider, filter, call))
    cursor = pages.at(-1)?.pagination.cursor
  } while (cursor !== undefined)
  const items = pages.flatMap((page) => page.items)
  const paths = microsoft.ledger.entries().map(({ path }) => path)
  return {
    pages,
    items,
    warnings: pages.flatMap(({ metadata }) => metadata?.warnings ?? []),
    calls: call.meter.calls,
    lookups: paths.filter((path) => /\/(onlineMeetings|transcripts)$/.test(path)).length,
    texts: paths.filter((path) => path.endsWith('/content')).length,
  }
}

describe('the meetings of the sandbox', () => {
  test('are delivered newest first, with every text, each once', async () => {
    const { items, warnings } = await readAll(await connect(microsoft, teams))
    expect(items.map(({ title }) => title)).toEqual([
      'Halden: wording of the contract',
      'Halden: wording of the contract',
      'Partner stand-up',
      'Студия «Волна»: mock-ups',
      'Partner stand-up',
      'Kestrel: route planning demo',
      'Ada / Dmitri',
      'Partner stand-up',
    ])
    expect(new Set(items.map(({ externalId }) => externalId)).size).toBe(items.length)
    for (const { transcript, duration } of items) {
      expect(transcript.text).toMatch(/^(\[\d\d:\d\d:\d\d\] .+\n?)+$/)
      expect(duration).toBeGreaterThan(0)
    }
    expect(warnings).toEqual([
      expect.stringMatching(/^The meeting “Kestrel operations review” \(.+\) .* belongs to another organization/),
      expect.stringMatching(/^The meeting “All-hands: the first quarter” .* people whom its invitation names/),
    ])
  })

  test.each([1, 3, 100])('are the same in pages of %d', async (limit) => {
    const connection = await connect(microsoft, teams)
    const [whole, paged] = [await readAll(connection), await readAll(connection, limit)]
    expect(paged.items).toEqual(whole.items)
    expect(paged.warnings).toEqual(whole.warnings)
    expect(paged.lookups).toBe(whole.lookups)
    expect(paged.texts).toBe(whole.texts)
    // Every page reads the calendar, and what meetings have beside their texts.
    expect(paged.calls).toBeLessThanOrEqual(whole.calls + 3 * (paged.pages.length - 1))
  })

  test('have the tasks and notes of Copilot, and the people who attended', async () => {
    const { items } = await readAll(await connect(microsoft, teams))
    const [, halden] = items
    expect(halden?.tasks?.length).toBeGreaterThan(0)
    expect(halden?.outline?.length).toBeGreaterThan(0)
    expect(halden?.attendees.map(({ email }) => email)).toContain('ingrid@halden.example')
    expect(items.filter(({ tasks }) => tasks?.length)).toHaveLength(1)
    // The second transcript of the call says that its tasks are listed with the first one.
    const parts = items.filter(({ title }) => title === halden?.title)
    expect(parts.map(({ tasks }) => tasks?.length).sort()).toEqual([0, 3])
  })

  test('come when their transcripts are there', async () => {
    const connection = await connect(microsoft, teams)
    expect((await readAll(connection)).items.map(({ title }) => title)).not.toContain('桜井精密 定例会議')
    microsoft.clock.advance(20 * 60_000)
    expect((await readAll(connection)).items).toHaveLength(9)
  })

  test('are those of the person alone if Teams shows invited people nothing', async () => {
    microsoft.settings.meetingLookup = 'organizer'
    const { items, warnings } = await readAll(await connect(microsoft, teams))
    expect(items).toHaveLength(7)
    expect(new Set(items.map(({ organizedBy }) => organizedBy?.email))).toEqual(new Set([ADA]))
    expect(warnings).toContainEqual(expect.stringMatching(/^The meeting “Студия «Волна»: mock-ups” .* was left out/))
  })
})

describe('the switches of the organization', () => {
  test('that are off are named by the sync and by the check, and the connection stays', async () => {
    const connection = await connect(microsoft, teams)
    microsoft.settings.graphTranscripts = 'disabled'
    const call = callOf(microsoft, 'teams', { budget: impatient() })
    expect(await problemOf(readPage(connection, {}, call))).toMatchObject({
      status: 403,
      problem: 'scope-required',
      message: expect.stringContaining('Teams admin center'),
    })
    const { credential } = connection
    const check = authOf(teams).check?.(
      { application: 'teams', credential },
      callOf(microsoft, 'teams', { budget: impatient() }),
    )
    expect(await check).toMatchObject({
      status: 'scope_required',
      message: expect.stringContaining('Teams admin center'),
    })
    microsoft.settings.graphTranscripts = 'enabled'
    expect((await readAll(connection)).items).toHaveLength(8)
  })

  test('that hide names leave the texts', async () => {
    const connection = await connect(microsoft, teams)
    const named = await readAll(connection)
    microsoft.settings.speakerAttribution = 'disabled'
    for (const form of ['bare', 'webvtt'] as const) {
      microsoft.settings.unattributedForm = form
      const { items, warnings } = await readAll(connection, 3)
      expect(items.map(({ transcript }) => transcript.text.length)).not.toContain(0)
      expect(items.map(({ externalId }) => externalId)).toEqual(named.items.map(({ externalId }) => externalId))
      const lines = items.map(({ transcript }) => transcript.text.split('\n').length)
      expect(lines).toEqual(named.items.map(({ transcript }) => transcript.text.split('\n').length))
      expect(items[0]?.transcript.text).not.toContain('Ada Moreau:')
      expect(warnings.filter((warning) => warning.includes('names of speakers'))).toHaveLength(1)
    }
  })
})

test('a transcript whose attendance takes too long is read again on the next page', async () => {
  const connection = await connect(microsoft, teams)
  const whole = await readAll(connection)
  microsoft.faults.add({ path: '/v1.0/me/onlineMeetings/*/attendanceReports', fault: { kind: 'hang' }, count: 1 })
  const first = await readPage(connection, {}, callOf(microsoft, 'teams', { budget: new Budget(3_000) }))
  const { cursor = '' } = first.pagination
  const second = await readPage(connection, { cursor })
  const items = [...first.items, ...second.items].sort((a, b) => b.dateStart - a.dateStart)
  expect(items).toEqual(whole.items)
  expect([first, second].map(({ items: { length } }) => length > 0)).toEqual([true, true])
})

describe('an account', () => {
  test('that is a personal one has no transcripts, as the check says', async () => {
    const { credential } = await connect(microsoft, teams, OMAR)
    const check = await authOf(teams).check?.({ application: 'teams', credential }, callOf(microsoft, 'teams'))
    expect(check).toMatchObject({
      status: 'scope_required',
      message: expect.stringContaining('work or school account'),
    })
  })

  test('that is in order passes the check', async () => {
    const { credential } = await connect(microsoft, teams, ADA)
    const check = await authOf(teams).check?.({ application: 'teams', credential }, callOf(microsoft, 'teams'))
    expect(check).toMatchObject({ status: 'ok' })
  })
})
