import { Agent, fetch } from 'undici'
import { lookupPublic } from '../hosts.ts'
import { readText } from '../response-body.ts'

export interface FormRequest {
  url: string
  fields: Readonly<Record<string, string>>
  /** Whether the host may have a private address, as that of a configured origin. */
  allowsPrivateAddress: boolean
}

export interface FormResponse {
  status: number
  /** The header, if there is one. */
  retryAfter: string | undefined
  text: string
}

const publicAgent = new Agent({ connect: { lookup: lookupPublic } })
const unrestrictedAgent = new Agent()

/** Posts a form and reads the whole response. Redirects are returned, not followed, so that no other host gets the form. */
export async function postForm(
  { url, fields, allowsPrivateAddress }: FormRequest,
  signal: AbortSignal,
): Promise<FormResponse> {
  const { status, headers, body } = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/json' },
    body: new URLSearchParams(fields).toString(),
    redirect: 'manual',
    dispatcher: allowsPrivateAddress ? unrestrictedAgent : publicAgent,
    signal,
  })
  return { status, retryAfter: headers.get('retry-after') ?? undefined, text: await readText(body) }
}
