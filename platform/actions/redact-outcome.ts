import type { CallOutcome } from '../provider/outcome.ts'
import { isObject } from '../model/parse.ts'
import { canonical } from '../storage/ingest/reconcile.ts'

/**
 * As it can be kept and told: without what the store cannot hold, and what is said of single records without the
 * secrets that went out, should the provider repeat one.
 */
export function tellable<Answer>(outcome: CallOutcome<Answer>, secrets: readonly string[]): CallOutcome<Answer> {
  if (outcome.kind === 'ok') return { ...outcome, answer: canonical(outcome.answer) }
  if (!('problem' in outcome) || !outcome.problem) return outcome
  const problem = canonical(outcome.problem)
  if (!Array.isArray(problem.errors)) return { ...outcome, problem }
  const clean = (value: unknown) =>
    typeof value === 'string' ? secrets.reduce((text, secret) => text.replaceAll(secret, '[redacted]'), value) : value
  const errors = problem.errors
    .filter(isObject)
    .map((error) => Object.fromEntries(Object.entries(error).map(([name, value]) => [name, clean(value)])))
  return { ...outcome, problem: { ...problem, errors } }
}
