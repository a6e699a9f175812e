import { afterAll, beforeAll, expect, test } from '@jest/globals'
import fc from 'fast-check'
import type { Fault } from '../../../../sandbox/core/faults/kinds.ts'
import type { ProblemItem, Table, TableRecord } from '../../../../src/contract/index.ts'
import { PartialFailureError, ProviderError } from '../../../../src/kit/errors.ts'
import { omitUndefined } from '../../../../src/runtime/omit.ts'
import { randomRuns } from '../../../kit/random-runs.ts'
import { aRecord, SandboxOrg } from '../sandbox-org.ts'

let org: SandboxOrg

beforeAll(async () => {
  org = await SandboxOrg.start()
})
afterAll(() => org.sandbox.stop())

/** The faults of a batch: rejected, or the response lost before or after it was carried out. */
const FAULTS: Fault[] = [
  { kind: 'error', name: 'sessionExpired' },
  { kind: 'error', name: 'requestLimitExceeded' },
  { kind: 'error', name: 'serverUnavailable' },
  { kind: 'error', name: 'unknownException' },
  { kind: 'error', name: 'unknownException', processed: true },
  { kind: 'error', name: 'edgeNotReady' },
  { kind: 'html', status: 502 },
  { kind: 'html', status: 502, processed: true },
  { kind: 'reset' },
  { kind: 'reset', processed: true },
  { kind: 'close', processed: true },
  { kind: 'reset-in-body' },
  { kind: 'truncated' },
  { kind: 'content-type', value: 'text/html' },
  { kind: 'gzip-garbage' },
]

const COLLECTIONS = '/services/data/*/composite/sobjects'
const aStrike = fc.record({ fault: fc.constantFrom(...FAULTS), skip: fc.nat({ max: 2 }) })
const aKind = fc.constantFrom('good' as const, 'refused' as const, 'update' as const)

interface Outcome {
  records: readonly TableRecord[]
  errors: readonly ProblemItem[]
  /** Codes of errors for which nothing was written. */
  refusal?: ProviderError
}

async function write(records: TableRecord[]): Promise<Outcome> {
  try {
    const table = await org.upsertTable('Contact', records)
    return { records: table.records ?? [], errors: [] }
  } catch (error) {
    if (!(error instanceof ProviderError)) throw error
    const { extensions, errors = [] } = error.options
    const table = extensions?.table as Table | undefined
    if (!table) return { records, errors, refusal: error }
    expect(error instanceof PartialFailureError || error.status === 401).toBe(true)
    return { records: table.records ?? [], errors }
  }
}

let runs = 0

test('every record has one outcome and none is created twice, with random faults', async () => {
  const existingId = await org.idOf('Contact', 'Ingrid Sørensen')
  await fc.assert(
    fc.asyncProperty(
      fc.array(aKind, { minLength: 1, maxLength: 450 }),
      fc.array(aStrike, { maxLength: 4 }),
      async (kinds, strikes) => {
        runs += 1
        const nameOf = (index: number) => `Run ${runs} record ${index}.`
        const records = kinds.map((kind, index) => {
          if (kind === 'update') return aRecord({ Title: nameOf(index) }, existingId)
          return aRecord({
            LastName: nameOf(index),
            ...omitUndefined({ Email: kind === 'refused' ? 'broken' : undefined }),
          })
        })
        for (const strike of strikes) org.sandbox.faults.add({ ...strike, method: 'POST', path: COLLECTIONS })
        const { records: written, errors, refusal } = await write(records)
        for (const { id } of org.sandbox.faults.list()) org.sandbox.faults.remove(id)

        expect(written).toHaveLength(records.length)
        const rows = await org.rows(`SELECT Id, LastName FROM Contact WHERE LastName LIKE 'Run ${runs} record %'`)
        const idOf = new Map(rows.map(({ Id, LastName }) => [LastName, Id]))
        expect(idOf.size).toBe(rows.length)
        const codeOf = new Map(errors.map(({ pointer, code }) => [Number(pointer.split('/')[3]), code]))
        for (const [index, { externalId }] of written.entries()) {
          if (kinds[index] === 'update') continue
          const exists = idOf.get(nameOf(index))
          const isUnknown = codeOf.get(index) === 'UNKNOWN_OUTCOME'
          // Every record has an id or is named, and every outcome other than unknown is correct.
          expect(Boolean(externalId) || codeOf.has(index) || refusal !== undefined).toBe(true)
          if (!isUnknown) expect(externalId).toBe(exists)
        }
      },
    ),
    { numRuns: randomRuns(40) },
  )
}, 120_000)
