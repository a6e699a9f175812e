import type { HttpRequest } from '../../core/http/request.ts'
import type { HttpResponse } from '../../core/http/responses.ts'

/** An upload session. Its address needs, and takes, no token. */
export interface UploadState {
  readonly account: string
  /** Epoch ms. */
  readonly expiresAt: number
  /** The size that the first range names. */
  total: number | undefined
  bytes: Buffer
  /** Saves the file. */
  finish(bytes: Buffer, request: HttpRequest): { response: HttpResponse; items: string[] }
}
