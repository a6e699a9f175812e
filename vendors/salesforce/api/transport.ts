import { Agent, fetch } from 'undici'
import { lookupPublic } from '../../../src/kit/hosts.ts'
import { readText } from '../../../src/kit/response-body.ts'

export interface TransportRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  /** Whether the host may have a private address, as that of a configured origin. */
  allowPrivateAddress: boolean
}

export interface TransportResponse {
  status: number
  headers: Record<string, string>
  text: string
}

const publicAgent = new Agent({ connect: { lookup: lookupPublic } })
const unrestrictedAgent = new Agent()

/** Sends a request and reads the whole response. Redirects are returned, not followed, so that no other host gets the token. */
export async function sendHttp(
  { url, allowPrivateAddress, ...request }: TransportRequest,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const dispatcher = allowPrivateAddress ? unrestrictedAgent : publicAgent
  const response = await fetch(url, { ...request, redirect: 'manual', dispatcher, signal })
  const text = await readText(response.body)
  return { status: response.status, headers: Object.fromEntries(response.headers), text }
}
