import { Agent, fetch } from 'undici'
import { lookupPublic } from '../../../src/kit/hosts.ts'
import { UnreadableResponse } from './response.ts'

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
  const text = response.body ? await readText(response.body) : ''
  return { status: response.status, headers: Object.fromEntries(response.headers), text }
}

/** 2,000 wide rows are smaller. The limit applies to the decompressed response. */
const MAX_RESPONSE_BYTES = 64 * 1024 * 1024

async function readText(body: AsyncIterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = []
  let bytes = 0
  for await (const chunk of body) {
    bytes += chunk.byteLength
    if (bytes > MAX_RESPONSE_BYTES) throw new UnreadableResponse()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}
