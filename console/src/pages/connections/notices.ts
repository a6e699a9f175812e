import { formatDay } from '../../text/dates.ts'
import { CERTIFICATE_NOTICE_MS, type Connection, describeTrouble } from './health.ts'

/** Something that a person should do about a connection, offered as a button. */
export interface Notice {
  key: 'confirm' | 'reconnect' | 'permission' | 'certificate' | 'disconnected' | 'pending' | 'trouble' | 'offer'
  color: string
  title: string
  text: string
  /** The words of the button that connects the account again; without them there is none. */
  connect?: string
}

/** What a person should do about a connection, the most important first. `isOffered`: reconnecting was asked for by a link. */
export function noticesOf(connection: Connection, now: number, isOffered: boolean): Notice[] {
  const { status, email, label, reason } = connection
  const account = email ?? label
  if (status === 'unconfirmed') return []
  if (status === 'pending') {
    const text = 'The window was not finished. Open it again to continue.'
    return [{ key: 'pending', color: 'blue', title: 'No account was connected yet', text, connect: 'Connect' }]
  }
  if (status === 'disconnected') {
    const text = 'Nothing is imported any more. Connect the account again to continue where it stopped.'
    return [
      { key: 'disconnected', color: 'gray', title: 'This account is disconnected', text, connect: 'Connect again' },
    ]
  }
  if (status === 'reconnect_required') {
    const text = reason ?? `${label} does not accept the access any more. Nothing is imported until you connect again.`
    return [{ key: 'reconnect', color: 'red', title: `Connect ${account} again`, text, connect: 'Connect again' }]
  }
  const notices = [
    ...permissionNotices(connection),
    ...certificateNotices(connection, now),
    ...troubleNotices(connection),
  ]
  if (notices.some(({ connect }) => connect !== undefined) || !isOffered) return notices
  const text = 'The account works. Connect it again if you have changed its password, its permissions or its key.'
  return [
    { key: 'offer', color: 'blue', title: `Connect ${account} again`, text, connect: 'Connect again' },
    ...notices,
  ]
}

function permissionNotices({ scopeMessage, label }: Connection): Notice[] {
  if (scopeMessage === null) return []
  const title = `${label} needs another permission`
  return [{ key: 'permission', color: 'orange', title, text: scopeMessage, connect: 'Connect again and allow it' }]
}

function certificateNotices({ dateCertificateEnd }: Connection, now: number): Notice[] {
  if (dateCertificateEnd === null || dateCertificateEnd - now >= CERTIFICATE_NOTICE_MS) return []
  const day = formatDay(dateCertificateEnd, now)
  const title = dateCertificateEnd < now ? `The certificate ended on ${day}` : `The certificate ends on ${day}`
  const text = 'Ask the administrator for a new certificate, then enter the new key. What was imported stays.'
  return [{ key: 'certificate', color: 'orange', title, text, connect: 'Enter the new key' }]
}

function troubleNotices({ syncs }: Connection): Notice[] {
  const stopped = syncs.find(({ health, pausedByUser }) => health === 'paused' && !pausedByUser)
  if (!stopped) return []
  const text = `${describeTrouble(stopped)} It is tried now and then. Run it below as soon as that is resolved.`
  return [{ key: 'trouble', color: 'red', title: 'This has not worked for a while', text }]
}
