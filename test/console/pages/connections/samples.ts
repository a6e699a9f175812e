import type { Connection } from '../../../../console/src/pages/connections/health.ts'
import type { Sync, SyncRun } from '../../../../console/src/pages/connections/sync-words.ts'

export const NOW = Date.UTC(2026, 2, 10, 9)

export function sampleRun(changes: Partial<SyncRun> = {}): SyncRun {
  return {
    _id: 'run',
    sync: 'email',
    trigger: 'schedule',
    state: 'ok',
    dateStart: NOW - 60_000,
    dateEnd: NOW - 59_000,
    pages: 1,
    created: 0,
    updated: 0,
    unchanged: 0,
    skipped: 0,
    failedCount: 0,
    warnings: [],
    error: null,
    ...changes,
  }
}

export function sampleSync(changes: Partial<Sync> = {}): Sync {
  return {
    sync: 'email',
    health: 'healthy',
    pausedByUser: false,
    failureCount: 0,
    dateLastSuccess: NOW - 60_000,
    dateNextRun: NOW + 60_000,
    lastError: null,
    lastRun: sampleRun(),
    ...changes,
  }
}

export function sampleConnection(changes: Partial<Connection> = {}): Connection {
  return {
    _id: 'a',
    provider: 'acme',
    application: 'mail',
    label: 'Mail',
    email: 'ada@meridian.example',
    status: 'active',
    connectMethod: 'oauth',
    dateCertificateEnd: null,
    reason: null,
    scopeMessage: null,
    dateCreated: NOW - 1_000_000,
    dateUpdated: NOW - 1_000_000,
    syncs: [sampleSync()],
    ...changes,
  }
}
