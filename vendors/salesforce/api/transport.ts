import { Agent, fetch } from 'undici'
import { lookupPublic } from '../../../src/kit/hosts.ts'
import { UnreadableResponse } from './response.ts'

/** An HTTP request as it goes out. */
export interface TransportRequest {
  url: string
  method: string
  headers: Record<string, string>
  body?: string
  /** A stand-in on this network takes Salesforce's place, so its address need not be public. */
  allowPrivateAddress: boolean
}

export interface TransportResponse {
  status: number
  headers: Record<string, string>
  text: string
}

const publicAgent = new Agent({ connect: { lookup: lookupPublic } })
const unrestrictedAgent = new Agent()

/** Sends a request and reads its answer whole. A redirect is an answer: the token goes where it was meant to, only. */
export async function sendHttp(
  { url, allowPrivateAddress, ...request }: TransportRequest,
  signal: AbortSignal,
): Promise<TransportResponse> {
  const dispatcher = allowPrivateAddress ? unrestrictedAgent : publicAgent
  const response = await fetch(url, { ...request, redirect: 'manual', dispatcher, signal })
  const text = response.body ? await readText(response.body) : ''
  return { status: response.status, headers: Object.fromEntries(response.headers), text }
}

/** 2,000 wide rows stay below this; a packed answer that grows beyond it is nothing Salesforce sends. */
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
