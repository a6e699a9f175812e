import { type GoogleSandbox, startGoogle } from '../sandbox/google/index.ts'

export const ACCOUNT = 'bilal@meridian.example'
const MAIL_SCOPE = 'https://www.googleapis.com/auth/gmail.readonly'

/** Starts a mock Gmail with a mailbox of `count` messages, a realistic latency (ms) and no quota. */
export async function startGmailMailbox(
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
