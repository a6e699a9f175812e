import { type GoogleSandbox, startGoogle } from '../sandbox/google/index.ts'

export const ACCOUNT = 'bilal@meridian.example'
const MAIL_SCOPE = 'https://www.googleapis.com/auth/gmail.readonly'

/** A Gmail with a mailbox of so many messages, no quota in the way, and a latency like the real one's. */
export async function startMailbox(
  count: number,
  latency: number,
): Promise<{ google: GoogleSandbox; connectedProvider: object }> {
  const google = await startGoogle({ latency, settings: { gmailUnitsPerMinute: Number.POSITIVE_INFINITY } })
  google.fillMailbox(ACCOUNT, { count, seed: 1 })
  const { access } = google.grant({ account: ACCOUNT, scopes: [MAIL_SCOPE] })
  const credential = { accessToken: access.token, email: ACCOUNT, profile: null }
  return {
    google,
    connectedProvider: { connectionId: 'bench', provider: 'provider-hub', application: 'gmail', credential },
  }
}
