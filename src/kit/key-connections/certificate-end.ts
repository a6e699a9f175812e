import type { Credential } from '../../contract/index.ts'
import type { Call, Settings } from '../application.ts'
import { toDay } from './certificate.ts'
import { connectMethod } from './method.ts'

const DAY_MS = 86_400_000
/** How long before its certificate ends a connection is named in the log. */
const NOTICE_MS = 30 * DAY_MS

/** When the certificate of a key connection ends (epoch ms), if it is known. */
export function toCertificateEnd({ profile }: Pick<Credential, 'profile'>): number | undefined {
  const { dateCertificateEnd } = (profile ?? {}) as { dateCertificateEnd?: unknown }
  const isKnown = connectMethod({ profile }) === 'key' && typeof dateCertificateEnd === 'number'
  return isKnown ? dateCertificateEnd : undefined
}

/** Warns in the log during the last 30 days of a certificate. */
export function warnOfCertificateEnd<S extends Settings>(credential: Credential, call: Call<S>): void {
  const dateCertificateEnd = toCertificateEnd(credential)
  if (dateCertificateEnd === undefined) return
  const remainingMs = dateCertificateEnd - call.clock()
  if (remainingMs > NOTICE_MS) return
  const days = Math.max(0, Math.ceil(remainingMs / DAY_MS))
  call.log.warn(
    { email: credential.email, dateCertificateEnd, days },
    `the certificate of a key connection ends on ${toDay(dateCertificateEnd)}: its owner has to create a new one and connect again`,
  )
}

/** The sentence for the page of a successful connection. */
export function describeCertificateEnd(credential: Pick<Credential, 'profile'>): string | undefined {
  const dateCertificateEnd = toCertificateEnd(credential)
  if (dateCertificateEnd === undefined) return undefined
  return `The certificate of this key is valid until ${toDay(dateCertificateEnd)}. Before then, create a new one and connect again.`
}
