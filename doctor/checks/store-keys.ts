import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Config } from '../../platform/config.ts'
import { useOf } from '../../platform/credential-metrics.ts'
import { deriveCredentialKey } from '../../platform/storage/connections/credential-encryption.ts'
import { countCredentialsByKey, type KeyCount } from '../../platform/storage/connections/stored-keys.ts'
import type { Database } from '../../platform/storage/postgres/database.ts'
import { readDatabaseClock } from '../../platform/storage/postgres/database-clock.ts'
import { listProcesses, type RegisteredProcess } from '../../platform/storage/processes.ts'
import { holdSecret } from '../../src/runtime/secret.ts'
import type { Reporter } from '../finding.ts'
import type { ClusterBucket } from './cluster.ts'

/** Which keys stored credentials need, which ones are there, and which ones the running processes have. */
export async function checkKeysOfStore(
  report: Reporter,
  config: Config,
  directory: Database,
  buckets: readonly ClusterBucket[],
): Promise<void> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('processes') is not null as found`.execute(
    directory,
  )
  if (!rows[0]?.found) {
    report.skipped('credential keys', 'not known before the pending migrations are applied')
    return
  }
  const keyIds = (await readKeys(config)).map((secret) => deriveCredentialKey(secret).id)
  const [counts, processes] = await Promise.all([
    countCredentials(buckets),
    readDatabaseClock(directory).then((now) => listProcesses(directory, now)),
  ])
  reportProcesses(report, processes, keyIds)
  const away = buckets.filter(({ db }) => !db).map(({ name }) => name)
  const listed = [
    ...counts.map(({ keyId, count }) => `${count} with ${keyId} (${useOf(keyId, keyIds)})`),
    ...(away.length > 0 ? [`those in ${away.join(', ')} are not known`] : []),
  ].join(', ')
  const missing = counts.filter(({ keyId }) => !keyIds.includes(keyId))
  const remaining = counts.filter(({ keyId }) => keyIds.indexOf(keyId) > 0).reduce((sum, { count }) => sum + count, 0)
  if (missing.length > 0) {
    report.error(
      'credential keys',
      `CREDENTIAL_KEY lacks a key; credentials: ${listed}`,
      'Append the missing key after a comma. If it is lost, those people have to connect again.',
    )
  } else if (remaining > 0) {
    report.warning(
      'credential keys',
      `a rotation is under way; credentials: ${listed}`,
      'Keep the older key until none needs it. Re-encryption begins when all processes have the same first key.',
    )
  } else if (keyIds.length > 1 && away.length === 0) {
    const older = keyIds.slice(1).join(', ')
    report.warning(
      'credential keys',
      `no credential needs ${older}`,
      'Remove the older keys from CREDENTIAL_KEY; keep them with the backups of their time.',
    )
  } else
    report.ok(
      'credential keys',
      listed ? `credentials: ${listed}` : `no credential is stored; ${keyIds.join(', ') || 'the key'} will encrypt`,
    )
}

async function countCredentials(buckets: readonly ClusterBucket[]): Promise<KeyCount[]> {
  const counts = await Promise.all(buckets.map(({ db }) => (db ? countCredentialsByKey(db) : [])))
  const byKey = Map.groupBy(counts.flat(), ({ keyId }) => keyId)
  return [...byKey].map(([keyId, rows]) => ({ keyId, count: rows.reduce((sum, { count }) => sum + count, 0) }))
}

/** The secrets of CREDENTIAL_KEY, or the one next to an embedded database, if there is one already. */
async function readKeys({ credentialKeys, dataDir }: Config): Promise<string[]> {
  if (credentialKeys.length > 0) return [...new Set(credentialKeys.map((key) => key.reveal()))]
  const stored = await readFile(join(dataDir, 'credential-key'), 'utf8').catch(() => undefined)
  holdSecret(stored)
  return stored === undefined ? [] : [stored]
}

function reportProcesses(report: Reporter, processes: readonly RegisteredProcess[], keyIds: readonly string[]): void {
  const listed = processes.map(({ processId, role, version }) => `${processId} (${role}, ${version})`).join(', ')
  const differing = processes.filter(({ credentialKeyIds }) => credentialKeyIds.join() !== keyIds.join())
  const versions = new Set(processes.map(({ version, migration }) => `${version} ${migration}`))
  if (processes.length === 0) report.skipped('processes', 'none has used the database in the last minute')
  else if (differing.length > 0) {
    const names = differing
      .map(({ processId, credentialKeyIds }) => `${processId}: ${credentialKeyIds.join(', ')}`)
      .join('; ')
    report.warning(
      'processes',
      `CREDENTIAL_KEY of some differs from the one here (${keyIds.join(', ')}): ${names}`,
      'Restart them with the same CREDENTIAL_KEY.',
    )
  } else if (versions.size > 1) {
    report.warning('processes', `they run different releases: ${listed}`, 'Finish the upgrade: restart the older ones.')
  } else report.ok('processes', listed)
}
