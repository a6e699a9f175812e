import { isObject } from '../model/parse.ts'
import type { CallOutcome } from '../provider/outcome.ts'
import { canonicalize } from '../storage/ingest/canonical-form.ts'

/**
 * Prepares an outcome for the store and for users: canonicalizes its JSON, and redacts secrets of the request that the
 * provider repeats in the errors of single items.
 */
export function redactOutcome<Result>(outcome: CallOutcome<Result>, secrets: readonly string[]): CallOutcome<Result> {
  if (outcome.kind === 'ok') return { ...outcome, result: canonicalize(outcome.result) }
  if (!('problem' in outcome) || !outcome.problem) return outcome
  const problem = canonicalize(outcome.problem)
  if (!Array.isArray(problem.errors)) return { ...outcome, problem }
  const redact = (value: unknown) =>
    typeof value === 'string' ? secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), value) : value
  const errors = problem.errors
    .filter(isObject)
    .map((error) => Object.fromEntries(Object.entries(error).map(([name, value]) => [name, redact(value)])))
  return { ...outcome, problem: { ...problem, errors } }
}
