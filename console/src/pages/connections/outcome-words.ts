import { describeRun, type SyncRun } from './sync-words.ts'

/** A sentence such as “Your run succeeded: read 15 messages: 15 unchanged.” */
export function describeOutcome(run: SyncRun): string {
  const { state, error, sync } = run
  if (state === 'running') return 'Your run takes longer than a minute, and goes on.'
  if (state === 'failed') return `Your run failed. ${error?.detail ?? ''}`.trim()
  if (state === 'deferred') return `Your run was put off, and is made up for. ${error?.detail ?? ''}`.trim()
  return `Your run succeeded: ${describeRun(run, sync)}.`
}
