import type { ConnectedScopesQuery } from '../../documents.ts'

type Application = NonNullable<ConnectedScopesQuery['applications']>[number]
type Connection = NonNullable<ConnectedScopesQuery['connections']>[number]

const WORDS = {
  email: 'read mail',
  calendar: 'read calendars',
  transcription: 'read recordings and transcripts of meetings',
  message: 'read messages',
  table: 'read and change records',
  function: 'read pasted links and make documents',
} as const satisfies Partial<Record<keyof Application['sobjects'], string>>

/** What an account may be used for, such as “Read mail and calendars”. */
export function describeScopes({ sobjects }: Pick<Application, 'sobjects'>): string {
  const names = Object.keys(WORDS) as (keyof typeof WORDS)[]
  const words = names.flatMap((name) => (sobjects[name] ? [WORDS[name]] : []))
  if (words.length === 0) return 'Nothing at present'
  const list = new Intl.ListFormat('en').format(words)
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}`
}

/** A connected account with what it may do. */
export interface ConnectedAccount {
  id: string
  label: string
  email: string | undefined
  scopes: string
  /** What is missing, and what to do. */
  problem: string | undefined
  isByKey: boolean
}

const USED: readonly Connection['status'][] = ['active', 'unconfirmed', 'reconnect_required']

/** The accounts that are connected, by the name of their application. */
export function toAccounts({ connections, applications }: ConnectedScopesQuery): ConnectedAccount[] {
  const byName = new Map((applications ?? []).map((application) => [application.name, application]))
  return (connections ?? [])
    .filter(({ status }) => USED.includes(status))
    .map(({ _id: id, application, label, email, status, reason, scopeMessage, connectMethod }) => {
      const found = byName.get(application)
      return {
        id,
        label,
        email: email ?? undefined,
        scopes: found ? describeScopes(found) : 'This application is not offered any more',
        problem: problemOf(status, reason, scopeMessage),
        isByKey: connectMethod === 'key',
      }
    })
    .toSorted((a, b) => a.label.localeCompare(b.label) || (a.email ?? '').localeCompare(b.email ?? ''))
}

function problemOf(
  status: Connection['status'],
  reason: string | null,
  scopeMessage: string | null,
): string | undefined {
  if (status === 'reconnect_required') return reason ?? 'The access has ended. Connect the account again.'
  if (status === 'unconfirmed') return 'Nothing is read until you confirm that the account is yours.'
  return scopeMessage ?? undefined
}
