import { isObject } from '../model/parse.ts'
import type { CallOutcome } from '../provider/outcome.ts'
import { canonicalize } from '../storage/ingest/reconcile.ts'

/**
 * As it can be kept and told: without what the store cannot hold, and what is said of single records without the
 * secrets that went out, should the provider repeat one.
 */
export function redactOutcome<Answer>(outcome: CallOutcome<Answer>, secrets: readonly string[]): CallOutcome<Answer> {
  if (outcome.kind === 'ok') return { ...outcome, result: canonicalize(outcome.result) }
  if (!('problem' in outcome) || !outcome.problem) return outcome
  const problem = canonicalize(outcome.problem)
  if (!Array.isArray(problem.errors)) return { ...outcome, problem }
  const clean = (value: unknown) =>
    typeof value === 'string' ? secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), value) : value
  const errors = problem.errors
    .filter(isObject)
    .map((error) => Object.fromEntries(Object.entries(error).map(([name, value]) => [name, clean(value)])))
  return { ...outcome, problem: { ...problem, errors } }
}
