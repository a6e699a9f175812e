import { omitUndefined } from '../../src/runtime/omit.ts'
import type { Result } from '../report/schema.ts'
import type { Rule } from '../rule.ts'
import type { Check } from './check.ts'
import type { Exchange } from './client.ts'
import type { Secrets } from './secrets.ts'
import type { Subject } from './subject.ts'

/** Longer bodies are cut in reports (characters). */
const MAX_BODY_LENGTH = 2_000

interface Run {
  rule: Rule
  subject: Subject
  check: Check
  /** Why the rule could not be run. */
  reason?: string
  durationMs: number
}

/** What a report says about a run of a rule: nothing in it is secret. */
export function toResult({ rule, subject, check, reason, durationMs }: Run, secrets: Secrets): Result {
  const { scope, id, level, requires, source, remedy } = rule
  const isOfRoute = scope === 'route' || scope === 'capability'
  const isOfAccount = rule.needs?.includes('account') === true
  return omitUndefined({
    rule: id,
    level,
    requires,
    section: source.section,
    sentence: source.sentence,
    application: scope === 'provider' || scope === 'route' ? undefined : subject.application.name,
    account: isOfAccount ? subject.account?.title : undefined,
    route: isOfRoute ? subject.path : undefined,
    outcome: outcomeOf(rule, check, reason),
    reason: check.violations.length > 0 || reason === undefined ? undefined : secrets.hide(reason),
    violations: check.violations.map(({ text, exchange }) => ({
      text: secrets.hide(text),
      ...(exchange ? { sent: toSent(exchange, secrets), received: toReceived(exchange, secrets) } : {}),
    })),
    furtherViolations: check.furtherViolations,
    remedy,
    durationMs: Math.round(durationMs),
  })
}

function outcomeOf({ level }: Rule, { violations }: Check, reason: string | undefined): Result['outcome'] {
  if (violations.length > 0) return level === 'must' ? 'failed' : 'warning'
  return reason === undefined ? 'passed' : 'skipped'
}

function toSent({ method, path, sent }: Exchange, secrets: Secrets): string {
  return `${method} ${secrets.mask(path)}${sent ? `\n\n${cut(secrets.mask(sent))}` : ''}`
}

function toReceived({ reply }: Exchange, secrets: Secrets): string {
  const { 'content-type': type, location } = reply.headers
  const headers = [type && `Content-Type: ${type}`, location && `Location: ${secrets.mask(location)}`]
  const lines = [`${reply.status}`, ...headers.filter(Boolean)]
  return `${lines.join('\n')}\n\n${cut(secrets.mask(reply.text))}`.trimEnd()
}

function cut(text: string): string {
  return text.length > MAX_BODY_LENGTH ? `${text.slice(0, MAX_BODY_LENGTH)}… (${text.length} characters)` : text
}
